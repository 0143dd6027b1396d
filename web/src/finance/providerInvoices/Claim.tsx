import {
  addDecimals,
  Banner,
  Button,
  type Column,
  columnsOf,
  DataTable,
  Dialog,
  Empty,
  LONG_TAKE,
  Loaded,
  Quiet,
  Row,
  Stack,
  useAct,
  useFormats,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { negated } from "../invoices/values";
import { exportClaim, type Parcel, useClaims, useParcelSums } from "./api";
import { useParcelColumns } from "./useParcelColumns";
import { stakeOf } from "./values";

const { money } = columnsOf<Parcel, "providerParcelClaims">();

/** Those of a parcel that the provider is told of, between what tells parcels apart and what is at stake. */
const TOLD = ["reference", "carrier", "countryCode", "agreed", "beyond"];

/** What the provider charged for the way, what was agreed, and what is beyond: what is charged on top is no matter of the rates. */
function useColumns(): Column<Parcel, "providerParcelClaims">[] {
  const { t } = useTranslation("providerInvoices");
  const columns = useParcelColumns(false);
  return useMemo(() => {
    const shown = columns
      .filter(({ id }) => TOLD.includes(id))
      .map((column) => (column.id === "agreed" ? { ...column, card: "fact" as const } : column));
    const way = money("way", t("field.parcelAmount"), {
      of: ({ amount, extra }) => ({ amount: addDecimals([amount, negated(extra)]), currency: "EUR" }),
      card: "fact",
    });
    return shown.toSpliced(-2, 0, way);
  }, [columns, t]);
}

const LIST = { key: "claims", take: LONG_TAKE };

/** The parcels that the claim tells of, the dearest first. */
function Lines({ invoiceId, count }: { invoiceId: string; count: number }) {
  const { t } = useTranslation("providerInvoices");
  const state = useListState({ field: "beyond", direction: "desc" }, LIST);
  return (
    <DataTable
      caption={t("claim.lines")}
      state={state}
      rows={useClaims(invoiceId, state, count)}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLabel={({ reference, fulfillmentId }) => t("parcels.row", { name: reference || fulfillmentId })}
      searchLabel={t("parcels.search")}
      empty={
        <Empty icon="check" title={t("claim.none")}>
          {t("claim.noneText")}
        </Empty>
      }
    />
  );
}

function Stake({ invoiceId, count, amount }: { invoiceId: string; count: number; amount: string }) {
  const { t } = useTranslation("providerInvoices");
  const format = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [download, isBusy] = useAct(() => ({
    run: () => exportClaim(invoiceId),
    failed: t("claim.failed"),
    done: t("claim.done"),
  }));
  return (
    <Banner tone="warning" title={t("claim.stake", { count, number: format.number(count) })}>
      <Stack gap={8}>
        <span>{t("claim.amount", { amount: format.money(amount) })}</span>
        <Row>
          <Button icon="preview" onClick={() => setOpen(true)}>
            {t("claim.show")}
          </Button>
          <Button icon="download" busy={isBusy} onClick={() => void download()}>
            {t("claim.download")}
          </Button>
        </Row>
      </Stack>
      <Dialog title={t("claim.lines")} open={isOpen} onClose={() => setOpen(false)} wide>
        <Lines invoiceId={invoiceId} count={count} />
      </Dialog>
    </Banner>
  );
}

/** What the provider charged beyond the agreed prices: how much is at stake, of which parcels, and the file that tells it so. */
export function Claim({ invoiceId }: { invoiceId: string }) {
  const { t } = useTranslation("providerInvoices");
  const sums = useParcelSums(invoiceId, "CARRIER");
  return (
    <Loaded of={sums} lines={2}>
      {(rows) => {
        const { count, amount } = stakeOf(rows);
        if (count === 0) return <Quiet>{t("claim.none")}</Quiet>;
        return <Stake invoiceId={invoiceId} count={count} amount={amount} />;
      }}
    </Loaded>
  );
}
