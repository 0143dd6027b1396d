import {
  attempt,
  Button,
  type Column,
  CopyId,
  confirm,
  DataTable,
  DateTime,
  Empty,
  type FilterOffer,
  type MenuAction,
  Page,
  toastFailure,
  toastUndo,
  useCan,
  useListState,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginBulk, usePluginActions } from "../plugins/PluginActions";
import { usePluginColumns } from "../plugins/useContributions";
import { usePluginName } from "../plugins/usePlugins";
import { useStoreChoices } from "../products/api";
import { Organizations } from "../stores/Organizations";
import { type BundleRow, deleteBundle, exportBundles, restoreBundle, useBundles } from "./api";
import { Components } from "./Components";
import { bundlePaths } from "./paths";

const rowKey = (bundle: BundleRow) => bundle.id;

function useFilters(): FilterOffer[] {
  const { t } = useTranslation("bundles");
  const options = useStoreChoices("").options;
  return options.length > 1 ? [{ kind: "oneOf", field: "storeId", label: t("column.store"), options }] : [];
}

/** What can be done with a bundle: those of the stores' own are deleted here, those of providers there. */
function useActions(): (bundle: BundleRow) => MenuAction[] {
  const { t } = useTranslation("bundles");
  const canWrite = useCan()("WRITE_PRODUCT");
  const pluginActions = usePluginActions("bundle");
  const remove = async ({ id, name }: BundleRow) => {
    const question = {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
    };
    if (!(await confirm({ ...question, destructive: true }))) return;
    const done = await attempt(() => deleteBundle(id));
    if ("error" in done) toastFailure(t("delete.failed"), done.error);
    else toastUndo(t("delete.done", { name }), () => restoreBundle(id), t("delete.notRestored"));
  };
  return (bundle) => [
    ...(pluginActions?.(bundle) ?? []),
    ...(canWrite && !bundle.provider
      ? [
          {
            id: "delete",
            label: t("delete.action"),
            icon: "delete" as const,
            onClick: () => void remove(bundle),
          },
        ]
      : []),
  ];
}

function useColumns(): Column<BundleRow>[] {
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
  const canWrite = useCan()("WRITE_PRODUCT");
  const state = useListState({ field: "name", direction: "asc" });
  const create = canWrite && (
    <Button kind="primary" icon="add" to={bundlePaths.create(area)}>
      {t("create.action")}
    </Button>
  );
  return (
    <Page title={t("list.title")} actions={create}>
      <DataTable
        caption={t("list.title")}
        name="bundles"
        state={state}
        rows={useBundles(state.cursor)}
        columns={usePluginColumns("bundle", useColumns())}
        rowKey={rowKey}
        rowLabel={({ name }) => t("list.row", { name })}
        createTo={canWrite ? bundlePaths.create(area) : undefined}
        rowActions={useActions()}
        searchLabel={t("list.search")}
        filters={useFilters()}
        exportAs={exportBundles}
        resource={t("list.resource")}
        bulk={(selection) => <PluginBulk entity="bundle" selection={selection} />}
        empty={
          <Empty icon="product" title={t("list.empty.title")} action={create}>
            {t("list.empty.text")}
          </Empty>
        }
      />
    </Page>
  );
}
