import { CreatePage, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { bundles } from "./api";
import { BundleFields, useCheck } from "./BundleFields";
import { bundlePaths } from "./paths";
import { type BundleValues, NEW_BUNDLE, toInput } from "./values";

/** The form for a bundle of a store's own. */
export default function BundleForm() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const check = useCheck();
  const create = async (values: BundleValues) => {
    check(values);
    return bundles.create(toInput(values));
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: bundlePaths.list(area) }]}
    >
      <NewForm
        initial={NEW_BUNDLE}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => bundlePaths.detail(area, id)}
      >
        {(form) => <BundleFields form={form} isNew />}
      </NewForm>
    </CreatePage>
  );
}
