import { type BulkSelection, Button } from "@comptoir/kit";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { InvoiceRow } from "../invoices/api";
import { useAccounting } from "./api";
import { useSend } from "./useSend";
import { issuedOf } from "./values";

// For the list of invoices.
fetchTexts("accounting");

interface SendProps {
  selection: BulkSelection<InvoiceRow>;
}

function SendButton({ selection }: SendProps) {
  const { t } = useTranslation("accounting");
  const { data } = useAccounting();
  const [send, isSending] = useSend();
  const ids = issuedOf(selection);
  if (!data?.connection || ids.length === 0) return null;
  return (
    <Button
      icon="finance"
      busy={isSending}
      // The call takes invoices by their ids.
      disabledBecause={selection.all ? t("send.page") : undefined}
      onClick={() => void send(ids, selection.clear)}
    >
      {t("send.action")}
    </Button>
  );
}

/** Sends selected invoices to the books, where there are some: those that were issued. The list stays while its texts come. */
export function SendInvoices(props: SendProps) {
  return (
    <Suspense fallback={null}>
      <SendButton {...props} />
    </Suspense>
  );
}
