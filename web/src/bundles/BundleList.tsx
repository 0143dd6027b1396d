import { ListPage, type MenuAction, useCan, useLifecycle, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { useStoreFilter } from "../stores/records";
import { type BundleRow, bundles } from "./api";
import { bundlePaths } from "./paths";
import { useBundleColumns } from "./useBundleColumns";

/** What can be done with a bundle: those of the stores' own are deleted here, those of providers there. */
function useActions(): (bundle: BundleRow) => MenuAction[] {
  const { t } = useTranslation("bundles");
  const canWrite = useCan()("WRITE_PRODUCT");
  const pluginActions = usePluginActions("bundle");
  const actions = useLifecycle(bundles, ({ name }: BundleRow) => ({
    remove: t("delete", { returnObjects: true, name }),
  }));
  return (bundle) => [
    ...(pluginActions?.(bundle) ?? []),
    ...(canWrite && !bundle.provider ? actions(bundle) : []),
  ];
}

/** The bundles of all stores, by name. */
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
      rowActions={useActions()}
      searchLabel={t("list.search")}
      filters={useStoreFilter(t("column.store"))}
      exportAs={bundles.export}
      resource={t("list.resource")}
      bulk={(selection) => <PluginBulk entity="bundle" selection={selection} />}
      create={{ to: bundlePaths.create(area), label: t("create.action") }}
      empty={{ icon: "product", title: t("list.empty.title"), text: t("list.empty.text") }}
    />
  );
}
