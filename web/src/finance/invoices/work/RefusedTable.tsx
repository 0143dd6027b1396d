import { Link, SimpleTable, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../../app/area";
import type { RefusedInvoice } from "../api";
import { invoicePaths } from "../paths";
import { useMissingWords } from "../useMissingWords";
import { issuesOf } from "../values";

/** Why it was refused: what is missing by name, else in the words of the refusal. */
export function Reason({ of }: { of: RefusedInvoice }) {
  const { t } = useTranslation("invoices");
  const issues = issuesOf(of);
  const { seller, buyer } = useMissingWords()(issues.map(({ field }) => field));
  const others = issues.filter(({ field }) => !/^(seller|buyer)\./.test(field));
  if (issues.length === 0) return of.message;
  return (
    <Stack gap={0}>
      {seller && <span>{t("work.missingOfSeller", { fields: seller })}</span>}
      {buyer && <span>{t("work.missingOfBuyer", { fields: buyer })}</span>}
      {others.map(({ field, message }) => (
        <span key={field}>{message}</span>
      ))}
    </Stack>
  );
}

/** Invoices that something could not happen to, each with why. */
export function RefusedTable({ rows }: { rows: RefusedInvoice[] }) {
  const { t } = useTranslation("invoices");
  const area = useArea();
  return (
    <SimpleTable
      caption={t("work.refused")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "invoice",
          header: t("work.invoice"),
          cell: ({ id, name }) =>
            name === null ? t("work.gone") : <Link to={invoicePaths.detail(area, id)}>{name}</Link>,
        },
        { id: "reason", header: t("work.reason"), cell: (refused) => <Reason of={refused} /> },
      ]}
    />
  );
}
