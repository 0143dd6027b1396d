import {
  type Column,
  CopyId,
  DateTime,
  ListPage,
  type MenuAction,
  useCan,
  useLifecycle,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { usePluginName } from "../plugins/usePlugins";
import { Organizations } from "../stores/Organizations";
import { useStoreFilter } from "../stores/records";
import { type BundleRow, bundles } from "./api";
import { Components } from "./Components";
import { bundlePaths } from "./paths";

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

function useColumns(): Column<BundleRow, "bundles">[] {
  const { t } = useTranslation("bundles");
  const nameOf = usePluginName();
  return useMemo(
    () => [
      { id: "name", header: t("column.name"), cell: ({ name }) => name, sortable: true, card: "title" },
      {
        id: "sku",
        header: t("column.sku"),
        cell: ({ sku }) => <CopyId value={sku} />,
        sortable: true,
        card: "fact",
      },
      { id: "store", header: t("column.store"), cell: ({ store }) => store.name, card: "fact" },
      {
        id: "organizations",
        header: t("column.organization"),
        cell: ({ organizations }) => <Organizations of={organizations} />,
      },
      {
        id: "components",
        header: t("column.components"),
        cell: (bundle) => <Components bundle={bundle} />,
        card: "fact",
      },
      {
        id: "provider",
        header: t("column.provider"),
        cell: ({ provider }) => (provider ? nameOf(provider) : t("column.here")),
      },
      {
        id: "updatedAt",
        header: t("column.updated"),
        cell: ({ updatedAt }) => <DateTime at={updatedAt} />,
        align: "right",
      },
    ],
    [t, nameOf],
  );
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
      columns={usePluginColumns("bundle", useColumns())}
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
