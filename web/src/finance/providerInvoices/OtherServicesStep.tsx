import {
  Button,
  type Column,
  columnsOf,
  DataTable,
  Empty,
  type FilterOffer,
  LONG_TAKE,
  type MenuAction,
  Quiet,
  Row,
  Stack,
  StatusBadge,
  useFormats,
  useListState,
} from "@comptoir/kit";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStoreFilter } from "../../stores/records";
import { StoreLink } from "../../stores/StoreLink";
import { type InvoiceLine, type Patch, type ProviderInvoice, patchInvoice, useServiceLines } from "./api";
import { type Owner, OwnerDialog } from "./OwnerDialog";
import { ServicesForm } from "./ServicesForm";
import { usePatch } from "./usePatch";
import { isIdle, newServicesOf, openOf, totalOf } from "./values";

const { text, number, money } = columnsOf<InvoiceLine, "providerInvoiceServices">();

/** Whose a line is, or that nobody has said it. */
function LineOwner({ line: { storeId, storeName, isDecided } }: { line: InvoiceLine }) {
  const { t } = useTranslation("providerInvoices");
  if (!isDecided) return <StatusBadge tone="attention">{t("general.open")}</StatusBadge>;
  if (storeId === null) return t("company");
  return <StoreLink store={{ id: storeId, name: storeName ?? storeId }} />;
}

function useColumns(): Column<InvoiceLine, "providerInvoiceServices">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  return useMemo(
    () => [
      text("service", t("field.service"), { card: "title" }),
      text("description", t("finance:field.description"), { card: "fact" }),
      number("quantity", t("field.quantity"), {
        of: ({ quantity }) => (quantity === null ? null : Number(quantity)),
      }),
      money("unitPrice", t("field.unitPrice"), {
        of: ({ unitPrice }) => (unitPrice === null ? null : { amount: unitPrice, currency: "EUR" }),
      }),
      money("price", t("field.price"), {
        of: ({ price }) => ({ amount: price, currency: "EUR" }),
        sortable: true,
        total: true,
        card: "fact",
      }),
      {
        id: "store",
        header: t("finance:field.store"),
        cell: (line) => <LineOwner line={line} />,
        card: "mark",
      },
      number("line", t("field.line"), { sortable: true }),
    ],
    [t],
  );
}

function useFilters({ services }: ProviderInvoice): FilterOffer<"providerInvoiceServices">[] {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const options = services.map(({ service }) => ({ value: service, label: service }));
  return [
    ...useStoreFilter(t("finance:field.store")),
    { kind: "oneOf", field: "service", label: t("field.service"), options },
  ];
}

/** Which lines somebody is asked about: some of them, or all of a service. */
interface Asked {
  title: string;
  which: { ids: string[] } | { service: string };
}

interface LinesProps {
  invoice: ProviderInvoice;
  onAsk: (asked: Asked) => void;
}

const LIST = { key: "services", take: LONG_TAKE };

function Lines({ invoice, onAsk }: LinesProps) {
  const { t } = useTranslation("providerInvoices");
  const state = useListState({ field: "line", direction: "asc" }, LIST);
  const actions = ({ id, service }: InvoiceLine): MenuAction[] => [
    {
      id: "line",
      label: t("general.assign"),
      icon: "store",
      onClick: () => onAsk({ title: t("general.assignLine", { service }), which: { ids: [id] } }),
    },
    {
      id: "service",
      label: t("general.assignService", { service }),
      onClick: () => onAsk({ title: t("general.assignService", { service }), which: { service } }),
    },
  ];
  return (
    <DataTable
      caption={t("general.title")}
      state={state}
      rows={useServiceLines(invoice.id, state, totalOf(invoice) - newServicesOf(invoice))}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLabel={({ line }) => t("general.row", { line })}
      rowActions={actions}
      filters={useFilters(invoice)}
      bulk={({ ids, all }) => (
        <Button
          kind="quiet"
          icon="store"
          disabledBecause={all ? t("general.tooMany") : undefined}
          onClick={() => onAsk({ title: t("general.assignLines", { count: ids.length }), which: { ids } })}
        >
          {t("general.assign")}
        </Button>
      )}
      empty={
        <Empty icon="check" title={t("general.none")}>
          {t("general.noneText")}
        </Empty>
      }
    />
  );
}

interface OtherServicesProps {
  invoice: ProviderInvoice;
  /** Told whether something is to be saved. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** What belongs to neither an order nor a product: which services are billed on, and to whom each line is. */
export function OtherServicesStep({ invoice, onUnsaved }: OtherServicesProps) {
  const { t } = useTranslation("providerInvoices");
  const { number } = useFormats();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [bear, isBearing] = usePatch(invoice, { done: t("general.borne") });
  const open = openOf(invoice);
  if (isIdle(invoice))
    return (
      <Empty icon="check" title={t("skipped.title")}>
        {t("skipped.text")}
      </Empty>
    );
  const isNew = newServicesOf(invoice) > 0;
  const assign = ({ storeId }: Owner) => {
    const patch: Patch = { status: invoice.status, otherServices: [{ ...asked?.which, storeId }] };
    return patchInvoice(invoice, patch);
  };
  return (
    <Stack>
      {isNew && <Quiet>{t("services.new")}</Quiet>}
      {invoice.services.length > 0 && <ServicesForm invoice={invoice} onUnsaved={onUnsaved} />}
      <Row justify="between">
        <strong>{t("general.left", { count: open, number: number(open) })}</strong>
        <Button busy={isBearing} onClick={() => void bear({ otherServices: [{ storeId: null }] })}>
          {t("general.bear")}
        </Button>
      </Row>
      <Lines
        invoice={invoice}
        onAsk={(which) => {
          setAsked(which);
          setOpen(true);
        }}
      />
      <OwnerDialog
        title={asked?.title ?? ""}
        id={null}
        open={isOpen}
        onClose={() => setOpen(false)}
        onChoose={assign}
      />
    </Stack>
  );
}
