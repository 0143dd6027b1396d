import {
  type BulkSelection,
  Can,
  type FilterOffer,
  ListPage,
  trackJobs,
  useCan,
  useIsStaff,
  useListState,
  WebhookButtons,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type StoreRow, stores } from "./api";
import { ArchiveButton, ArchiveProgress, type Archiving, useArchiving } from "./archiving";
import { storePaths } from "./paths";
import { useStoreActions } from "./StoreActions";
import { useStoreColumns } from "./useStoreColumns";

function useFilters(): FilterOffer<"stores">[] {
  const { t } = useTranslation("stores");
  const options = [
    { value: "no", label: t("filter.active") },
    { value: "yes", label: t("filter.archived") },
  ];
  return [
    { kind: "oneOf", field: "archived", label: t("column.status"), options },
    { kind: "dates", field: "createdAt", label: t("column.created") },
  ];
}

/** What can be done with the selected stores. */
function StoreBulk(props: { selection: BulkSelection<StoreRow>; archiving: Archiving }) {
  const { selection, archiving } = props;
  return (
    <>
      <Can permission="WRITE_CONNECTOR">
        <WebhookButtons
          stores={selection.body}
          isQuiet
          onEnqueued={(jobs) => {
            trackJobs(jobs);
            selection.clear();
          }}
        />
      </Can>
      <Can permission="WRITE_STORE">
        <ArchiveButton archiving={archiving} selection={selection} />
      </Can>
    </>
  );
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
