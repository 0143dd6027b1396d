import {
  dayOf,
  Facts,
  Form,
  type FormOf,
  fieldsOf,
  isDay,
  OnPaper,
  OnScreen,
  PeriodField,
  RecordField,
  Stack,
  Tiles,
  useCan,
  useFormats,
  useIsStaff,
  useRecords,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../locales/fr/spans.json";
import { fetchTexts } from "../i18n";
import { organizationRecords } from "../organizations/records";
import { storeRecords, storesOf } from "../stores/records";
import type { Spans, SpanValues } from "./values";

// For the screens of several features.
fetchTexts("spans");

const { SelectField, useValue } = fieldsOf<SpanValues>();

/** The spans that are asked for often, and days of one's own. */
function useRangeOptions({ names }: Spans): { value: SpanValues["range"]; label: string }[] {
  const { t } = useTranslation(["spans", "kit"]);
  return [
    ...names.map((name) => ({ value: name, label: t(`kit:dates.${name}`) })),
    { value: "custom" as const, label: t("custom") },
  ];
}

/** One of the stores: of the organization's, where one is chosen. */
function StoreField() {
  const { t } = useTranslation("spans");
  const organizationId = useValue("organizationId");
  const owned = useMemo(() => (organizationId ? storesOf(organizationId) : null), [organizationId]);
  const field = { name: "storeId" as const, label: t("store"), placeholder: t("every") };
  return owned ? <RecordField {...field} source={owned} /> : <RecordField {...field} source={storeRecords} />;
}

function OrganizationField({ form }: { form: FormOf<SpanValues> }) {
  const { t } = useTranslation("spans");
  return (
    <RecordField
      name="organizationId"
      label={t("organization")}
      source={organizationRecords}
      placeholder={t("every")}
      // Another one has other stores.
      onChoose={() => form.setValue("storeId", null)}
    />
  );
}

function Period() {
  const { t } = useTranslation("spans");
  if (useValue("range") !== "custom") return null;
  return <PeriodField name="period" label={t("custom")} max={dayOf(new Date())} required />;
}

/** What one may choose from besides the days. */
function useOffered() {
  const can = useCan();
  const isStaff = useIsStaff();
  return { organization: isStaff && can("READ_ORGANIZATION"), store: can("READ_STORE") };
}

/** What is chosen, as paper says it. */
function Chosen({ spans }: { spans: Spans }) {
  const { t } = useTranslation("spans");
  const { date } = useFormats();
  const offered = useOffered();
  const range = useValue("range");
  const { from, to } = useValue("period");
  const organizationId = useValue("organizationId");
  const storeId = useValue("storeId");
  const idsOf = (isOffered: boolean, id: string | null) => (isOffered && id ? [id] : []);
  const [organization] = useRecords(organizationRecords, idsOf(offered.organization, organizationId));
  const [store] = useRecords(storeRecords, idsOf(offered.store, storeId));
  const named = useRangeOptions(spans).find(({ value }) => value === range)?.label;
  const days = isDay(from) && isDay(to) && `${date(from)} – ${date(to)}`;
  const facts = [
    { label: t("range"), value: range === "custom" ? days : named },
    offered.organization && {
      label: t("organization"),
      value: organizationId ? organization?.name : t("every"),
    },
    offered.store && { label: t("store"), value: storeId ? store?.name : t("every") },
  ];
  return <Facts facts={facts.filter((fact) => fact !== false)} />;
}

/** Which days, and whose figures: of those that one may choose from. */
export function SpanFilters({ form, spans }: { form: FormOf<SpanValues>; spans: Spans }) {
  const { t } = useTranslation("spans");
  const offered = useOffered();
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("range")}>
      <OnScreen>
        <Stack gap={12}>
          <Tiles>
            <SelectField name="range" label={t("range")} options={useRangeOptions(spans)} />
            {offered.organization && <OrganizationField form={form} />}
            {offered.store && <StoreField />}
          </Tiles>
          <Period />
        </Stack>
      </OnScreen>
      <OnPaper>
        <Chosen spans={spans} />
      </OnPaper>
    </Form>
  );
}

declare module "@comptoir/kit" {
  interface PortalResources {
    spans: typeof texts;
  }
}
