import { Money, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { Margin } from "../Margin";
import type { Figures } from "./api";
import { totalOf } from "./values";

/** What a month or a service came to, by its name. */
export interface Named extends Figures {
  name: string;
}

interface TableProps {
  caption: string;
  /** What a row is of: "Month". */
  of: string;
  rows: Named[];
}

/** What providers charged, what was passed on and what is left, row by row and together. */
export function FiguresTable({ caption, of, rows }: TableProps) {
  const { t } = useTranslation("providerInvoices");
  const total = { name: t("summary.total"), ...totalOf(rows) };
  const money = (id: "amount" | "amountCharged" | "amountPaidByCustomer", header: string) => ({
    ...{ id, header, align: "right" as const },
    cell: (row: Named) =>
      row === total ? (
        <strong>
          <Money amount={row[id]} />
        </strong>
      ) : (
        <Money amount={row[id]} />
      ),
  });
  return (
    <SimpleTable
      caption={caption}
      rows={rows.length > 1 ? [...rows, total] : rows}
      rowKey={(row) => (row === total ? "total" : `of ${row.name}`)}
      columns={[
        {
          id: "name",
          header: of,
          cell: (row) => (row === total ? <strong>{row.name}</strong> : row.name),
        },
        money("amount", t("margins.amount")),
        money("amountCharged", t("field.amountCharged")),
        money("amountPaidByCustomer", t("field.amountPaidByCustomer")),
        {
          id: "margin",
          header: t("field.margin"),
          align: "right",
          cell: ({ margin }) => <Margin amount={margin} />,
        },
      ]}
    />
  );
}
