import { type FilterOffer, ListPage, SynchronizeButton, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { ChargeTickets } from "../finance/tickets/ChargeTickets";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { useStoreFilter } from "../stores/records";
import { tickets } from "./api";
import { ticketPaths } from "./paths";
import { useTicketStatuses } from "./TicketStatus";
import { useTicketColumns } from "./useTicketColumns";

function useFilters(): FilterOffer<"tickets">[] {
  const { t } = useTranslation("tickets");
  const due = { yes: t("due.yes"), no: t("due.no") };
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options: useTicketStatuses() },
    ...useStoreFilter(t("column.store")),
    { kind: "oneOf", field: "toInvoice", label: t("due.label"), options: due },
    { kind: "dates", field: "openedAt", label: t("column.opened") },
    { kind: "dates", field: "closedAt", label: t("column.closed") },
  ];
}

/** Whatever is due, of whichever ticket. */
const ALL = {};

/** All tickets that one may see, newest first. */
export default function TicketList() {
  const { t } = useTranslation("tickets");
  const area = useArea();
  const isStaff = useIsStaff();
  const state = useListState({ field: "openedAt", direction: "desc" });
  const synchronize = (
    <SynchronizeButton
      permission="WRITE_ORDER"
      label={t("synchronize.action")}
      failed={t("synchronize.failed")}
      ask={tickets.synchronize}
    />
  );
  return (
    <ListPage
      title={t("list.title")}
      actions={
        <>
          <ChargeTickets meant={ALL} />
          {synchronize}
        </>
      }
      name="tickets"
      state={state}
      rows={tickets.useList(state.cursor)}
      columns={usePluginColumns("ticket", useTicketColumns())}
      rowLabel={({ subject, providerId }) => t("list.row", { subject: subject || providerId })}
      rowTo={(ticket) => ticketPaths.detail(area, ticket.id)}
      rowActions={usePluginActions("ticket")}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={tickets.export}
      resource={t("list.resource")}
      bulk={(selection) => (
        <>
          <ChargeTickets meant={selection.body} />
          <PluginBulk entity="ticket" selection={selection} />
        </>
      )}
      empty={{
        icon: "ticket",
        title: t("list.empty.title"),
        text: isStaff ? t("list.empty.admin") : t("list.empty.customer"),
        action: synchronize,
      }}
    />
  );
}
