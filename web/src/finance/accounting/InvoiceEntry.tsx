import { Button, DateTime, type Fact, Facts, Money, Section, Stack, useCan, useIsStaff } from "@comptoir/kit";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Invoice } from "../invoices/api";
import { isZero } from "../invoices/values";
import { WRITE_INVOICE } from "../permissions";
import { type Entry, entries } from "./api";
import { EntryPayment, EntryPlace, EntryStatus } from "./EntryStatus";
import { useReason } from "./useAccountingWords";
import { useSend } from "./useSend";
import { failedOf, ofInvoice } from "./values";

/** Sends it once more, where the service did not take it. */
function SendAgain({ entry }: { entry: Entry }) {
  const { t } = useTranslation("accounting");
  const [send, isSending] = useSend();
  const ids = failedOf([entry]);
  if (!useCan()(WRITE_INVOICE) || ids.length === 0) return null;
  return (
    <Button busy={isSending} onClick={() => void send(ids)}>
      {t("send.again")}
    </Button>
  );
}

function EntrySection({ entry }: { entry: Entry }) {
  const { t } = useTranslation("accounting");
  const reason = useReason()(entry);
  const { externalId, payment, remaining, bookedAt } = entry;
  const facts: Fact[] = [
    { label: t("entry.status"), value: <EntryStatus entry={entry} /> },
    ...(reason ? [{ label: t("entry.reason"), value: reason }] : []),
    ...(payment ? [{ label: t("entry.payment"), value: <EntryPayment entry={entry} /> }] : []),
    ...(remaining && !isZero(remaining)
      ? [{ label: t("entry.remaining"), value: <Money amount={remaining} /> }]
      : []),
    ...(externalId ? [{ label: t("entry.place"), value: <EntryPlace entry={entry} /> }] : []),
    ...(bookedAt ? [{ label: t("entry.bookedAt"), value: <DateTime at={bookedAt} /> }] : []),
  ];
  return (
    <Section title={t("title")}>
      <Stack gap={12}>
        <Facts facts={facts} />
        <SendAgain entry={entry} />
      </Stack>
    </Section>
  );
}

/** How far an invoice is on its way into the books; nothing where it was never sent there. Staff only. */
export function InvoiceEntry({ invoice: { id, number } }: { invoice: Pick<Invoice, "id" | "number"> }) {
  const isWanted = useIsStaff() && number !== null;
  const [entry] = entries.useList(isWanted ? ofInvoice(id) : null).page?.rows ?? [];
  if (!isWanted || entry?.invoiceId !== id) return null;
  return (
    // The invoice stays while its texts come.
    <Suspense fallback={null}>
      <EntrySection entry={entry} />
    </Suspense>
  );
}
