import {
  Button,
  CopyId,
  Empty,
  Money,
  Quiet,
  Row,
  SimpleTable,
  Stack,
  Tick,
  useFormats,
} from "@comptoir/kit";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type MappingInput, type Proposal, type ProviderInvoice, patchInvoice } from "./api";
import { MappingRules } from "./MappingRules";
import { type Owner, OwnerDialog } from "./OwnerDialog";
import { StoreOf } from "./StoreOf";
import { usePatch } from "./usePatch";
import { useProposalReasons } from "./useProviderInvoiceWords";
import { openOf } from "./values";

/** As certain as proposals are that are taken together. */
const CERTAIN = 80;

/** An order or a product that belongs to somebody. */
interface Mappable {
  id: string;
  services: string[];
  amount: string;
  proposals: Proposal[];
}

interface Decided {
  id: string;
  amount: string;
  storeId: string | null;
  storeName: string | null;
}

/** What is to be decided in a step, and what was. */
function mappablesOf(invoice: ProviderInvoice): { open: Mappable[]; decided: Decided[] } {
  const { status, unmappedOrders, orderMappings, productMappings } = invoice;
  if (status === "ORDER_MAPPING")
    return {
      open: unmappedOrders.map(({ fulfillmentId, ...order }) => ({ id: fulfillmentId, ...order })),
      decided: orderMappings.map(({ fulfillmentId, ...order }) => ({ id: fulfillmentId, ...order })),
    };
  return {
    open: productMappings
      .filter(({ isDecided }) => !isDecided)
      .map((product) => ({ ...product, services: [] })),
    decided: productMappings.filter(({ isDecided }) => isDecided),
  };
}

/** Decisions about the ids of the present step, as the API takes them. */
const mapped = ({ status }: ProviderInvoice, mapping: MappingInput) => ({
  status,
  ...(status === "ORDER_MAPPING" ? { orderMappings: [mapping] } : { productMappings: [mapping] }),
});

interface ProposalsProps {
  invoice: ProviderInvoice;
  of: Mappable;
  isKept: boolean;
}

/** The stores that an id may belong to, each taken by one press. */
function Proposals({ invoice, of, isKept }: ProposalsProps) {
  const { t } = useTranslation("providerInvoices");
  const { percent } = useFormats();
  const reasons = useProposalReasons();
  const [take, isTaking] = usePatch(invoice);
  if (of.proposals.length === 0) return <Quiet>{t("mapping.noProposal")}</Quiet>;
  return (
    <Stack gap={4}>
      {of.proposals.map(({ store, reason, certainty }) => (
        <Row key={`${store.id} ${reason}`} gap={8}>
          <Button
            icon="check"
            busy={isTaking}
            onClick={() =>
              void take(mapped(invoice, { fulfillmentId: of.id, storeId: store.id, isPrefix: false, isKept }))
            }
          >
            {t("mapping.accept", { store: store.name })}
          </Button>
          <Quiet>
            {t("mapping.why", {
              ...{ store: store.name, reason: reasons[reason] },
              certainty: percent(certainty),
            })}
          </Quiet>
        </Row>
      ))}
    </Stack>
  );
}

/** What was pressed goes with its row: the focus goes to the first row that is left. */
function useFocusLeft(count: number) {
  const table = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      table.current?.querySelector<HTMLElement>("tbody button")?.focus();
    before.current = count;
  }, [count]);
  return table;
}

interface OpenProps {
  invoice: ProviderInvoice;
  rows: Mappable[];
  onChoose: (id: string) => void;
}

function Open({ invoice, rows, onChoose }: OpenProps) {
  const { t } = useTranslation("providerInvoices");
  const { number, percent } = useFormats();
  const [isKept, setKept] = useState(false);
  const [accept, isAccepting] = usePatch(invoice);
  const table = useFocusLeft(rows.length);
  const open = openOf(invoice);
  if (rows.length === 0)
    return (
      <Empty icon="check" title={t("mapping.none")}>
        {t("mapping.noneText")}
      </Empty>
    );
  return (
    <Stack gap={12}>
      <Row justify="between">
        <strong>{t("mapping.open", { count: open, number: number(open) })}</strong>
        <Row>
          <Tick label={t("mapping.isKept")} checked={isKept} onChange={setKept} />
          <Button busy={isAccepting} onClick={() => void accept({ acceptAbove: CERTAIN })}>
            {t("mapping.acceptAbove", { certainty: percent(CERTAIN) })}
          </Button>
        </Row>
      </Row>
      {open > rows.length && <Quiet>{t("mapping.first", { shown: number(rows.length) })}</Quiet>}
      <div ref={table}>
        <SimpleTable
          caption={t("mapping.openTitle")}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "id",
              header: t("field.fulfillmentId"),
              cell: ({ id, services }) => (
                <Stack gap={0}>
                  <CopyId value={id} />
                  {services.length > 0 && <Quiet>{services.join(", ")}</Quiet>}
                </Stack>
              ),
            },
            {
              id: "amount",
              header: t("field.amount"),
              align: "right",
              cell: ({ amount }) => <Money amount={amount} />,
            },
            {
              id: "proposals",
              header: t("mapping.proposals"),
              cell: (row) => <Proposals invoice={invoice} of={row} isKept={isKept} />,
            },
            {
              id: "choose",
              header: t("mapping.other"),
              cell: ({ id }) => (
                <Button kind="quiet" icon="store" onClick={() => onChoose(id)}>
                  {t("mapping.choose", { id })}
                </Button>
              ),
            },
          ]}
        />
      </div>
    </Stack>
  );
}

function DecidedTable({ rows, onChoose }: { rows: Decided[]; onChoose: (id: string) => void }) {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  return (
    <Stack gap={8}>
      <strong>{t("mapping.decided")}</strong>
      <SimpleTable
        caption={t("mapping.decided")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: "id", header: t("field.fulfillmentId"), cell: ({ id }) => <CopyId value={id} /> },
          {
            id: "store",
            header: t("finance:field.store"),
            cell: ({ storeId, storeName }) => <StoreOf id={storeId} name={storeName} />,
          },
          {
            id: "amount",
            header: t("field.amount"),
            align: "right",
            cell: ({ amount }) => <Money amount={amount} />,
          },
          {
            id: "change",
            header: t("mapping.change"),
            cell: ({ id }) => (
              <Button kind="quiet" icon="edit" onClick={() => onChoose(id)}>
                {t("mapping.changeOf", { id })}
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  );
}

/** Whose orders and products are that nobody knows: decided one by one, by their beginning, or all that is as good as certain. */
export function MappingStep({ invoice }: { invoice: ProviderInvoice }) {
  const { t } = useTranslation("providerInvoices");
  const [asked, setAsked] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { open, decided } = mappablesOf(invoice);
  const ask = (id: string) => {
    setAsked(id);
    setOpen(true);
  };
  const choose = ({ id, ...owner }: Owner) =>
    patchInvoice(invoice, mapped(invoice, { fulfillmentId: id, ...owner }));
  return (
    <Stack>
      <Row justify="end">
        <MappingRules provider={invoice.provider} />
      </Row>
      <Open invoice={invoice} rows={open} onChoose={ask} />
      {decided.length > 0 && <DecidedTable rows={decided} onChoose={ask} />}
      <OwnerDialog
        title={t("mapping.title", { id: asked })}
        id={asked ?? ""}
        open={isOpen}
        onClose={() => setOpen(false)}
        onChoose={choose}
      />
    </Stack>
  );
}
