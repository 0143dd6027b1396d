import { Button, Dialog, Link, Loaded, Money, Quiet, SimpleTable, Stack, useFormats } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../../app/area";
import type { Asked } from "../../spans/values";
import { LineFees } from "../invoices/LineFees";
import { invoicePaths } from "../invoices/paths";
import { useSeesSeveral } from "../invoices/useInvoiceColumns";
import { useFeeCategories } from "../useFinanceWords";
import { useReadOn } from "../useReadOn";
import { type Analysis, type AnalysisLine, type LinesAsked, nextLines, useLines } from "./api";
import { linesAsked, lookInto, toBehind } from "./values";

function Table({ lines, caption }: { lines: AnalysisLine[]; caption: string }) {
  const { t } = useTranslation(["analysis", "invoices", "finance"]);
  const { date } = useFormats();
  const area = useArea();
  const seesSeveral = useSeesSeveral();
  return (
    <SimpleTable
      caption={caption}
      rows={lines}
      rowKey={({ id }) => id}
      expand={{
        label: ({ label }) => label,
        panel: (line) =>
          line.feeCount > 0 ? () => <LineFees invoiceId={line.invoiceId} line={line} /> : null,
      }}
      columns={[
        {
          id: "what",
          header: t("invoices:lines.what"),
          cell: ({ label, title }) => (
            <Stack gap={0}>
              <span>{label}</span>
              <Quiet>{title}</Quiet>
            </Stack>
          ),
        },
        {
          id: "invoice",
          header: t("invoices:section.invoice"),
          cell: ({ invoiceId, number, startAt }) => (
            <Stack gap={0}>
              <Link to={invoicePaths.detail(area, invoiceId)}>{number}</Link>
              <Quiet>{date(startAt)}</Quiet>
            </Stack>
          ),
        },
        {
          id: "store",
          header: t("finance:field.store"),
          cell: ({ store, organization }) => (
            <Stack gap={0}>
              <span>{store.name}</span>
              {seesSeveral && <Quiet>{organization.name}</Quiet>}
            </Stack>
          ),
        },
        {
          id: "total",
          header: t("invoices:lines.total"),
          align: "right",
          cell: ({ total }) => <Money amount={total} />,
        },
      ]}
    />
  );
}

function Lines({ asked, caption }: { asked: LinesAsked; caption: string }) {
  const { t } = useTranslation("analysis");
  const first = useLines(asked);
  const { of, readOn, isReading } = useReadOn(first, (after) => nextLines(asked, after), t("lines.failed"));
  return (
    <Loaded of={of}>
      {(lines) => (
        <Stack gap={8}>
          <Table lines={lines} caption={caption} />
          {readOn && (
            <div>
              <Button kind="quiet" busy={isReading} onClick={readOn}>
                {t("lines.more")}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** The lines of invoices and credit notes that a figure of a month is the sum of, where the address looks into one. */
export function LinesBehind({ asked, analysis }: { asked: Asked; analysis: Analysis }) {
  const { t } = useTranslation(["analysis", "invoices"]);
  const { money, month: monthName } = useFormats();
  const names = useFeeCategories();
  const [query, setQuery] = useSearchParams();
  const present = toBehind(query, analysis);
  // What was looked into stays in sight while the window closes.
  const [last, setLast] = useState(present);
  if (present && JSON.stringify(present) !== JSON.stringify(last)) setLast(present);
  const behind = present ?? last;
  if (!behind) return null;
  const { section, month, total } = behind;
  const whole = { FEES: t("invoices:section.fees"), COMMISSIONS: t("invoices:section.commissions") };
  const nameOf = ({ category }: LinesAsked) => (category ? (names[category] ?? category) : whole[section]);
  const parts = linesAsked(asked, behind);
  const what = parts.length > 1 ? t("categories.others") : parts.map(nameOf).join();
  return (
    <Dialog
      title={t("lines.title", { what, month: monthName(month) })}
      open={present !== null}
      onClose={() => setQuery(lookInto(query, null), { replace: true, preventScrollReset: true })}
      wide
    >
      <Stack>
        <Quiet>{t("lines.sum", { amount: money(total) })}</Quiet>
        {parts.map((part) => (
          <Stack key={JSON.stringify(part)} gap={8}>
            {parts.length > 1 && <strong>{nameOf(part)}</strong>}
            <Lines asked={part} caption={nameOf(part)} />
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
