import { type FilterOffer, type ListState, useCan, useFormats, usePlugins } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { skuRecords } from "../products/api";
import { useStoreFilter } from "../stores/records";
import { type OrderRow, useOrderOptions } from "./api";
import { useStatuses } from "./useStatuses";

/** A filter by what orders have in common; none where all have the same. Its place is kept until that is known. */
const oneOf = (
  field: "carrier" | "country" | "provider",
  label: string,
  options: { value: string; label: string }[] | undefined,
): FilterOffer<"orders">[] =>
  options === undefined || options.length > 1
    ? [{ kind: "oneOf", field, label, options: options ?? [] }]
    : [];

/** Why orders do not go on: what the host knows of a list's rows. */
const HOLDS = ["ADDRESS", "ADDRESS_UNCONFIRMED", "STOCK", "TRANSIT", "REFUSED", "OTHER"] as const;

/** The values that a filter has. */
const asked = ({ query }: ListState, field: string) =>
  query.filters.flatMap((filter) => (filter.field === field && "values" in filter ? filter.values : []));

/** What providers call the statuses that the portal does not know: of the rows in sight, and what is asked for. */
function ownWords(state: ListState, rows: OrderRow[]): string[] {
  const seen = rows.map(({ providerStatus }) => providerStatus).filter(Boolean);
  return [...new Set([...asked(state, "providerStatus"), ...seen])].sort((a, b) => a.localeCompare(b));
}

/** A filter by what was ordered. Who may not read products has no names to choose from: only what a report's link asks for. */
function useArticleFilter(state: ListState): FilterOffer<"orders">[] {
  const { t } = useTranslation("orders");
  const mayChoose = useCan()("READ_PRODUCT");
  const offer = { field: "sku", label: t("line.article") } as const;
  if (mayChoose) return [{ ...offer, kind: "record", source: skuRecords }];
  const skus = asked(state, "sku").map((value) => ({ value, label: value }));
  return skus.length > 0 ? [{ ...offer, kind: "oneOf", options: skus }] : [];
}

/** What the list of orders can be narrowed by. */
export function useOrderFilters(state: ListState, rows: OrderRow[] = []): FilterOffer<"orders">[] {
  const { t } = useTranslation("orders");
  const { country } = useFormats();
  const { data: plugins } = usePlugins();
  const options = useOrderOptions();
  const nameOf = (plugin: string) => plugins?.find(({ id }) => id === plugin)?.name ?? plugin;
  const countries = options?.countries
    .map((value) => ({ value, label: country(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const providers = options?.providers.map((value) => ({ value, label: nameOf(value) }));
  const asIs = (value: string) => ({ value, label: value });
  const carriers = options?.carriers.map(asIs);
  const words = ownWords(state, rows).map(asIs);
  const holds = HOLDS.map((value) => ({ value, label: t(`hold.${value}.short`) }));
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options: useStatuses() },
    { kind: "oneOf", field: "hold", label: t("hold.label"), options: holds },
    ...useStoreFilter(t("column.store")),
    {
      kind: "oneOf",
      field: "source",
      label: t("fact.source"),
      options: { normal: t("source.normal"), seeding: t("source.seeding") },
    },
    ...useArticleFilter(state),
    { kind: "dates", field: "submittedAt", label: t("column.submitted") },
    { kind: "dates", field: "shippedAt", label: t("fact.shipped") },
    { kind: "dates", field: "returnedAt", label: t("column.returned") },
    { kind: "numbers", field: "total", label: t("column.total") },
    ...oneOf("country", t("column.country"), countries),
    ...oneOf("carrier", t("fact.carrier"), carriers),
    ...oneOf("provider", t("fact.provider"), providers),
    ...(words.length > 0
      ? [
          {
            kind: "oneOf" as const,
            field: "providerStatus" as const,
            label: t("fact.providerStatus"),
            options: words,
          },
        ]
      : []),
  ];
}
