import {
  Banner,
  Columns,
  History,
  MoreMenu,
  Notes,
  RecordPage,
  Row,
  useCan,
  useIsStaff,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { InvoiceEntry } from "../accounting/InvoiceEntry";
import { FilesSection } from "../FilesSection";
import { WRITE_INVOICE } from "../permissions";
import { type Invoice, invoiceFiles, invoices } from "./api";
import { CreditInvoice } from "./CreditInvoice";
import { InvoiceFacts, InvoiceSales, InvoiceTotals } from "./InvoiceFacts";
import { InvoiceLines } from "./InvoiceLines";
import { InvoiceParties } from "./InvoiceParties";
import { InvoicePdf } from "./InvoicePdf";
import { InvoiceStatus } from "./InvoiceStatus";
import { IssueInvoice } from "./IssueInvoice";
import { invoicePaths } from "./paths";
import { StatusForm } from "./StatusForm";
import { useInvoiceActions } from "./useInvoiceActions";
import { useInvoiceStatuses, useStatusNames } from "./useInvoiceWords";
import { isDraft, isOverdue, owesNothing } from "./values";
import { MailInvoice } from "./work/MailInvoice";

interface ActionsProps {
  invoice: Invoice;
  isEditable: boolean;
  onGone: () => void;
}

/** What follows next is the main one: a draft is issued, an issued invoice sent, of a late one people are reminded. */
function Changes({ invoice }: { invoice: Invoice }) {
  if (isDraft(invoice)) return <IssueInvoice invoice={invoice} />;
  const isLate = isOverdue(invoice);
  return (
    <>
      {invoice.kind === "INVOICE" && <CreditInvoice invoice={invoice} />}
      <MailInvoice invoice={invoice} kind="SEND" isPrimary={!isLate && invoice.companyStatus === 1} />
      {isLate && <MailInvoice invoice={invoice} kind="REMIND" isPrimary />}
    </>
  );
}

/** A draft is issued or deleted, an issued invoice sent and taken back, a credit note sent; each is read as a document. */
function Actions({ invoice, isEditable, onGone }: ActionsProps) {
  const actions = useInvoiceActions(onGone)(invoice);
  return (
    <>
      {isEditable && <MoreMenu actions={actions} />}
      <InvoicePdf invoice={invoice} />
      {isEditable && <Changes invoice={invoice} />}
    </>
  );
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  return (
    <>
      <InvoiceLines
        invoice={invoice}
        title={t("section.commissions")}
        groups={invoice.commissions}
        total={invoice.totalCommissions}
        none={t("lines.noCommissions")}
      />
      <InvoiceLines
        invoice={invoice}
        title={t("section.fees")}
        groups={invoice.fees}
        total={invoice.totalFees}
        none={t("lines.noFees")}
      />
    </>
  );
}

function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation(["invoices", "finance"]);
  const statuses = useInvoiceStatuses();
  const names = useStatusNames();
  const words = {
    companyStatus: statuses.company,
    customerStatus: statuses.customer,
    bankStatus: statuses.bank,
  } as Record<string, (typeof statuses)["company"]>;
  return (
    <History
      entity="invoice"
      id={invoice.id}
      values={(field, value) => words[field]?.[String(value)]?.label}
      fields={{
        number: t("field.number"),
        title: t("field.title"),
        "organization.name": t("field.organization"),
        "store.name": t("finance:field.store"),
        startAt: t("field.startAt"),
        endAt: t("field.endAt"),
        deadlineAt: t("field.deadlineAt"),
        totalFees: t("field.totalFees"),
        totalCommissions: t("field.totalCommissions"),
        totalTaxes: t("field.totalTaxes"),
        totalAmount: t("field.totalAmount"),
        companyStatus: names.company,
        customerStatus: names.customer,
        bankStatus: names.bank,
        reason: t("field.reason"),
        mailError: t("field.mailError"),
        attachment: t("files.title"),
      }}
    />
  );
}

/** One invoice or credit note: what is billed and how that came about, where it is, who it is between, its history. */
export default function InvoiceDetail() {
  const { t } = useTranslation("invoices");
  const area = useArea();
  const isStaff = useIsStaff();
  const isEditable = useCan()(WRITE_INVOICE) && isStaff;
  return (
    <RecordPage
      of={[invoicePaths.detail.useIds().invoiceId]}
      useRecord={invoices.useOne}
      breadcrumbs={[{ label: t("list.title"), to: invoicePaths.list(area) }]}
      title={({ title }) => title}
      mark={(invoice) => (
        <Row>
          <InvoiceStatus of="company" invoice={invoice} />
          {(isOverdue(invoice) || owesNothing(invoice)) && <InvoiceStatus of="bank" invoice={invoice} />}
        </Row>
      )}
      actions={(invoice, leave) => <Actions invoice={invoice} isEditable={isEditable} onGone={leave} />}
    >
      {(invoice) => (
        <>
          {isDraft(invoice) && <Banner tone="info" title={t("draft")} />}
          <Columns
            main={
              <>
                <InvoiceTotals invoice={invoice} />
                <Lines invoice={invoice} />
                {invoice.kind === "INVOICE" && <InvoiceSales invoice={invoice} />}
                <FilesSection
                  of={invoice.id}
                  files={invoiceFiles}
                  title={t("files.title")}
                  label={t("files.label")}
                  isEditable={isEditable}
                />
              </>
            }
            side={
              <>
                <InvoiceFacts invoice={invoice} />
                <StatusForm invoice={invoice} />
                <InvoiceEntry invoice={invoice} />
                {invoice.frozen && <InvoiceParties parties={invoice.frozen} />}
              </>
            }
          />
          <Notes relationId={invoice.id} />
          <InvoiceHistory invoice={invoice} />
        </>
      )}
    </RecordPage>
  );
}
