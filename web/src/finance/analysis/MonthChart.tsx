import { Chart, Quiet, Section, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Analysis, Month } from "./api";
import { useLookInto } from "./useLookInto";
import { useMonthAxis } from "./useMonthAxis";

/** What sales and shipping brought each month, as what of it is invoiced and what is left: together they are the whole. */
export function MonthChart({ analysis: { chart } }: { analysis: Analysis }) {
  const { t } = useTranslation(["analysis", "invoices"]);
  const { money } = useFormats();
  const lookInto = useLookInto();
  const all = { categories: [] };
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
              to: ({ month }) => lookInto({ month, section: "FEES", ...all }),
            },
            {
              id: "commissions",
              label: t("invoices:field.totalCommissions"),
              value: ({ commissions }) => commissions,
              to: ({ month }) => lookInto({ month, section: "COMMISSIONS", ...all }),
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
