import { CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { BundleFields, BundlePreview } from "./BundleFields";
import { type Bundle, type BundleValues, bundles, NEW_BUNDLE, toBody, toValues } from "./bundle";
import { paths } from "./paths";

const create = (values: BundleValues) => bundles.create(toBody(values));

/** The form for a new bundle. */
export default function NewBundle() {
  const { t } = useTranslation("bigblue");
  return (
    <CreatePage title={t("bundle.new")} breadcrumbs={[{ label: t("bundle.title"), to: paths.bundles }]}>
      <NewForm
        initial={NEW_BUNDLE}
        create={create}
        label={t("bundle.create")}
        done={({ sku }) => t("bundle.created", { sku })}
        failure={t("bundle.createFailed")}
        to={({ sku }) => paths.bundle(sku)}
      >
        {(form) => (
          <>
            <BundleFields isNew />
            <BundlePreview isDirty={form.formState.isDirty} />
          </>
        )}
      </NewForm>
    </CreatePage>
  );
}

/** The form of a bundle that Bigblue has. */
export function BundleForm({ bundle }: { bundle: Bundle }) {
  const { t } = useTranslation("bigblue");
  const save = async (_: Bundle, values: BundleValues) => {
    await bundles.save(bundle, toBody(values));
  };
  return (
    <EditForm
      record={bundle}
      toValues={toValues}
      save={save}
      done={() => t("bundle.saved")}
      failure={t("bundle.saveFailed")}
    >
      {(form) => (
        <>
          <BundleFields />
          <BundlePreview isDirty={form.formState.isDirty} />
        </>
      )}
    </EditForm>
  );
}
