import { type FilterOffer, useFormats, usePlugins } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useStoreFilter } from "../stores/records";
import { useOrderOptions } from "./api";
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

/** What the list of orders can be narrowed by. */
export function useOrderFilters(): FilterOffer<"orders">[] {
  const { t } = useTranslation("orders");
  const { country } = useFormats();
  const { data: plugins } = usePlugins();
  const options = useOrderOptions();
  const nameOf = (plugin: string) => plugins?.find(({ id }) => id === plugin)?.name ?? plugin;
  const countries = options?.countries
    .map((value) => ({ value, label: country(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const providers = options?.providers.map((value) => ({ value, label: nameOf(value) }));
  const carriers = options?.carriers.map((value) => ({ value, label: value }));
  return [
    { kind: "oneOf", field: "status", label: t("column.status"), options: useStatuses() },
    ...useStoreFilter(t("column.store")),
    {
      kind: "oneOf",
      field: "source",
      label: t("fact.source"),
      options: { normal: t("source.normal"), seeding: t("source.seeding") },
    },
    { kind: "dates", field: "submittedAt", label: t("column.submitted") },
    { kind: "dates", field: "shippedAt", label: t("fact.shipped") },
    ...oneOf("country", t("column.country"), countries),
    ...oneOf("carrier", t("fact.carrier"), carriers),
    ...oneOf("provider", t("fact.provider"), providers),
  ];
}
