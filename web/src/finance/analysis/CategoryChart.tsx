import { Chart, Loaded, Quiet, Section, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useFeeCategories } from "../useFinanceWords";
import { type Analysis, type MonthFees, useMonthFees } from "./api";
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
  const months = useMonthFees(
    asked,
    analysis.chart.map(({ month }) => month),
  );
  const shown = shownOf(analysis.fees.map(({ category }) => category));
  return (
    <Loaded of={months} lines={10}>
      {(rows) => (
        <Chart<MonthFees>
          title={t("categories.chart")}
          kind="stacked"
          rows={rows}
          x={axis}
          series={shown.map(({ id, categories }) => ({
            id,
            label: id === REST ? t("categories.others") : (names[id] ?? id),
            value: ({ fees }) => sumOf(fees, categories),
            to: ({ month }) => feesBehind({ month, categories }),
          }))}
          unit="€"
          format={(value) => money(String(value))}
        />
      )}
    </Loaded>
  );
}

/** As many months are asked for one by one. */
const MOST = 24;

/** What is charged each month, by what it is for. */
export function CategoryChart(props: CategoryChartProps) {
  const { t } = useTranslation("analysis");
  const { fees, chart } = props.analysis;
  const missing =
    (fees.length === 0 && t("categories.none")) ||
    (chart.length > MOST && t("categories.tooLong", { count: MOST }));
  return (
    <Section title={t("categories.title")}>
      {missing ? <Quiet>{missing}</Quiet> : <Plot {...props} />}
    </Section>
  );
}
