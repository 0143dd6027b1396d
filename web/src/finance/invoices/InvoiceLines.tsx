import { Money, Quiet, Section, SimpleTable, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { shortened } from "../decimals";
import type { Invoice, InvoiceLine, LineGroup } from "./api";
import { LineFees } from "./LineFees";
import { useExplanation } from "./useExplanation";
import { isZero } from "./values";

/** What is billed, and how it came about. */
function What({ line }: { line: InvoiceLine }) {
  const { t } = useTranslation("invoices");
  const { money } = useFormats();
  const explain = useExplanation();
  return (
    <Stack gap={0}>
      <span>{line.label}</span>
      {line.description && <Quiet>{line.description}</Quiet>}
      {line.explanation && <Quiet>{explain(line.explanation)}</Quiet>}
      {!isZero(line.credited) && <Quiet>{t("lines.credited", { amount: money(line.credited) })}</Quiet>}
    </Stack>
  );
}

function Group({ invoiceId, group, title }: { invoiceId: string; group: LineGroup; title: string }) {
  const { t } = useTranslation("invoices");
  const { decimal } = useFormats();
  return (
    <SimpleTable
      caption={title}
      rows={group.lines}
      rowKey={({ id }) => id}
      expand={{
        label: ({ label }) => label,
        panel: (line) => (line.feeCount > 0 ? () => <LineFees invoiceId={invoiceId} line={line} /> : null),
      }}
      columns={[
        { id: "what", header: t("lines.what"), cell: (line) => <What line={line} /> },
        {
          id: "quantity",
          header: t("lines.quantity"),
          align: "right",
          cell: ({ quantity }) => decimal(shortened(quantity)),
        },
        {
          id: "amount",
          header: t("lines.amount"),
          align: "right",
          cell: ({ amount }) => <Money amount={amount} />,
        },
        {
          id: "total",
          header: t("lines.total"),
          align: "right",
          cell: ({ total }) => <Money amount={total} />,
        },
      ]}
    />
  );
}

interface InvoiceLinesProps {
  invoice: Invoice;
  /** What they are: "Fees". */
  title: string;
  groups: LineGroup[];
  /** Without VAT. */
  total: string;
  none: string;
}

/** The lines of one kind by their titles, with what they come to. */
export function InvoiceLines({ invoice, title, groups, total, none }: InvoiceLinesProps) {
  return (
    <Section title={title} action={<Money amount={total} />}>
      {groups.length === 0 && <Quiet>{none}</Quiet>}
      <Stack>
        {groups.map((group) => (
          <Stack key={group.lines[0]?.id} gap={8}>
            {group.title && group.title !== title && <strong>{group.title}</strong>}
            <Group invoiceId={invoice.id} group={group} title={group.title || title} />
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
