import {
  Button,
  Figure,
  Link,
  Money,
  NONE,
  Quiet,
  SimpleTable,
  Stack,
  StatusBadge,
  Tick,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { StoreLink } from "../../stores/StoreLink";
import { feePaths } from "../fees/paths";
import type { SummaryLine } from "./api";
import { Margin } from "./Margin";
import { type Group, isChanged, type LinesAsked, mayBecomeFee, sumOf } from "./values";

/** The fee that came of a line, for those who may see it. */
function FeeLink({ fee }: { fee: NonNullable<SummaryLine["fee"]> }) {
  const { t } = useTranslation("providerInvoices");
  const area = useArea();
  const mayOpen = useMayOpen();
  const to = feePaths.detail(area, fee.id);
  return (
    <Stack gap={0}>
      <span>{mayOpen(to) ? <Link to={to}>{t("summary.fee")}</Link> : t("summary.fee")}</span>
      {fee.isInvoiced && <Quiet>{t("summary.isInvoiced")}</Quiet>}
    </Stack>
  );
}

/** What the provider's invoice before charged for the same. */
function Last({ line }: { line: SummaryLine }) {
  const { t } = useTranslation("providerInvoices");
  if (line.lastCharged === null) return <Quiet>{t("summary.noLast")}</Quiet>;
  return (
    <Stack gap={0}>
      <Money amount={line.lastCharged} />
      {isChanged(line) && (
        <span>
          <StatusBadge tone="attention">{t("summary.changed")}</StatusBadge>
        </span>
      )}
    </Stack>
  );
}

/** A line of a group, or what the group comes to. */
type Row = { line: SummaryLine } | { total: ReturnType<typeof sumOf> };

interface SummaryTableProps {
  group: Group;
  /** Which lines become fees, and how that is changed; without it their fees are there. */
  selection?: { has: (line: SummaryLine) => boolean; set: (id: string, isSelected: boolean) => void };
  onShow: (asked: LinesAsked) => void;
}

/** What a store owes for each service, and what it comes to. */
export function SummaryTable({ group: { store, lines }, selection, onShow }: SummaryTableProps) {
  const { t } = useTranslation("providerInvoices");
  const rows: Row[] = [...lines.map((line) => ({ line })), { total: sumOf(lines, selection?.has) }];
  const money = (of: (line: SummaryLine) => string, total: "amount" | "charged" | "paid") => (row: Row) =>
    "line" in row ? <Money amount={of(row.line)} /> : <strong>{<Money amount={row.total[total]} />}</strong>;
  const service = ({ label, quantity }: SummaryLine) =>
    store === null ? (
      label
    ) : (
      <Button kind="quiet" onClick={() => onShow({ store, label, quantity })}>
        {label}
      </Button>
    );
  const becomes = (line: SummaryLine) => {
    if (line.fee) return <FeeLink fee={line.fee} />;
    if (!selection) return NONE;
    return (
      <Tick
        label={t("summary.select", { service: line.label })}
        text={null}
        checked={mayBecomeFee(line) && selection.has(line)}
        lockedBecause={mayBecomeFee(line) ? undefined : t("summary.noFee")}
        onChange={(isSelected) => selection.set(line.id, isSelected)}
      />
    );
  };
  return (
    <Stack gap={8}>
      <strong>{store ? <StoreLink store={store} /> : t("company")}</strong>
      <SimpleTable
        caption={t("summary.caption", { store: store?.name ?? t("company") })}
        rows={rows}
        rowKey={(row) => ("line" in row ? row.line.id : "total")}
        columns={[
          {
            id: "service",
            header: t("field.service"),
            cell: (row) => ("line" in row ? service(row.line) : <strong>{t("summary.total")}</strong>),
          },
          {
            id: "fee",
            header: selection ? t("summary.isSelected") : t("summary.fee"),
            cell: (row) => ("line" in row ? becomes(row.line) : ""),
          },
          {
            id: "quantity",
            header: t("field.lineCount"),
            align: "right",
            cell: (row) => <Figure value={"line" in row ? row.line.quantity : row.total.quantity} />,
          },
          {
            id: "amount",
            header: t("field.amount"),
            align: "right",
            cell: money(({ amount }) => amount, "amount"),
          },
          {
            id: "charged",
            header: t("field.amountCharged"),
            align: "right",
            cell: money(({ amountCharged }) => amountCharged, "charged"),
          },
          {
            id: "last",
            header: t("field.lastCharged"),
            align: "right",
            cell: (row) => ("line" in row ? <Last line={row.line} /> : ""),
          },
          {
            id: "paid",
            header: t("field.amountPaidByCustomer"),
            align: "right",
            cell: money(({ amountPaidByCustomer }) => amountPaidByCustomer, "paid"),
          },
          {
            id: "margin",
            header: t("field.margin"),
            align: "right",
            cell: (row) => <Margin amount={"line" in row ? row.line.margin : row.total.margin} />,
          },
        ]}
      />
    </Stack>
  );
}
