import {
  ApiError,
  Button,
  DateField,
  dayOf,
  Form,
  FormGrid,
  FormSection,
  PeriodField,
  PRESETS,
  RecordField,
  Row,
  SelectField,
  SwitchField,
  toast,
  useForm,
  useNow,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Basis,
  createReport,
  type Planned,
  type ReportInput,
  sendReport,
  storeRecords,
  useSchedule,
} from "./api";
import { lastWeek, parisTime } from "./days";
import { useWords } from "./words";

interface Values {
  storeId: string | null;
  /** Layout and territory. */
  report: string;
  period: { from: string; to: string };
  mode: Basis;
  shippedAt: string;
  hour: string;
  minute: string;
  send: boolean;
}

const keyOf = ({ layout, territory }: Pick<Planned, "layout" | "territory">) => `${layout}/${territory}`;
/** The portal's own report, of sales to everywhere. */
const OWN = keyOf({ layout: "generic", territory: "" });

const twoDigits = (count: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(2, "0")).map((value) => ({
    value,
    label: value,
  }));
const HOURS = twoDigits(24);
const MINUTES = twoDigits(60);

function inputOf(values: Values): ReportInput {
  const [layout = "generic", territory = ""] = values.report.split("/");
  const { storeId, mode } = values;
  const { from: start, to: end } = values.period;
  const shippedAt =
    mode === "sold" ? parisTime(values.shippedAt, Number(values.hour), Number(values.minute)) : null;
  return { storeId: storeId || null, start, end, mode, shippedAt, layout, territory };
}

/** What is wrong with the first or the last day, told at the ends of the period. */
function atPeriod(reason: unknown): unknown {
  if (!(reason instanceof ApiError) || reason.fields.length === 0) return reason;
  const ends: Record<string, string> = { start: "period.from", end: "period.to" };
  const payload = reason.fields.map((each) => ({ ...each, field: ends[each.field] ?? each.field }));
  const { status, name, message, requestId } = reason;
  return new ApiError(status, { name, message, payload, requestId: requestId ?? undefined });
}

/** Asks for a report: of one store or all, of which days, and by which moment units count. */
export function ReportForm() {
  const { t } = useTranslation("phonographic");
  const words = useWords();
  const plans = useSchedule().data ?? [];
  const now = useNow();
  const [week] = useState(() => lastWeek(now));
  const form = useForm<Values>({
    defaultValues: {
      storeId: null,
      report: OWN,
      period: { from: week.start, to: week.end },
      mode: "shipped",
      shippedAt: week.end,
      hour: "12",
      minute: "00",
      send: false,
    },
  });
  const { report, mode, send } = form.watch();
  const channel = plans.find((plan) => keyOf(plan) === report)?.channel ?? null;

  const keys = new Map(plans.map((plan) => [keyOf(plan), plan]));
  keys.delete(OWN);
  const reports = [...keys].map(([value, plan]) => ({
    value,
    label: `${words.layout(plan.layout)} · ${words.territory(plan.territory)}`,
  }));
  reports.unshift({ value: OWN, label: `${words.layout("generic")} · ${words.territory("")}` });
  const modes = (["shipped", "sold"] as const).map((value) => ({ value, label: words.basis(value) }));

  const submit = async (values: Values) => {
    try {
      await (values.send && channel ? sendReport : createReport)(inputOf(values));
    } catch (reason) {
      throw atPeriod(reason);
    }
    toast(t("integration.form.started"));
  };
  return (
    <Form form={form} onSubmit={submit} failure={t("integration.form.failed")}>
      <FormSection title={t("integration.form.title")} description={t("integration.form.text")}>
        <FormGrid>
          <RecordField
            name="storeId"
            label={t("integration.form.store")}
            placeholder={t("integration.form.allStores")}
            source={storeRecords}
          />
          <SelectField name="report" label={t("integration.field.report")} options={reports} required />
        </FormGrid>
        <PeriodField
          name="period"
          label={t("integration.form.period")}
          max={dayOf(new Date(now))}
          presets={[{ label: t("integration.form.week"), from: week.start, to: week.end }, ...PRESETS]}
          required
        />
        <SelectField
          name="mode"
          label={t("integration.field.mode")}
          description={t("integration.form.modeText")}
          options={modes}
          required
        />
        {mode === "sold" && (
          <FormGrid>
            <DateField
              name="shippedAt"
              label={t("integration.form.shippedAt")}
              description={t("integration.form.shippedAtText")}
              required
            />
            <Row>
              <SelectField name="hour" label={t("integration.form.hour")} options={HOURS} required />
              <SelectField name="minute" label={t("integration.form.minute")} options={MINUTES} required />
            </Row>
          </FormGrid>
        )}
        {channel && <SwitchField name="send" label={t("integration.form.send", { channel })} />}
        <Row justify="end">
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {send && channel ? t("integration.form.createAndSend") : t("integration.form.create")}
          </Button>
        </Row>
      </FormSection>
    </Form>
  );
}
