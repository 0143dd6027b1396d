import { EditForm, RecordPage } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { KeptBy } from "../products/KeptBy";
import { type Bundle, bundles } from "./api";
import { BundleFields, useCheck } from "./BundleFields";
import { bundlePaths } from "./paths";
import { type BundleValues, toInput, toValues } from "./values";

function BundleForm({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("bundles");
  const check = useCheck();
  const save = async (read: Bundle, values: BundleValues) => {
    check(values);
    return bundles.save(read, toInput(values));
  };
  return (
    <EditForm
      record={bundle}
      toValues={toValues}
      save={save}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => bundles.read(bundle.id)}
    >
      {(form) => <BundleFields form={form} />}
    </EditForm>
  );
}

/** The form of a store's own bundle that is there. */
export default function BundleEdit() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  return (
    <RecordPage
      of={[bundlePaths.edit.useIds().bundleId]}
      useRecord={bundles.useOne}
      breadcrumbs={({ id, name }) => [
        { label: t("list.title"), to: bundlePaths.list(area) },
        { label: name, to: bundlePaths.detail(area, id) },
      ]}
      title={() => t("edit.title")}
    >
      {(bundle) =>
        bundle.provider ? <KeptBy of="bundles" provider={bundle.provider} /> : <BundleForm bundle={bundle} />
      }
    </RecordPage>
  );
}
