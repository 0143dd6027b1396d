import {
  type Column,
  columnsOf,
  cursorWithin,
  DataTable,
  Dialog,
  Empty,
  isNarrowed,
  LONG_TAKE,
  Quiet,
  Stack,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type InvoiceLine, useInvoiceLines } from "./api";
import { OrderLink } from "./useParcelColumns";
import { filtersOf, type LinesAsked } from "./values";

const { number, money } = columnsOf<InvoiceLine, "providerInvoiceLines">();

function useColumns(): Column<InvoiceLine, "providerInvoiceLines">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  return useMemo(
    () => [
      number("line", t("field.line"), { sortable: true }),
      {
        id: "fulfillmentId",
        header: t("field.fulfillmentId"),
        cell: ({ orderId, fulfillmentId }) => <OrderLink orderId={orderId} name={fulfillmentId} />,
        card: "title",
      },
      {
        id: "service",
        header: t("field.service"),
        cell: ({ service, description }) => (
          <Stack gap={0}>
            <span>{service}</span>
            <Quiet>{description}</Quiet>
          </Stack>
        ),
        card: "fact",
      },
      number("quantity", t("field.quantity"), {
        of: ({ quantity }) => (quantity === null ? null : Number(quantity)),
      }),
      money("price", t("field.price"), {
        of: ({ price }) => ({ amount: price, currency: "EUR" }),
        sortable: true,
        total: true,
        card: "fact",
      }),
    ],
    [t],
  );
}

const LIST = { key: "lines", take: LONG_TAKE };

/** The lines of the file behind a line of the summary, in a window that `show` opens. */
export function useLinesDialog(invoiceId: string) {
  const { t } = useTranslation("providerInvoices");
  const [asked, setAsked] = useState<LinesAsked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const state = useListState({ field: "line", direction: "asc" }, LIST);
  const columns = useColumns();
  const cursor = asked && filtersOf(asked).reduce(cursorWithin, state.cursor);
  const rows = useInvoiceLines(
    invoiceId,
    isOpen ? cursor : null,
    isNarrowed(state.query) ? undefined : asked?.quantity,
  );
  const close = () => {
    setOpen(false);
    // Another line's begin at their first page.
    state.reset();
  };
  return {
    show: (of: LinesAsked) => {
      setAsked(of);
      setOpen(true);
    },
    dialog: (
      <Dialog
        title={asked ? t("lines.title", { service: asked.label, store: asked.store.name }) : ""}
        open={isOpen}
        onClose={close}
        wide
      >
        <DataTable
          caption={t("lines.caption")}
          state={state}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          searchLabel={t("lines.search")}
          rowLabel={({ line }) => t("general.row", { line })}
          empty={
            <Empty icon="file" title={t("lines.none")}>
              {t("lines.noneText")}
            </Empty>
          }
        />
      </Dialog>
    ),
  };
}
