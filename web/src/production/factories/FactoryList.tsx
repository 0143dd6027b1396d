import { countriesIn, type FilterOffer, ListPage, useCan, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { tagRecords } from "../tags/api";
import { READ_TAGS } from "../tags/permissions";
import { factories } from "./api";
import { usePriceOptions } from "./PriceRange";
import { factoryPaths } from "./paths";
import { useFactoryActions } from "./useFactoryActions";
import { useFactoryColumns } from "./useFactoryColumns";

function useFilters(): FilterOffer<"factories">[] {
  const { t, i18n } = useTranslation("factories");
  const areTagsTold = useCan()(READ_TAGS);
  const tags: FilterOffer<"factories"> = {
    kind: "record",
    field: "tagId",
    label: t("field.tags"),
    source: tagRecords,
  };
  return [
    ...(areTagsTold ? [tags] : []),
    {
      kind: "oneOf",
      field: "countryCode",
      label: t("field.countryCode"),
      options: countriesIn(i18n.resolvedLanguage ?? "fr"),
    },
    { kind: "numbers", field: "quantityMin", label: t("field.quantityMin") },
    { kind: "numbers", field: "quantityMax", label: t("field.quantityMax") },
    { kind: "numbers", field: "delayInWeek", label: t("field.delayInWeek"), suffix: t("field.weeks") },
    { kind: "oneOf", field: "priceRange", label: t("field.priceRange"), options: usePriceOptions() },
  ];
}

/** Who makes apparel, by name. */
export default function FactoryList() {
  const { t } = useTranslation("factories");
  const area = useArea();
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      name="factories"
      state={state}
      rows={factories.useList(state.cursor)}
      columns={useFactoryColumns()}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={({ id }) => factoryPaths.detail(area, id)}
      rowActions={useFactoryActions()}
      searchLabel={t("field.name")}
      filters={useFilters()}
      exportAs={factories.export}
      resource={t("list.resource")}
      links={[{ to: factoryPaths.find(area), label: t("find.action"), icon: "search" }]}
      create={{ to: factoryPaths.create(area), label: t("create.action") }}
      empty={{ icon: "factory", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
