import { Form, type FormOf, fieldsOf, OnScreen, PeriodField, Row, useCan } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { storeRecords } from "../../../stores/records";
import type { MarginsValues } from "./values";

const { RecordField } = fieldsOf<MarginsValues>();

/** One of the stores, for those who see them. */
export function StoreField() {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  if (!useCan()("READ_STORE")) return null;
  return (
    <RecordField
      name="storeId"
      label={t("finance:field.store")}
      source={storeRecords}
      placeholder={t("margins.everyStore")}
    />
  );
}

interface FiltersProps {
  form: FormOf<MarginsValues>;
  /** What is chosen beside the days. */
  children?: ReactNode;
}

/** Of which days. */
export function MarginsFilters({ form, children }: FiltersProps) {
  const { t } = useTranslation("providerInvoices");
  return (
    <OnScreen>
      <Form form={form} onSubmit={async () => {}} failure={t("margins.title")}>
        <Row align="end" gap={16}>
          <PeriodField name="period" label={t("margins.period")} min="2000-01-01" max="2099-12-31" required />
          {children}
        </Row>
      </Form>
    </OnScreen>
  );
}
