import { Money } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { LinkedFigure } from "./LinkedFigure";

type ListOf<Row> = (row: Row) => string | undefined;

/** A column of counts, each of which leads to the list that it sums up, where there is one. */
export const countColumn = <Row,>(
  ...[id, header, of, listOf]: [id: string, header: string, of: (row: Row) => number, listOf?: ListOf<Row>]
) => ({
  id,
  header,
  align: "right" as const,
  cell: (row: Row) => <LinkedFigure value={of(row)} to={listOf?.(row)} />,
});

/** How many were sold, in which orders, and for what: the last columns of every table of articles. */
export function useSalesColumns<Row extends { quantity: number }>(
  net: (row: Row) => string,
  ordersOf?: ListOf<Row>,
) {
  const { t } = useTranslation("analytics");
  return [
    countColumn<Row>("quantity", t("products.quantity"), ({ quantity }) => quantity, ordersOf),
    {
      id: "net",
      header: t("figure.netSales"),
      align: "right" as const,
      cell: (row: Row) => <Money amount={net(row)} />,
    },
  ];
}
