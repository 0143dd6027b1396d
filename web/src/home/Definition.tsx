import { useTranslation } from "react-i18next";
import { Meaning, type MeaningProps } from "../analytics/Meaning";
import type { ExplainedProps, FigureId } from "./Explained";

/** What counts in each figure and where it comes from, in the words of reports. */
function useMeanings(): Record<FigureId, MeaningProps> {
  const { t } = useTranslation("analytics");
  const ofOrders = (text: string) => ({ text, source: t("source.orders") });
  return {
    orders: ofOrders(t("definition.orders")),
    sales: ofOrders(t("definition.netSales")),
    seeding: ofOrders(t("definition.seeding")),
    cancelled: ofOrders(t("definition.cancelled")),
    tickets: { text: t("definition.tickets"), source: t("source.tickets") },
    fees: { text: t("definition.fees"), source: t("source.fees") },
    articles: ofOrders(t("definition.articles")),
    days: ofOrders(`${t("definition.orders")} ${t("definition.days")}`),
    statuses: ofOrders(t("definition.statuses")),
    statusesAndAll: ofOrders(`${t("definition.statuses")} ${t("definition.besideAll")}`),
    allStatuses: { ...ofOrders(t("definition.allStatuses")), isNow: true },
    inWarehouse: {
      text: `${t("definition.inWarehouse")} ${t("definition.unique")}`,
      source: t("source.stock"),
      isNow: true,
    },
    expected: {
      text: `${t("definition.shipments")} ${t("definition.expected")}`,
      source: t("source.inbound"),
      isNow: true,
    },
  };
}

export default function Definition({ figure, at }: ExplainedProps) {
  return <Meaning {...useMeanings()[figure]} at={at} />;
}
