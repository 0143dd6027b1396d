import {
  type Column,
  columnsOf,
  cursorOf,
  Link,
  Money,
  NONE,
  Quiet,
  Stack,
  StatusBadge,
  useMayOpen,
  usePluginName,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { productPaths } from "../../products/paths";
import { StoreLink } from "../../stores/StoreLink";
import { providerInvoicePaths } from "../providerInvoices/paths";
import { OrderLink } from "../providerInvoices/useParcelColumns";
import type { Gap } from "./api";
import { useGapKinds } from "./useGapWords";
import { isEstimated, isOfProduct } from "./values";

const { text, day } = columnsOf<Gap, "providerGaps">();

/** The products of a SKU, for those who may see products. */
function ProductLink({ sku }: { sku: string }) {
  const area = useArea();
  const list = productPaths.list(area);
  return useMayOpen()(list) ? <Link to={`${list}?cursor=${cursorOf({ search: sku })}`}>{sku}</Link> : sku;
}

/** What is open: an order or a product. */
function Subject({ gap }: { gap: Gap }) {
  const { orderId, reference, fulfillmentId } = gap;
  if (isOfProduct(gap)) return <ProductLink sku={fulfillmentId} />;
  return (
    <Stack gap={0}>
      <OrderLink orderId={orderId} name={reference || fulfillmentId} />
      {reference !== "" && reference !== fulfillmentId && <Quiet>{fulfillmentId}</Quiet>}
    </Stack>
  );
}

/** The invoice that bills it, and the one that billed it before. */
function Invoices({ gap }: { gap: Gap }) {
  const { t } = useTranslation("providerGaps");
  const area = useArea();
  const { invoiceId, invoiceLabel, firstInvoiceId, firstInvoiceLabel } = gap;
  if (invoiceId === null) return NONE;
  return (
    <Stack gap={0}>
      <Link to={providerInvoicePaths.detail(area, invoiceId)}>{invoiceLabel ?? "…"}</Link>
      {firstInvoiceId !== null && (
        <Quiet>
          {t("field.before")}{" "}
          <Link to={providerInvoicePaths.detail(area, firstInvoiceId)}>{firstInvoiceLabel ?? "…"}</Link>
        </Quiet>
      )}
    </Stack>
  );
}

function Kind({ kind }: Pick<Gap, "kind">) {
  const { label, ...look } = useGapKinds()[kind];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}

function Amount({ gap }: { gap: Gap }) {
  const { t } = useTranslation("providerGaps");
  return (
    <Stack gap={0}>
      <Money amount={gap.amount} />
      {isEstimated(gap) && <Quiet>{t("field.estimated")}</Quiet>}
    </Stack>
  );
}

/** The columns of the list of gaps. */
export function useGapColumns(): Column<Gap, "providerGaps">[] {
  const { t } = useTranslation(["providerGaps", "finance"]);
  const nameOf = usePluginName();
  return useMemo(
    () => [
      {
        id: "reference",
        header: t("field.reference"),
        cell: (gap) => <Subject gap={gap} />,
        card: "title",
      },
      { id: "kind", header: t("field.kind"), cell: ({ kind }) => <Kind kind={kind} />, card: "mark" },
      {
        id: "store",
        header: t("finance:field.store"),
        cell: ({ storeId, storeName }) =>
          storeId === null ? NONE : <StoreLink store={{ id: storeId, name: storeName ?? "…" }} />,
        card: "fact",
      },
      text("provider", t("field.provider"), { of: ({ provider }) => nameOf(provider) }),
      { id: "invoice", header: t("field.invoice"), cell: (gap) => <Invoices gap={gap} />, card: "fact" },
      text("service", t("field.service"), { of: ({ service }) => service || t("field.everything") }),
      day("day", t("field.day"), { sortable: true }),
      {
        id: "amount",
        header: t("field.amount"),
        align: "right",
        sortable: true,
        cell: (gap) => <Amount gap={gap} />,
        total: ({ amount }) => ({ amount, currency: "EUR" }),
        card: "fact",
      },
    ],
    [t, nameOf],
  );
}
