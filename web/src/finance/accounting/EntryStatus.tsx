import { Link, NONE, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Entry } from "./api";
import { useEntryStatuses, usePayments, useProblemText } from "./useAccountingWords";

/** How far an invoice is on its way into the books, in a word. */
export function EntryStatus({ entry: { status, problem } }: { entry: Pick<Entry, "status" | "problem"> }) {
  const { label, tone, icon } = useEntryStatuses()[status];
  const words = useProblemText();
  return (
    <StatusBadge tone={tone} icon={icon} title={problem === null ? undefined : words(problem)}>
      {label}
    </StatusBadge>
  );
}

/** How far the money of it is, as the service has it. */
export function EntryPayment({ entry: { payment } }: { entry: Pick<Entry, "payment"> }) {
  const payments = usePayments();
  if (payment === null) return NONE;
  return <StatusBadge tone={payments[payment].tone}>{payments[payment].label}</StatusBadge>;
}

/** Where it is at the service: its number there, which leads to it where its address is known. */
export function EntryPlace({ entry: { externalId, url } }: { entry: Pick<Entry, "externalId" | "url"> }) {
  const { t } = useTranslation("accounting");
  if (externalId === null) return NONE;
  // It becomes a link of ours: nothing but a web address.
  if (!/^https?:\/\//.test(url)) return externalId;
  return (
    <Link to={url} external>
      {t("entry.number", { id: externalId })}
    </Link>
  );
}
