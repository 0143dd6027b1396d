import { CreatePage, DateField, EditForm, FormGrid, FormSection, fieldsOf, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { storeRecords } from "../../stores/records";
import { AmountFields } from "../AmountFields";
import { useCategoryOptions } from "../useFinanceWords";
import { type Fee, fees } from "./api";
import { feePaths } from "./paths";
import { type FeeValues, newFee, toInput, toValues } from "./values";

const { RecordField, SelectField, TextField } = fieldsOf<FeeValues>();

interface FeeFieldsProps {
  isNew?: boolean;
  /** Its day is the first of a period, which stays. */
  isOfPeriod?: boolean;
}

function FeeFields({ isNew, isOfPeriod }: FeeFieldsProps) {
  const { t } = useTranslation(["fees", "finance"]);
  const options = useCategoryOptions();
  return (
    <>
      <FormSection title={t("section.fee")} description={t("section.feeText")}>
        {isNew && (
          <RecordField
            name="storeId"
            label={t("finance:field.store")}
            source={storeRecords}
            required
            autoFocus
          />
        )}
        <FormGrid>
          <DateField
            name="initiatedAt"
            label={t("field.initiatedAt")}
            description={isOfPeriod ? t("field.initiatedAtFixed") : undefined}
            disabled={isOfPeriod}
            required
          />
          <SelectField name="category" label={t("finance:field.category")} options={options} required />
        </FormGrid>
        <TextField
          name="type"
          label={t("finance:field.type")}
          placeholder={t("field.typeExample")}
          required
          maxLength={255}
        />
        <TextField
          name="description"
          label={t("finance:field.description")}
          description={t("finance:field.descriptionText")}
          required
          maxLength={255}
        />
      </FormSection>
      <FormSection title={t("section.amounts")} description={t("section.amountsText")}>
        <AmountFields />
      </FormSection>
    </>
  );
}

/** The form for a new fee. */
export default function NewFee() {
  const { t } = useTranslation(["fees", "finance"]);
  const area = useArea();
  return (
    <CreatePage title={t("create.title")} breadcrumbs={[{ label: t("list.title"), to: feePaths.list(area) }]}>
      <NewForm
        initial={newFee()}
        create={(values) => fees.create(toInput(values))}
        label={t("create.action")}
        done={({ type }) => t("create.done", { type })}
        failure={t("create.failed")}
        to={({ id }) => feePaths.detail(area, id)}
      >
        <FeeFields isNew />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a fee that is there. */
export function FeeForm({ fee }: { fee: Fee }) {
  const { t } = useTranslation(["fees", "finance"]);
  return (
    <EditForm
      record={fee}
      toValues={toValues}
      save={(read, values) => fees.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => fees.read(fee.id)}
    >
      <FeeFields isOfPeriod={fee.endsAt !== null} />
    </EditForm>
  );
}
