import {
  type BulkSelection,
  Button,
  type FilterOffer,
  ListPage,
  type MenuAction,
  useCan,
  useListState,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { invoicePaths } from "../invoices/paths";
import { WRITE_INVOICE } from "../permissions";
import { type Entry, entries } from "./api";
import { accountingPaths } from "./paths";
import { useEntryStatuses, usePayments } from "./useAccountingWords";
import { useEntryColumns } from "./useEntryColumns";
import { useSend } from "./useSend";
import { failedOf } from "./values";

function useFilters(): FilterOffer<"accountingEntries">[] {
  const { t } = useTranslation("accounting");
  return [
    { kind: "oneOf", field: "status", label: t("entry.status"), options: useEntryStatuses() },
    { kind: "oneOf", field: "payment", label: t("entry.payment"), options: usePayments() },
  ];
}

/** Sends those once more that the service did not take. */
function SendAgain({ selection }: { selection: BulkSelection<Entry> }) {
  const { t } = useTranslation("accounting");
  const [send, isSending] = useSend();
  const ids = failedOf(selection.rows);
  return (
    <Button
      icon="finance"
      busy={isSending}
      disabledBecause={ids.length === 0 ? t("send.none") : selection.all ? t("send.page") : undefined}
      onClick={() => void send(ids, selection.clear)}
    >
      {t("send.again")}
    </Button>
  );
}

/** What can be done with one: it is sent once more, or looked at where it is. */
function useRowActions(isEditable: boolean): (entry: Entry) => MenuAction[] {
  const { t } = useTranslation("accounting");
  const [send] = useSend();
  return (entry) =>
    isEditable && entry.status === "FAILED"
      ? [{ id: "send", label: t("send.again"), icon: "finance", onClick: () => void send([entry.invoiceId]) }]
      : [];
}

/** Invoices and credit notes on their way into the books, the latest change first. */
export default function EntryList() {
  const { t } = useTranslation("accounting");
  const area = useArea();
  const isEditable = useCan()(WRITE_INVOICE);
  const state = useListState({ field: "updatedAt", direction: "desc" });
  const actions = useRowActions(isEditable);
  return (
    <ListPage
      title={t("list.title")}
      breadcrumbs={[{ label: t("title"), to: accountingPaths.home(area) }]}
      name="accountingEntries"
      state={state}
      rows={entries.useList(state.cursor)}
      columns={useEntryColumns()}
      rowLabel={({ number }) => t("list.row", { number })}
      rowTo={({ invoiceId }) => invoicePaths.detail(area, invoiceId)}
      rowActions={isEditable ? actions : undefined}
      filters={useFilters()}
      bulk={isEditable ? (selection) => <SendAgain selection={selection} /> : undefined}
      empty={{
        icon: "finance",
        title: t("list.empty.title"),
        text: t("list.empty.text"),
        action: (
          <Button to={accountingPaths.home(area)} icon="finance">
            {t("list.empty.action")}
          </Button>
        ),
      }}
    />
  );
}
