import { StatusBadge, useFormats, useJob } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ProviderInvoiceRow, providerInvoices } from "./api";
import { useStepNames } from "./useProviderInvoiceWords";
import { isReading } from "./values";

/** How far the reading of a file is; the list is read again when it ends. */
function Reading({ jobId }: Pick<ProviderInvoiceRow, "jobId">) {
  const { t } = useTranslation("providerInvoices");
  const { percent } = useFormats();
  const { progress } = useJob(() => void providerInvoices.refresh(), jobId);
  const share = progress?.total ? Math.floor((progress.done / progress.total) * 100) : null;
  return (
    <StatusBadge tone="info" icon="clock">
      {share === null ? t("status.reading") : t("status.readingShare", { share: percent(share) })}
    </StatusBadge>
  );
}

/** How far an invoice is, in a word. */
export function ProviderInvoiceStatus({ invoice }: { invoice: ProviderInvoiceRow }) {
  const { t } = useTranslation("providerInvoices");
  const steps = useStepNames();
  const { status, problem, jobId } = invoice;
  if (problem !== null)
    return (
      <StatusBadge tone="critical" title={problem}>
        {t("status.unreadable")}
      </StatusBadge>
    );
  if (isReading(invoice)) return <Reading jobId={jobId} />;
  return <StatusBadge tone={status === "VALIDATED" ? "success" : "attention"}>{steps[status]}</StatusBadge>;
}
