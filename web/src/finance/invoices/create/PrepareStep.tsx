import { FormGrid, type FormOf, fieldsOf, PeriodField, RecordField, Stack } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { organizationRecords } from "../../../organizations/records";
import { storesOf } from "../../../stores/records";
import { Part } from "./Part";
import { SalesReport } from "./SalesReport";
import type { PrepareValues, ReadReport } from "./values";

const { useValue } = fieldsOf<PrepareValues>();

function Owner({ form }: { form: FormOf<PrepareValues> }) {
  const { t } = useTranslation(["invoicing", "finance"]);
  const organizationId = useValue("organizationId");
  const stores = useMemo(() => (organizationId ? storesOf(organizationId) : null), [organizationId]);
  return (
    <FormGrid>
      <RecordField
        name="organizationId"
        label={t("field.organization")}
        source={organizationRecords}
        required
        onChoose={() => form.setValue("storeId", null, { shouldDirty: true })}
      />
      <RecordField
        name="storeId"
        label={t("finance:field.store")}
        source={stores}
        unavailable={t("prepare.organizationFirst")}
        required
      />
    </FormGrid>
  );
}

interface PrepareStepProps {
  form: FormOf<PrepareValues>;
  report: ReadReport | null;
  onReport: (report: ReadReport) => void;
}

/** What an invoice is for, and what the store sold. */
export function PrepareStep({ form, ...props }: PrepareStepProps) {
  const { t } = useTranslation("invoicing");
  return (
    <Stack gap={20}>
      <Part title={t("prepare.what")}>
        <PeriodField name="period" label={t("field.period")} required />
        <Owner form={form} />
      </Part>
      <SalesReport {...props} />
    </Stack>
  );
}
