import { EditForm, FormGrid, FormSection, fieldsOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { organizationTerms, refusal, type Terms } from "./api";
import { bandProblem, type TermsValues, toInput, toValues } from "./termsValues";
import { useStorageUnits } from "./useStorageTexts";

const { NumberField, RowsField, SelectField, TextField } = fieldsOf<TermsValues>();

/** As many rows as the server takes. */
const MAX_ROWS = 100;

function ReturnRows() {
  const { t } = useTranslation("organizations");
  return (
    <RowsField
      name="returns"
      label={t("returns.rows")}
      addLabel={t("returns.add")}
      removeLabel={(index) => t("returns.remove", { number: index + 1 })}
      emptyText={t("returns.none")}
      max={MAX_ROWS}
      newRow={{ type: "", price: "" }}
      row={(prefix) => (
        <FormGrid>
          <TextField
            name={`${prefix}.type`}
            label={t("returns.type")}
            required
            maxLength={255}
            autoComplete="off"
          />
          <NumberField
            name={`${prefix}.price`}
            label={t("terms.price")}
            required
            min={0}
            decimals={2}
            suffix="€"
          />
        </FormGrid>
      )}
    />
  );
}

function StorageRows() {
  const { t } = useTranslation("organizations");
  const options = Object.entries(useStorageUnits()).map(([value, label]) => ({ value, label }));
  return (
    <RowsField
      name="storages"
      label={t("storage.rows")}
      addLabel={t("storage.add")}
      removeLabel={(index) => t("storage.remove", { number: index + 1 })}
      emptyText={t("storage.none")}
      max={MAX_ROWS}
      newRow={{ min: "", max: "", units: "m3", price: "" }}
      row={(prefix) => (
        <FormGrid>
          <NumberField name={`${prefix}.min`} label={t("storage.min")} min={0} />
          <NumberField name={`${prefix}.max`} label={t("storage.max")} min={0} />
          <SelectField name={`${prefix}.units`} label={t("storage.units")} required options={options} />
          <NumberField
            name={`${prefix}.price`}
            label={t("storage.price")}
            required
            min={0}
            decimals={2}
            suffix="€"
          />
        </FormGrid>
      )}
    />
  );
}

/** Says of each band that cannot be what is wrong with it, before the server does so of the whole row. */
function useBandCheck() {
  const { t } = useTranslation("organizations");
  const messages = { open: t("storage.needsEnd"), order: t("storage.wrongOrder") };
  return ({ storages }: TermsValues) => {
    const wrong = storages.flatMap((band, index) => {
      const code = bandProblem(band);
      return code ? [{ field: `storages[${index}].max`, code, message: messages[code] }] : [];
    });
    if (wrong.length > 0) throw refusal(wrong);
  };
}

/** The prices of returns and of storage, to be changed in their place. */
export function TermsForm({ terms }: { terms: Terms }) {
  const { t } = useTranslation("organizations");
  const checkBands = useBandCheck();
  const save = async ({ organization, updatedAt }: Terms, values: TermsValues) => {
    checkBands(values);
    await organizationTerms.save({ id: organization.id, updatedAt }, toInput(values));
  };
  return (
    <EditForm
      record={terms}
      toValues={toValues}
      save={save}
      done={() => t("terms.saved")}
      failure={t("terms.failed")}
      onReload={() => organizationTerms.read(terms.organization.id)}
    >
      <FormSection title={t("returns.title")} description={t("returns.text")}>
        <ReturnRows />
      </FormSection>
      <FormSection title={t("storage.title")} description={t("storage.text")}>
        <StorageRows />
      </FormSection>
    </EditForm>
  );
}
