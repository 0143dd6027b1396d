import {
  Empty,
  Loaded,
  Page,
  Quiet,
  Stack,
  useForm,
  useFormats,
  useOnChange,
  useSettledValues,
} from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AnalysisFilters } from "./AnalysisFilters";
import { useAnalysis } from "./api";
import { CategoryChart } from "./CategoryChart";
import { Commissions } from "./Commissions";
import { Figures } from "./Figures";
import { Invoices } from "./Invoices";
import { LinesBehind } from "./LinesBehind";
import { MonthChart } from "./MonthChart";
import { type AnalysisValues, type Asked, daysOfRange, toAsked, toQuery, toValues } from "./values";

/** What the address asks for, in a form that changes the address, and is changed by it. */
function useAsked() {
  const [query, setQuery] = useSearchParams();
  const asked = toValues(query);
  const form = useForm<AnalysisValues>({ defaultValues: asked, values: asked });
  // Who wants days of their own begins with those in sight.
  useOnChange(form, "range", (range) => {
    if (range !== "custom") form.setValue("period", daysOfRange(range));
  });
  const settled = useSettledValues(form);
  const tell = useEffectEvent((values: AnalysisValues) => {
    const next = toQuery(values);
    // Another question begins with its first page of invoices.
    if (toAsked(values) && String(next) !== String(toQuery(asked)))
      setQuery(next, { replace: true, preventScrollReset: true });
  });
  useEffect(() => tell(settled), [settled]);
  return { form, asked: toAsked(asked) };
}

function Content({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analysis");
  const analysis = useAnalysis(asked);
  return (
    <Loaded of={analysis} lines={16}>
      {(data) =>
        data.invoices === 0 ? (
          <Empty icon="analytics" title={t("empty.title")}>
            {t("empty.text")}
          </Empty>
        ) : (
          <>
            <Figures analysis={data} />
            <MonthChart analysis={data} />
            <CategoryChart analysis={data} />
            <Commissions asked={asked} analysis={data} />
            <Invoices asked={asked} />
            <LinesBehind asked={asked} analysis={data} />
          </>
        )
      }
    </Loaded>
  );
}

/** What invoices of some months come to: figures, by month, by category of fees, by tier of commission, and themselves. */
export default function AnalysisPage() {
  const { t } = useTranslation("analysis");
  const { date } = useFormats();
  const { form, asked } = useAsked();
  return (
    <Page title={t("title")}>
      <Stack>
        <AnalysisFilters form={form} />
        {asked && (
          <>
            <Quiet>{t("filters.counted", { from: date(asked.from), to: date(asked.to) })}</Quiet>
            <Content asked={asked} />
          </>
        )}
      </Stack>
    </Page>
  );
}
