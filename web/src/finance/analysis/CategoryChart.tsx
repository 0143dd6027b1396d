import { Chart, Quiet, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useFeeCategories } from "../useFinanceWords";
import type { Analysis, Month } from "./api";
import { useFeesBehind } from "./useFeesBehind";
import { useMonthAxis } from "./useMonthAxis";
import { type Asked, REST, shownOf, sumOf } from "./values";

interface CategoryChartProps {
  asked: Asked;
  analysis: Analysis;
}

function Plot({ asked, analysis }: CategoryChartProps) {
  const { t } = useTranslation("analysis");
  const { money } = useFormats();
  const names = useFeeCategories();
  const feesBehind = useFeesBehind(asked);
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
        to: ({ month }) => feesBehind({ month, categories }),
      }))}
      unit="€"
      format={(value) => money(String(value))}
    />
  );
}

/** What is charged each month, by what it is for. */
export function CategoryChart(props: CategoryChartProps) {
  const { t } = useTranslation("analysis");
  return (
    <Section title={t("categories.title")}>
      {props.analysis.fees.length === 0 ? <Quiet>{t("categories.none")}</Quiet> : <Plot {...props} />}
    </Section>
  );
}
