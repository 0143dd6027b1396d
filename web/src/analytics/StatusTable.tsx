import { Quiet, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../i18n";
import { OrderStatus } from "../orders/OrderStatus";
import { useStatuses } from "../orders/useStatuses";
import { LinkedFigure } from "./LinkedFigure";

// For the pages of others; statuses have their names with orders.
fetchTexts("analytics", "orders");

/** How many orders stand how. */
export interface StatusCount {
  id: string;
  header: string;
  statuses: { status: string; orders: number }[];
  /** The list of just these orders of a status; undefined where one may see none. */
  listOf: (status: string) => string | undefined;
}

/** Orders by how they stand, in the order of their life, counted in one or more ways; each count leads to its list. */
export function StatusTable({ counts }: { counts: StatusCount[] }) {
  const { t } = useTranslation("analytics");
  const inLife = Object.keys(useStatuses());
  const ordersOf = ({ statuses }: StatusCount, of: string) =>
    statuses.find(({ status }) => status === of)?.orders ?? 0;
  const rows = [...new Set(counts.flatMap(({ statuses }) => statuses.map(({ status }) => status)))]
    .filter((status) => counts.some((count) => ordersOf(count, status) > 0))
    .sort((a, b) => inLife.indexOf(a) - inLife.indexOf(b));
  if (rows.length === 0) return <Quiet>{t("over.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("orders.byStatus")}
      rows={rows}
      rowKey={(status) => status}
      columns={[
        { id: "status", header: t("orders.status"), cell: (status) => <OrderStatus status={status} /> },
        ...counts.map((count) => ({
          id: count.id,
          header: count.header,
          align: "right" as const,
          cell: (status: string) => (
            <LinkedFigure value={ordersOf(count, status)} to={count.listOf(status)} />
          ),
        })),
      ]}
    />
  );
}
