import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Report } from "./api";
import { CountryBars } from "./CountryBars";
import { useFigures } from "./useFigures";

/** Where the orders of some days went. */
export function Countries({ report }: { report: Report }) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  return (
    <CountryBars
      hint={useFigures(report.countedAt).countries.hint}
      rows={report.sales.countries}
      value={({ orders }) => orders}
      format={(count) => t("countries.orders", { count, shown: number(count) })}
      more={({ articles, netSales }) =>
        t("countries.more", { count: articles, shown: number(articles), net: money(netSales) })
      }
    />
  );
}
