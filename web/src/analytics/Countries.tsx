import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Report } from "./api";
import { CountryBars } from "./CountryBars";
import { useFigures } from "./useFigures";

interface CountriesProps {
  report: Report;
  /** The orders that went to a country. */
  listOf?: (code: string) => string | undefined;
}

/** Where the orders of some days went. */
export function Countries({ report, listOf }: CountriesProps) {
  const { t } = useTranslation("analytics");
  const { money, number } = useFormats();
  const count = (value: string | number) => number(Number(value));
  return (
    <CountryBars<Report["sales"]["countries"][number]>
      title={t("countries.ordersBy")}
      hint={useFigures(report.countedAt).countries.hint}
      rows={report.sales.countries}
      figures={[
        {
          ...{ id: "orders", label: t("figure.orders"), value: ({ orders }) => orders, format: count },
          words: ({ orders }) => t("countries.orders", { count: orders, shown: number(orders) }),
        },
        {
          ...{
            id: "articles",
            label: t("figure.articles"),
            value: ({ articles }) => articles,
            format: count,
          },
          words: ({ articles }) => t("countries.articles", { count: articles, shown: number(articles) }),
        },
        {
          ...{ id: "net", label: t("figure.netSales"), value: ({ netSales }) => netSales },
          format: (value) => money(String(value)),
        },
      ]}
      listOf={listOf}
    />
  );
}
