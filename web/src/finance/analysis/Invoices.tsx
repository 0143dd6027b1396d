import { cursorOf, cursorWithin, DataTable, Empty, Link, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import type { Asked } from "../../spans/values";
import { invoices } from "../invoices/api";
import { invoicePaths } from "../invoices/paths";
import { useInvoiceColumns } from "../invoices/useInvoiceColumns";
import { invoicesOf } from "./values";

/** What tells an invoice, what it comes to and where it is; the list of invoices has the rest. */
const COLUMNS = [
  ...["number", "title", "organization", "store", "totalAmount"],
  ...["companyStatus", "bankStatus", "customerStatus", "differenceAmount", "startAt"],
];

const BY_START = { field: "startAt", direction: "desc" } as const;

/** The invoices and credit notes that everything above is made of. */
export function Invoices({ asked }: { asked: Asked }) {
  const { t } = useTranslation(["analysis", "invoices"]);
  const area = useArea();
  const state = useListState(BY_START);
  const filters = invoicesOf(asked);
  const all = useInvoiceColumns();
  const columns = COLUMNS.flatMap((id) => all.find((column) => column.id === id) ?? []);
  return (
    <>
      <DataTable
        caption={t("invoices:list.title")}
        state={state}
        rows={invoices.useList(filters.reduce(cursorWithin, state.cursor))}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => t("invoices:list.row", { title })}
        rowTo={({ id }) => invoicePaths.detail(area, id)}
        searchLabel={t("invoices:list.search")}
        empty={
          <Empty icon="invoice" title={t("empty.title")}>
            {t("empty.text")}
          </Empty>
        }
      />
      <Link to={`${invoicePaths.list(area)}?cursor=${cursorOf({ filters, orderBy: [BY_START] })}`}>
        {t("invoices.all")}
      </Link>
    </>
  );
}
