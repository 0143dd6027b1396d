import { Chart, Quiet, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useFeeCategories } from "../useFinanceWords";
import type { Analysis, Month } from "./api";
import { useLookInto } from "./useLookInto";
import { useMonthAxis } from "./useMonthAxis";
import { REST, shownOf, sumOf } from "./values";

function Plot({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("analysis");
  const { money } = useFormats();
  const names = useFeeCategories();
  const lookInto = useLookInto();
  const axis = useMonthAxis();
  const shown = shownOf(analysis.fees.map(({ category }) => category));
  return (
    <Chart<Month>
      title={t("categories.chart")}
      kind="stacked"
      rows={analysis.chart}
      x={axis}
      series={shown.map(({ id, categories }) => ({
        id,
        label: id === REST ? t("categories.others") : (names[id] ?? id),
        value: ({ feesByCategory }) => sumOf(feesByCategory, categories),
        to: ({ month, feesByCategory }) =>
          feesByCategory.some(({ category }) => categories.includes(category))
            ? lookInto({ month, section: "FEES", categories })
            : undefined,
      }))}
      unit="€"
      format={(value) => money(String(value))}
    />
  );
}

/** What is charged each month, by what it is for. */
export function CategoryChart({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation("analysis");
  return (
    <Section title={t("categories.title")}>
      {analysis.fees.length === 0 ? <Quiet>{t("categories.none")}</Quiet> : <Plot analysis={analysis} />}
    </Section>
  );
}
