import { type FilterOffer, ListPage, type MenuAction, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { useStoreFilter } from "../stores/records";
import { type BundleRow, bundles } from "./api";
import { bundlePaths } from "./paths";
import { useBundleActions } from "./useBundleActions";
import { useBundleColumns } from "./useBundleColumns";

/** What can be done with a bundle, by plugins and here. */
function useActions(): (bundle: BundleRow) => MenuAction[] {
  const pluginActions = usePluginActions("bundle");
  const actions = useBundleActions();
  return (bundle) => [...(pluginActions?.(bundle) ?? []), ...actions(bundle)];
}

function useFilters(): FilterOffer<"bundles">[] {
  const { t } = useTranslation("bundles");
  return [
    ...useStoreFilter(t("column.store")),
    {
      kind: "oneOf",
      field: "archived",
      label: t("filter.status"),
      options: { no: t("filter.active"), yes: t("filter.archived") },
    },
  ];
}

/** The bundles of all stores, by name; the archived only when asked for. */
export default function BundleList() {
  const { t } = useTranslation("bundles");
  const area = useArea();
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      name="bundles"
      state={state}
      rows={bundles.useList(state.cursor)}
      columns={usePluginColumns("bundle", useBundleColumns())}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={({ id }) => bundlePaths.detail(area, id)}
      rowActions={useActions()}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={bundles.export}
      resource={t("list.resource")}
      bulk={(selection) => <PluginBulk entity="bundle" selection={selection} />}
      create={{ to: bundlePaths.create(area), label: t("create.action") }}
      empty={{ icon: "product", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
