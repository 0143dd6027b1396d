import { Form, Page, refresh, SubmitBar, sendPlugin, toast, useForm } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { BundleFields, BundlePreview } from "./BundleFields";
import { type BundleValues, NEW_BUNDLE, toBody } from "./bundle";
import { paths } from "./paths";

/** The form for a new bundle. */
export default function BundleCreate() {
  const { t } = useTranslation("bigblue");
  const navigate = useNavigate();
  const form = useForm<BundleValues>({ defaultValues: NEW_BUNDLE });
  const list = t("bundle.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.bundles }], [list]);

  const create = async (values: BundleValues) => {
    const { sku } = await sendPlugin<{ sku: string }>("POST", "/bigblue/bundle", toBody(values));
    void refresh("bigblue/bundle");
    toast(t("bundle.created", { sku }));
    await navigate(paths.bundle(sku));
  };
  return (
    <Page title={t("bundle.new")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("bundle.createFailed")}>
        <BundleFields isNew />
        <BundlePreview values={form.watch()} isDirty={form.formState.isDirty} />
        <SubmitBar label={t("bundle.create")} to={paths.bundles} />
      </Form>
    </Page>
  );
}
