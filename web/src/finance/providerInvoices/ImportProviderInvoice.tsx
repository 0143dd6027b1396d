import {
  ApiError,
  CreatePage,
  dayOf,
  FILE_TYPES,
  FileDrop,
  FormGrid,
  type FormOf,
  FormSection,
  fieldsOf,
  NewForm,
  PeriodField,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { importProviderInvoice, useProviders } from "./api";
import { providerInvoicePaths } from "./paths";
import { atImportFields, type ImportValues, newImport, toFacts } from "./values";

const { FormAlert, SelectField, TextField, useValue } = fieldsOf<ImportValues>();

interface FileProps {
  form: FormOf<ImportValues>;
  /** How much of the file was sent. */
  progress: number | null;
}

function FileSection({ form, progress }: FileProps) {
  const { t } = useTranslation("providerInvoices");
  const file = useValue("file");
  const take = ([chosen]: File[]) => {
    if (!chosen) return;
    form.clearErrors("file");
    form.setValue("file", chosen, { shouldDirty: true });
  };
  return (
    <FormSection title={t("create.file")} description={t("create.fileText")}>
      <FileDrop
        label={file?.name ?? t("create.drop")}
        hint={t("create.hint")}
        accept={FILE_TYPES.csv}
        busy={form.formState.isSubmitting}
        progress={progress}
        onFiles={take}
      />
      <FormAlert name="file" title={t("create.failed")} />
    </FormSection>
  );
}

/** Takes a provider's file: whose it is, which days it bills. What comes of it is seen on its own page. */
export default function ImportProviderInvoice() {
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  const providers = useProviders();
  const [initial] = useState(newImport);
  const [progress, setProgress] = useState<number | null>(null);
  const send = async (values: ImportValues) => {
    if (!values.file) {
      const payload = [{ field: "file", code: "required", message: t("create.noFile") }];
      throw new ApiError(400, { payload });
    }
    try {
      return await importProviderInvoice(values.file, toFacts(values), setProgress);
    } catch (reason) {
      throw atImportFields(reason);
    }
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: providerInvoicePaths.list(area) }]}
    >
      <NewForm
        initial={initial}
        create={send}
        label={t("create.submit")}
        done={() => t("create.done")}
        failure={t("create.failed")}
        to={({ id }) => providerInvoicePaths.detail(area, id)}
      >
        {(form) => (
          <>
            <FormSection title={t("create.of")} description={t("create.ofText")}>
              <FormGrid>
                <SelectField name="provider" label={t("field.provider")} options={providers} required />
                <TextField
                  name="label"
                  label={t("field.label")}
                  description={t("create.labelText")}
                  maxLength={255}
                />
              </FormGrid>
              <PeriodField name="period" label={t("field.period")} max={dayOf(new Date())} required />
            </FormSection>
            <FileSection form={form} progress={progress} />
          </>
        )}
      </NewForm>
    </CreatePage>
  );
}
