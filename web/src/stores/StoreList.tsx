import { type FilterOffer, ListPage, useCan, useIsStaff, useListState } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { stores } from "./api";
import { ArchiveProgress, useArchiving } from "./archiving";
import { storePaths } from "./paths";
import { useStoreActions } from "./StoreActions";
import { StoreBulk } from "./StoreBulk";
import { useStoreColumns } from "./useStoreColumns";

function useFilters(): FilterOffer<"stores">[] {
  const { t } = useTranslation("stores");
  const options = { no: t("filter.active"), yes: t("filter.archived") };
  return [
    { kind: "oneOf", field: "archived", label: t("column.status"), options },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** The stores that one may see, by name; the archived only when asked for. */
export default function StoreList() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const can = useCan();
  const isStaff = useIsStaff();
  const archiving = useArchiving();
  const canWrite = isStaff && can("WRITE_STORE");
  const canConnect = isStaff && can("WRITE_CONNECTOR");
  const storeActions = useStoreActions();
  const state = useListState({ field: "name", direction: "asc" });
  return (
    <ListPage
      title={t("list.title")}
      create={{ to: storePaths.create(area), label: t("create.action") }}
      head={<ArchiveProgress of={archiving} />}
      name="stores"
      state={state}
      rows={stores.useList(state.cursor)}
      columns={useStoreColumns()}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={(store) => storePaths.detail(area, store.id)}
      rowActions={canWrite ? storeActions : undefined}
      searchLabel={t("list.search")}
      filters={useFilters()}
      exportAs={stores.export}
      resource={t("list.resource")}
      bulk={
        canWrite || canConnect
          ? (selection) => <StoreBulk selection={selection} archiving={archiving} />
          : undefined
      }
      empty={{
        icon: "store",
        title: t("list.empty.title"),
        text: canWrite ? t("list.empty.create") : t("list.empty.ask"),
      }}
    />
  );
}
