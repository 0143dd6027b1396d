import {
  Banner,
  Button,
  Facts,
  Link,
  Loaded,
  Money,
  NONE,
  Quiet,
  SimpleTable,
  Stack,
  StatusBadge,
  useFormats,
} from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../../app/area";
import { useVatNames } from "../../company/useVatNames";
import { Difference } from "../Difference";
import { PdfDialog } from "../PdfDialog";
import { invoicePaths } from "../paths";
import { type Invoice, type InvoiceRow, previewInvoice, useEarlier, useInvoice } from "./api";
import classes from "./create.module.css";
import { useSalesFacts } from "./FillStep";
import { Part } from "./Part";
import { Refused } from "./Refused";
import { useReckoning } from "./reckoning";
import { isRefusal } from "./refusal";
import {
  type Change,
  type ComparedGroup,
  type ComparedLine,
  changeOf,
  compare,
  isEmpty,
  type Warning,
  warningsOf,
} from "./review";
import { useMonthWarning } from "./useMonthWords";
import { type FillValues, type Proposal, type Section, toInput } from "./values";

/** What happened to an amount since the invoice before. */
function ChangeMark({ change }: { change: Change | null }) {
  const { t } = useTranslation("invoicing");
  const looks = {
    new: { tone: "info", label: t("change.new") },
    more: { tone: "attention", icon: "up", label: t("change.more") },
    less: { tone: "attention", icon: "down", label: t("change.less") },
    gone: { tone: "warning", label: t("change.gone") },
  } as const;
  if (change === null) return null;
  if (change === "same") return <Quiet>{t("change.same")}</Quiet>;
  const { label, ...look } = looks[change];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}

const amountOf = (amount: string | null) => (amount === null ? NONE : <Money amount={amount} />);

function GroupTable({ group, hasPrevious }: { group: ComparedGroup; hasPrevious: boolean }) {
  const { t } = useTranslation(["invoicing", "finance"]);
  const { decimal, money } = useFormats();
  const sum = ({ quantity, amount }: ComparedLine) =>
    quantity !== null &&
    amount !== null &&
    t("review.each", { quantity: decimal(quantity), amount: money(amount) });
  const before = [
    {
      id: "before",
      header: t("review.before"),
      align: "right" as const,
      cell: (line: ComparedLine) => amountOf(line.before),
    },
    {
      id: "change",
      header: t("review.change"),
      cell: (line: ComparedLine) => <ChangeMark change={line.change} />,
    },
  ];
  return (
    <Stack gap={8}>
      <strong>{group.title}</strong>
      <SimpleTable
        caption={group.title}
        rows={group.lines.map((line, at) => ({ ...line, at }))}
        rowKey={({ at }) => at}
        columns={[
          {
            id: "label",
            header: t("line.label"),
            cell: (line) => (
              <Stack gap={0}>
                <span>{line.label || NONE}</span>
                {line.description && <Quiet>{line.description}</Quiet>}
                <Quiet>{sum(line)}</Quiet>
              </Stack>
            ),
          },
          { id: "total", header: t("review.now"), align: "right", cell: ({ total }) => amountOf(total) },
          ...(hasPrevious ? before : []),
        ]}
      />
    </Stack>
  );
}

interface ReviewProps {
  fill: FillValues;
  proposal: Proposal;
}

interface ComparisonProps extends ReviewProps {
  previous: Invoice | null;
}

function Lines({ section, title, fill, previous }: { section: Section; title: string } & ComparisonProps) {
  const { t } = useTranslation("invoicing");
  const { lines } = useReckoning();
  const groups = compare(fill[section], lines[section], section, previous);
  return (
    <Part title={title}>
      {groups.length === 0 && <Quiet>{t("review.noLines")}</Quiet>}
      {groups.map((group, at) => (
        <GroupTable key={at} group={group} hasPrevious={previous !== null} />
      ))}
    </Part>
  );
}

/** What both come to, beside each other. */
function BothTotals({ previous }: { previous: Invoice | null }) {
  const { t } = useTranslation("invoicing");
  const { totals } = useReckoning();
  if (!totals) return null;
  const rows: { label: string; now: string; before: string | undefined; isDifference?: boolean }[] = [
    { label: t("totals.fees"), now: totals.fees, before: previous?.totalFees },
    { label: t("totals.commissions"), now: totals.commissions, before: previous?.totalCommissions },
    { label: t("totals.taxes"), now: totals.taxes, before: previous?.totalTaxes },
    { label: t("totals.amount"), now: totals.amount, before: previous?.totalAmount },
    {
      label: t("totals.differenceExVat"),
      now: totals.differenceExVat,
      before: previous?.differenceExVat,
      isDifference: true,
    },
    {
      label: t("totals.difference"),
      now: totals.differenceAmount,
      before: previous?.differenceAmount,
      isDifference: true,
    },
  ];
  const shown = (amount: string, isDifference?: boolean): ReactNode =>
    isDifference ? <Difference amount={amount} /> : <Money amount={amount} />;
  const before = [
    {
      id: "before",
      header: t("review.before"),
      align: "right" as const,
      cell: (row: (typeof rows)[number]) => (row.before ? shown(row.before, row.isDifference) : NONE),
    },
    {
      id: "change",
      header: t("review.change"),
      cell: ({ now, before }: (typeof rows)[number]) => (
        <ChangeMark change={before ? changeOf(now, before) : null} />
      ),
    },
  ];
  return (
    <Part title={t("totals.title")}>
      <SimpleTable
        caption={t("totals.title")}
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { id: "label", header: t("totals.what"), cell: ({ label }) => label },
          {
            id: "now",
            header: t("review.now"),
            align: "right",
            cell: ({ now, isDifference }) => shown(now, isDifference),
          },
          ...(previous ? before : []),
        ]}
      />
    </Part>
  );
}

/** What somebody should look at first. */
function Warnings({ fill, proposal, earlier }: ReviewProps & { earlier: InvoiceRow[] }) {
  const { t } = useTranslation("invoicing");
  const area = useArea();
  const { money } = useFormats();
  const monthText = useMonthWarning();
  const { totals } = useReckoning();
  const { overlapping, warnings: months, of } = proposal;
  const all = warningsOf({
    total: totals?.amount ?? "0",
    startAt: of.startAt,
    months,
    overlapping,
    earlier,
    leftOut: fill.leftOut,
  });
  const text = (warning: Warning): ReactNode => {
    switch (warning.kind) {
      case "month":
        return monthText(warning.of);
      case "overlapping":
        return (
          <>
            {t("warning.overlapping")}
            <ul className={classes.warnings}>
              {overlapping.map(({ id, number, title, totalAmount }) => (
                <li key={id}>
                  <Link to={invoicePaths.detail(area, id)}>
                    {[number ?? t("warning.draft"), title, money(totalAmount)].join(" · ")}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        );
      case "high":
        return t("warning.high");
      case "low":
        return t("warning.low");
      case "negative":
        return t("warning.negative");
      case "leftOut":
        return t("warning.leftOut", { count: warning.fees });
    }
  };
  if (all.length === 0 && !isEmpty(fill)) return null;
  return (
    <Banner tone="warning" title={t("warning.title")}>
      <ul className={classes.warnings}>
        {isEmpty(fill) && <li>{t("warning.empty")}</li>}
        {all.map((warning, at) => (
          <li key={at}>{text(warning)}</li>
        ))}
      </ul>
    </Banner>
  );
}

/** The document that it will be. */
function Preview({ fill, proposal }: ReviewProps) {
  const { t } = useTranslation("invoicing");
  const [isOpen, setOpen] = useState(false);
  const input = toInput(fill, proposal);
  return (
    <>
      <Button icon="preview" onClick={() => setOpen(true)}>
        {t("preview.action")}
      </Button>
      <PdfDialog
        title={t("preview.title", { title: fill.title })}
        name={`${fill.title}.pdf`}
        of={["preview", JSON.stringify(input)]}
        load={() => previewInvoice(input)}
        explain={(error) =>
          isRefusal(error) && <Refused error={error} title={t("preview.failed")} fill={fill} />
        }
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Head({ fill, proposal }: ReviewProps) {
  const { t } = useTranslation("invoicing");
  const { date, percent } = useFormats();
  const vatNames = useVatNames();
  return (
    <Part title={t("fill.head")} action={<Preview fill={fill} proposal={proposal} />}>
      <Facts
        facts={[
          { label: t("field.title"), value: <strong>{fill.title}</strong> },
          {
            label: t("field.period"),
            value: t("review.span", { from: date(proposal.of.startAt), to: date(proposal.of.endAt) }),
          },
          { label: t("field.deadlineAt"), value: date(fill.deadlineAt) },
          {
            label: t("field.vat"),
            value: t("review.vat", {
              name: vatNames[fill.vat] ?? fill.vat,
              percent: percent(fill.organizationVat),
            }),
          },
          { label: t("field.organizationOwnership"), value: percent(fill.organizationOwnership) },
          { label: t("field.internalShipping"), value: <Money amount={fill.internalShipping} /> },
          { label: t("field.specialMention"), value: fill.specialMention || NONE },
        ]}
      />
    </Part>
  );
}

function Comparison({ previous, ...props }: ComparisonProps) {
  const { t } = useTranslation("invoicing");
  const { date } = useFormats();
  const area = useArea();
  const facts = useSalesFacts(props.proposal.salesReport);
  return (
    <>
      {previous ? (
        <Quiet>
          {t("review.beside")}{" "}
          <Link to={invoicePaths.detail(area, previous.id)}>
            {t("review.previous", {
              title: previous.number ?? previous.title,
              from: date(previous.startAt),
              to: date(previous.endAt),
            })}
          </Link>
        </Quiet>
      ) : (
        <Quiet>{t("review.first")}</Quiet>
      )}
      <Lines section="commissions" title={t("section.commissions")} previous={previous} {...props} />
      <Lines section="fees" title={t("section.fees")} previous={previous} {...props} />
      <BothTotals previous={previous} />
      <Part title={t("sales.title")}>
        <Facts facts={facts} />
      </Part>
    </>
  );
}

function BesidePrevious({ id, ...props }: ReviewProps & { id: string | null }) {
  const invoice = useInvoice(id);
  if (id === null) return <Comparison previous={null} {...props} />;
  return <Loaded of={invoice}>{(previous) => <Comparison previous={previous} {...props} />}</Loaded>;
}

/** How the invoice will read, beside the one before, and what should be looked at first. */
export function ReviewStep(props: ReviewProps) {
  return (
    <Loaded of={useEarlier(props.proposal.of)} lines={12}>
      {({ rows }) => (
        <>
          <Warnings earlier={rows} {...props} />
          <Head {...props} />
          <BesidePrevious id={rows[0]?.id ?? null} {...props} />
        </>
      )}
    </Loaded>
  );
}
