import { Chart, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useTierText } from "./useTierText";
import { inOrder, type Tier } from "./values";

/** The rate of each part of the sales. */
export function TierChart({ tiers }: { tiers: Tier[] }) {
  const { t } = useTranslation("commissions");
  const { percent } = useFormats();
  const tierText = useTierText();
  return (
    <Chart
      title={t("chart.title")}
      kind="bar"
      rows={inOrder(tiers)}
      x={{ label: t("chart.sales"), value: tierText }}
      series={[{ id: "rate", label: t("field.rate"), value: ({ rate }) => rate || null }]}
      unit="%"
      format={percent}
    />
  );
}
