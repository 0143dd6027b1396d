import {
  Can,
  ErrorView,
  Form,
  Page,
  PageSkeleton,
  refresh,
  SaveBar,
  Section,
  SimpleTable,
  sendPlugin,
  toast,
  useEditForm,
  usePlugin,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { BundleFields, BundlePreview } from "./BundleFields";
import { allComponents, type Bundle, type BundleValues, toBody, toValues } from "./bundle";
import { paths } from "./paths";
import { Removal } from "./Removal";

function BundleForm({ bundle, path }: { bundle: Bundle; path: string }) {
  const { t } = useTranslation("bigblue");
  const { form } = useEditForm(bundle, toValues);
  const save = async (values: BundleValues) => {
    await sendPlugin("PUT", path, toBody(values));
    void refresh("bigblue/bundle");
    toast(t("bundle.saved"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("bundle.saveFailed")}>
      <BundleFields />
      <BundlePreview values={form.watch()} isDirty={form.formState.isDirty} />
      <SaveBar />
    </Form>
  );
}

/** One bundle at Bigblue: what it holds, and the form to change it. */
export default function BundleView() {
  const { t } = useTranslation("bigblue");
  const { sku = "" } = useParams();
  const path = `/bigblue/bundle/${encodeURIComponent(sku)}`;
  const { data: bundle, error, mutate } = usePlugin<Bundle>(path);
  const list = t("bundle.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.bundles }], [list]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!bundle) return <PageSkeleton />;
  const components = allComponents(bundle).map((component, index) => ({ ...component, index }));
  return (
    <Page
      title={bundle.name || bundle.sku}
      breadcrumbs={breadcrumbs}
      width="text"
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Removal path={path} sku={bundle.sku} to={paths.bundles} />
        </Can>
      }
    >
      <Section title={t("bundle.products")}>
        <SimpleTable
          caption={t("bundle.products")}
          rows={components}
          rowKey={(component) => component.index}
          columns={[
            { id: "sku", header: t("product.sku"), cell: ({ sku }) => sku },
            {
              id: "quantity",
              header: t("bundle.quantity"),
              align: "right",
              cell: ({ quantity }) => quantity,
            },
          ]}
        />
      </Section>
      <Can permission="WRITE_CONNECTOR">
        <BundleForm bundle={bundle} path={path} />
      </Can>
    </Page>
  );
}
