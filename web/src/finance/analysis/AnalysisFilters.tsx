import {
  Form,
  type FormOf,
  fieldsOf,
  PeriodField,
  RecordField,
  Stack,
  Tiles,
  useCan,
  useIsStaff,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { organizationRecords } from "../../organizations/records";
import { storeRecords } from "../../stores/records";
import { storesOf } from "../invoices/create/api";
import type { AnalysisValues } from "./values";

const { SelectField, useValue } = fieldsOf<AnalysisValues>();

/** The spans that are asked for often, and days of one's own. */
function useRangeOptions(): { value: AnalysisValues["range"]; label: string }[] {
  const { t } = useTranslation(["analysis", "kit"]);
  return [
    { value: "lastMonth", label: t("kit:dates.lastMonth") },
    { value: "last3Months", label: t("kit:dates.last3Months") },
    { value: "last6Months", label: t("kit:dates.last6Months") },
    { value: "lastYear", label: t("kit:dates.lastYear") },
    { value: "custom", label: t("filters.custom") },
  ];
}

/** One of the stores: of the organization's, where one is chosen. */
function StoreField() {
  const { t } = useTranslation(["analysis", "finance"]);
  const organizationId = useValue("organizationId");
  const owned = useMemo(() => (organizationId ? storesOf(organizationId) : null), [organizationId]);
  const field = {
    name: "storeId" as const,
    label: t("finance:field.store"),
    placeholder: t("filters.every"),
  };
  return owned ? <RecordField {...field} source={owned} /> : <RecordField {...field} source={storeRecords} />;
}

function OrganizationField({ form }: { form: FormOf<AnalysisValues> }) {
  const { t } = useTranslation(["analysis", "invoices"]);
  return (
    <RecordField
      name="organizationId"
      label={t("invoices:field.organization")}
      source={organizationRecords}
      placeholder={t("filters.every")}
      // Another one has other stores.
      onChoose={() => form.setValue("storeId", null)}
    />
  );
}

function Period() {
  const { t } = useTranslation("analysis");
  return useValue("range") === "custom" && <PeriodField name="period" label={t("filters.custom")} required />;
}

/** Which months, and whose invoices: of those that one may choose from. */
export function AnalysisFilters({ form }: { form: FormOf<AnalysisValues> }) {
  const { t } = useTranslation("analysis");
  const can = useCan();
  const isStaff = useIsStaff();
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("title")}>
      <Stack gap={12}>
        <Tiles>
          <SelectField name="range" label={t("filters.range")} options={useRangeOptions()} />
          {isStaff && can("READ_ORGANIZATION") && <OrganizationField form={form} />}
          {can("READ_STORE") && <StoreField />}
        </Tiles>
        <Period />
      </Stack>
    </Form>
  );
}
