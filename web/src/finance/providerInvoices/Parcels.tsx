import {
  type BulkSelection,
  Button,
  DataTable,
  Empty,
  type FilterOffer,
  type ListQuery,
  LONG_TAKE,
  type MenuAction,
  Quiet,
  Stack,
  useListState,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PriceExplanation } from "../../shipping/PriceExplanation";
import {
  type Parcel,
  type Patch,
  type ProviderInvoice,
  type SumBy,
  useParcelExceptions,
  useParcelSums,
  useParcels,
} from "./api";
import { Claim } from "./Claim";
import { ParcelSums } from "./ParcelSums";
import { useParcelColumns } from "./useParcelColumns";
import { usePatch } from "./usePatch";
import { useExceptions } from "./useProviderInvoiceWords";
import { useSumName } from "./useSumName";
import { totalOf } from "./values";

const idOf = ({ id }: Parcel) => id;

/** The stores, carriers or countries of an invoice's parcels. */
function useOptions(invoiceId: string, by: SumBy): { value: string; label: string }[] {
  const { data: sums = [] } = useParcelSums(invoiceId, by);
  const nameOf = useSumName(by);
  return sums.map((sum) => ({ value: sum.key, label: nameOf(sum) }));
}

function useFilters({ id }: ProviderInvoice): FilterOffer<"providerParcels">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  return [
    { kind: "oneOf", field: "exception", label: t("field.exception"), options: useExceptions() },
    { kind: "oneOf", field: "storeId", label: t("finance:field.store"), options: useOptions(id, "STORE") },
    { kind: "oneOf", field: "carrier", label: t("field.carrier"), options: useOptions(id, "CARRIER") },
    { kind: "oneOf", field: "countryCode", label: t("field.country"), options: useOptions(id, "COUNTRY") },
    { kind: "numbers", field: "beyond", label: t("field.beyond"), suffix: "€" },
  ];
}

/** How a parcel's tariff came about. */
function Tariff({ parcel: { explanation } }: { parcel: Parcel }) {
  const { t } = useTranslation("providerInvoices");
  return explanation ? <PriceExplanation of={explanation} /> : <Quiet>{t("parcels.noTariff")}</Quiet>;
}

const CONTROL_LIST = { key: "parcels", take: LONG_TAKE };
const EXCEPTION_LIST = { key: "exceptions", take: LONG_TAKE };

/** What each order's way cost, beside what was agreed and paid. */
export function ShippingControl({ invoice }: { invoice: ProviderInvoice }) {
  const { t } = useTranslation("providerInvoices");
  const state = useListState({ field: "reference", direction: "asc" }, CONTROL_LIST);
  return (
    <Stack>
      <Claim invoiceId={invoice.id} />
      <ParcelSums invoiceId={invoice.id} state={state} />
      <DataTable
        caption={t("step.SHIPPING_FEE_CONTROL")}
        state={state}
        rows={useParcels(invoice.id, state, totalOf(invoice, "SHIPPING_FEE_CONTROL"))}
        columns={useParcelColumns(false)}
        rowKey={idOf}
        rowLabel={({ reference, fulfillmentId }) => t("parcels.row", { name: reference || fulfillmentId })}
        expand={(parcel) => <Tariff parcel={parcel} />}
        searchLabel={t("parcels.search")}
        filters={useFilters(invoice)}
        empty={
          <Empty icon="shipped" title={t("parcels.none")}>
            {t("parcels.noneText")}
          </Empty>
        }
      />
    </Stack>
  );
}

/** What can be said of all that match: the list's filters by the API's names. */
const MATCHED = {
  exception: "exceptions",
  storeId: "storeIds",
  carrier: "carriers",
  countryCode: "countryCodes",
} as const;

/** Whether selected parcels are charged, as the API takes it; null: it cannot be said of all that match. */
function toPatch({ all, ids }: BulkSelection<Parcel>, query: ListQuery, isSelected: boolean): Patch | null {
  if (!all) return { shippingExceptions: [{ ids, isSelected }] };
  const matched: Record<string, unknown> = { search: query.search, isSelected };
  for (const filter of query.filters) {
    if (!("values" in filter) || !(filter.field in MATCHED)) return null;
    matched[MATCHED[filter.field as keyof typeof MATCHED]] = filter.values;
  }
  return { shippingExceptions: [matched as NonNullable<Patch["shippingExceptions"]>[number]] };
}

interface BulkProps {
  invoice: ProviderInvoice;
  selection: BulkSelection<Parcel>;
  query: ListQuery;
}

function Bulk({ invoice, selection, query }: BulkProps) {
  const { t } = useTranslation("providerInvoices");
  const [charge, isBusy] = usePatch(invoice, { after: selection.clear });
  const button = (isSelected: boolean, label: string) => {
    const patch = toPatch(selection, query, isSelected);
    return (
      <Button
        kind="quiet"
        busy={isBusy}
        disabledBecause={patch ? undefined : t("parcels.tooMany")}
        onClick={() => patch && void charge(patch)}
      >
        {label}
      </Button>
    );
  };
  return (
    <>
      {button(true, t("parcels.charge"))}
      {button(false, t("parcels.leave"))}
    </>
  );
}

/** What can be done with one parcel, and with all that a person looks at for the same reason. */
function useParcelActions(invoice: ProviderInvoice): (parcel: Parcel) => MenuAction[] {
  const { t } = useTranslation("providerInvoices");
  const exceptions = useExceptions();
  const [charge] = usePatch(invoice);
  return ({ id, exception, isSelected }) => {
    const one = { ids: [id], isSelected: !isSelected };
    const actions: MenuAction[] = [
      {
        id: "one",
        label: isSelected ? t("parcels.leave") : t("parcels.charge"),
        onClick: () => void charge({ shippingExceptions: [one] }),
      },
    ];
    if (exception === null) return actions;
    const reason = exceptions[exception].label;
    const all = (id: string, label: string, isSelected: boolean) =>
      actions.push({
        id,
        label,
        onClick: () => void charge({ shippingExceptions: [{ exceptions: [exception], isSelected }] }),
      });
    all("charge", t("parcels.chargeAll", { reason }), true);
    all("leave", t("parcels.leaveAll", { reason }), false);
    return actions;
  };
}

/** The parcels that a person has to look at: each is charged as it stands, or not. */
export function ShippingExceptions({ invoice }: { invoice: ProviderInvoice }) {
  const { t } = useTranslation("providerInvoices");
  const state = useListState({ field: "reference", direction: "asc" }, EXCEPTION_LIST);
  return (
    <DataTable
      caption={t("step.SHIPPING_EXCEPTIONS_FEE_CONTROL")}
      state={state}
      rows={useParcelExceptions(invoice.id, state, totalOf(invoice))}
      columns={useParcelColumns(true)}
      rowKey={idOf}
      rowLabel={({ reference, fulfillmentId }) => t("parcels.row", { name: reference || fulfillmentId })}
      rowActions={useParcelActions(invoice)}
      expand={(parcel) => <Tariff parcel={parcel} />}
      searchLabel={t("parcels.search")}
      filters={useFilters(invoice)}
      bulk={(selection) => <Bulk invoice={invoice} selection={selection} query={state.query} />}
      empty={
        <Empty icon="check" title={t("parcels.noExceptions")}>
          {t("parcels.noExceptionsText")}
        </Empty>
      }
    />
  );
}
