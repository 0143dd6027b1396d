import { Chart, Quiet, Section, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Analysis, Month } from "./api";
import { useFeesBehind } from "./useFeesBehind";
import { useMonthAxis } from "./useMonthAxis";
import type { Asked } from "./values";

/** What sales and shipping brought each month, as what of it is invoiced and what is left: together they are the whole. */
export function MonthChart({ asked, analysis: { chart } }: { asked: Asked; analysis: Analysis }) {
  const { t } = useTranslation(["analysis", "invoices"]);
  const { money } = useFormats();
  const feesBehind = useFeesBehind(asked);
  return (
    <Section title={t("months.section")}>
      <Stack gap={12}>
        <Quiet>{t("months.text")}</Quiet>
        <Chart<Month>
          title={t("months.title")}
          kind="stacked"
          rows={chart}
          x={useMonthAxis()}
          series={[
            {
              id: "fees",
              label: t("invoices:field.totalFees"),
              value: ({ fees }) => fees,
              to: ({ month }) => feesBehind({ month }),
            },
            {
              id: "commissions",
              label: t("invoices:field.totalCommissions"),
              value: ({ commissions }) => commissions,
            },
            {
              id: "difference",
              label: t("invoices:field.differenceExVat"),
              value: ({ differenceExVat }) => differenceExVat,
            },
          ]}
          unit="€"
          format={(value) => money(String(value))}
        />
      </Stack>
    </Section>
  );
}
