import { Figure, Money } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** A column of counts. */
export const countColumn = <Row,>(id: string, header: string, of: (row: Row) => number) => ({
  id,
  header,
  align: "right" as const,
  cell: (row: Row) => <Figure value={of(row)} />,
});

/** How many were sold, and for what: the last columns of every table of articles. */
export function useSalesColumns<Row extends { quantity: number }>(net: (row: Row) => string) {
  const { t } = useTranslation("analytics");
  return [
    countColumn<Row>("quantity", t("products.quantity"), ({ quantity }) => quantity),
    {
      id: "net",
      header: t("figure.netSales"),
      align: "right" as const,
      cell: (row: Row) => <Money amount={net(row)} />,
    },
  ];
}
