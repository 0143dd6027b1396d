import {
  addDecimals,
  CopyId,
  DateTime,
  type Fact,
  Facts,
  Figure,
  Link,
  Money,
  NONE,
  Quiet,
  Section,
  Stack,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { organizationPaths } from "../../organizations/paths";
import { StoreLink } from "../../stores/StoreLink";
import { useVatNames } from "../company/useVatNames";
import type { Invoice, InvoiceName } from "./api";
import { Difference } from "./Difference";
import { invoicePaths } from "./paths";
import { useInvoiceKinds } from "./useInvoiceWords";

/** An organization's name, which leads to it for those who may go. */
export function OrganizationLink({ organization: { id, name } }: Pick<Invoice, "organization">) {
  const to = organizationPaths.detail(useArea(), id);
  return useMayOpen()(to) ? <Link to={to}>{name}</Link> : name;
}

/** Another invoice by its number, with what it comes to. */
function Named({ invoice: { id, number, title, totalAmount } }: { invoice: InvoiceName }) {
  return (
    <>
      <Link to={invoicePaths.detail(useArea(), id)}>{number ?? title}</Link> (
      <Money amount={totalAmount} />)
    </>
  );
}

/** What an invoice takes back, and what takes it back. */
function useCredits({ credits, creditedBy }: Invoice): Fact[] {
  const { t } = useTranslation("invoices");
  const facts: Fact[] = [];
  if (credits) facts.push({ label: t("field.credits"), value: <Named invoice={credits} /> });
  if (creditedBy.length > 0)
    facts.push({
      label: t("field.creditedBy"),
      value: (
        <Stack gap={0}>
          {creditedBy.map((note) => (
            <span key={note.id}>
              <Named invoice={note} />
            </span>
          ))}
        </Stack>
      ),
    });
  return facts;
}

/** What the invoice is, of whom and of when. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation(["invoices", "finance"]);
  const { date } = useFormats();
  const kinds = useInvoiceKinds();
  const { number, store, shopName, issuedAt, sentAt, remindedAt, paidAt, author } = invoice;
  const when = (label: string, at: string | null): Fact[] =>
    at ? [{ label, value: <DateTime at={at} /> }] : [];
  const facts: Fact[] = [
    { label: t("field.number"), value: number ? <CopyId value={number} /> : t("field.noNumber") },
    { label: t("field.kind"), value: kinds[invoice.kind] },
    ...useCredits(invoice),
    {
      label: t("field.organization"),
      value: <OrganizationLink organization={invoice.organization} />,
    },
    { label: t("finance:field.store"), value: <StoreLink store={store} /> },
    // Stores are called otherwise now and then.
    ...(shopName === store.name ? [] : [{ label: t("field.shopName"), value: shopName }]),
    {
      label: t("field.period"),
      value: t("field.span", { from: date(invoice.startAt), to: date(invoice.endAt) }),
    },
    { label: t("field.deadlineAt"), value: date(invoice.deadlineAt) },
    ...(issuedAt ? [{ label: t("field.issuedAt"), value: date(issuedAt) }] : []),
    ...when(t("field.sentAt"), sentAt),
    ...when(t("field.remindedAt"), remindedAt),
    ...when(t("field.paidAt"), paidAt),
    ...(author ? [{ label: t("finance:field.author"), value: author }] : []),
    { label: t("finance:field.createdAt"), value: <DateTime at={invoice.createdAt} /> },
  ];
  return (
    <Section title={t("section.invoice")}>
      <Facts facts={facts} />
    </Section>
  );
}

/** What it comes to, and its VAT. */
export function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  const { t, i18n } = useTranslation("invoices");
  const { percent } = useFormats();
  const vatNames = useVatNames();
  const { vat, organizationVat, frozen, specialMention } = invoice;
  const mention = i18n.resolvedLanguage === "en" ? frozen?.vat.mentionEn : frozen?.vat.mentionFr;
  const isNote = invoice.kind === "CREDIT_NOTE";
  const differences: Fact[] = [
    { label: t("field.differenceExVat"), value: <Difference amount={invoice.differenceExVat} /> },
    { label: t("field.differenceAmount"), value: <Difference amount={invoice.differenceAmount} /> },
  ];
  const facts: Fact[] = [
    { label: t("field.totalCommissions"), value: <Money amount={invoice.totalCommissions} /> },
    { label: t("field.totalFees"), value: <Money amount={invoice.totalFees} /> },
    {
      label: t("field.totalExVat"),
      value: <Money amount={addDecimals([invoice.totalCommissions, invoice.totalFees])} />,
    },
    {
      label: t("field.vat", { percent: percent(organizationVat) }),
      value: (
        <Stack gap={0}>
          <Money amount={invoice.totalTaxes} />
          <Quiet>{mention || vatNames[String(vat)]}</Quiet>
        </Stack>
      ),
    },
    {
      label: t("field.totalAmount"),
      value: (
        <strong>
          <Money amount={invoice.totalAmount} />
        </strong>
      ),
    },
    // A credit note is not about sales.
    ...(isNote ? [] : differences),
    ...(specialMention
      ? [{ label: t(isNote ? "field.reason" : "field.specialMention"), value: specialMention }]
      : []),
  ];
  return (
    <Section title={t("section.totals")}>
      <Facts facts={facts} />
    </Section>
  );
}

/** What the store sold in the period, all months together. */
export function InvoiceSales({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoices");
  const { percent } = useFormats();
  const { salesReport: sales, organizationOwnership, internalShipping } = invoice;
  const facts: Fact[] = [
    { label: t("sales.orders"), value: <Figure value={sales.orders} /> },
    { label: t("sales.grossSales"), value: <Money amount={sales.grossSales} /> },
    { label: t("sales.discounts"), value: <Money amount={sales.discounts} /> },
    { label: t("sales.returns"), value: <Money amount={sales.returns} /> },
    { label: t("sales.netSales"), value: <Money amount={sales.netSales} /> },
    { label: t("sales.shipping"), value: <Money amount={sales.shipping} /> },
    { label: t("sales.duties"), value: <Money amount={sales.duties} /> },
    { label: t("sales.additionalFees"), value: <Money amount={sales.additionalFees} /> },
    { label: t("sales.taxes"), value: <Money amount={sales.taxes} /> },
    { label: t("sales.totalSales"), value: <Money amount={sales.totalSales} /> },
    { label: t("sales.internalShipping"), value: <Money amount={internalShipping} /> },
    { label: t("sales.ownership"), value: percent(organizationOwnership) || NONE },
  ];
  return (
    <Section title={t("section.sales")}>
      <Facts facts={facts} />
    </Section>
  );
}
