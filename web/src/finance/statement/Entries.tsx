import { Link, Money, Quiet, SimpleTable, Stack, StatusBadge, useFormats, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { invoicePaths } from "../invoices/paths";
import type { StatementEntry } from "./api";
import { useEntryKinds } from "./useStatementWords";

/** The invoice or credit note behind an entry, which leads there for those who may go. */
function InvoiceLink({ invoice: { id, number, title } }: Pick<StatementEntry, "invoice">) {
  const to = invoicePaths.detail(useArea(), id);
  const name = number ?? title;
  return (
    <Stack gap={0}>
      {useMayOpen()(to) ? <Link to={to}>{name}</Link> : name}
      {number && <Quiet>{title}</Quiet>}
    </Stack>
  );
}

function Kind({ kind }: Pick<StatementEntry, "kind">) {
  const { label, ...look } = useEntryKinds()[kind];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}

interface EntriesProps {
  caption: string;
  /** Oldest first. */
  entries: StatementEntry[];
  /** They are of more than one organization. */
  hasOrganizations: boolean;
}

/** What moved a balance, and the balance after each. */
export function Entries({ caption, entries, hasOrganizations }: EntriesProps) {
  const { t } = useTranslation(["statement", "invoices"]);
  const { date } = useFormats();
  const organization = {
    id: "organization",
    header: t("invoices:field.organization"),
    cell: ({ organization: { name } }: StatementEntry) => name,
  };
  return (
    <SimpleTable
      caption={caption}
      rows={entries}
      rowKey={({ invoice, kind }) => `${invoice.id} ${kind}`}
      columns={[
        { id: "day", header: t("field.day"), cell: ({ day }) => date(day) },
        { id: "kind", header: t("field.kind"), cell: ({ kind }) => <Kind kind={kind} /> },
        {
          id: "invoice",
          header: t("field.number"),
          cell: ({ invoice }) => <InvoiceLink invoice={invoice} />,
        },
        ...(hasOrganizations ? [organization] : []),
        {
          id: "amount",
          header: t("field.amount"),
          align: "right",
          cell: ({ amount }) => <Money amount={amount} />,
        },
        {
          id: "balance",
          header: t("field.balance"),
          align: "right",
          cell: ({ balance }) => <Money amount={balance} />,
        },
      ]}
    />
  );
}
