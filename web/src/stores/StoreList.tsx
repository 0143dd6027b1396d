import {
  Button,
  Can,
  DataTable,
  Empty,
  type FilterOffer,
  Page,
  trackJobs,
  useCan,
  useListState,
  WebhookButtons,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type StoreRow, stores } from "./api";
import { ArchiveButton, ArchiveProgress, useArchiving } from "./archiving";
import { storePaths } from "./paths";
import { useStoreActions } from "./StoreActions";
import { useStoreColumns } from "./useStoreColumns";

const rowKey = (store: StoreRow) => store.id;

function useFilters(): FilterOffer[] {
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

/** The stores that one may see, by name; the archived only when asked for. */
export default function StoreList() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const can = useCan();
  const archiving = useArchiving();
  const isAdmin = area.name === "admin";
  const canWrite = isAdmin && can("WRITE_STORE");
  const canConnect = isAdmin && can("WRITE_CONNECTOR");
  const storeActions = useStoreActions();
  const state = useListState({ field: "name", direction: "asc" });
  const create = canWrite && (
    <Button kind="primary" icon="add" to={storePaths.create(area)}>
      {t("create.action")}
    </Button>
  );
  return (
    <Page title={t("list.title")} actions={create}>
      <ArchiveProgress of={archiving} />
      <DataTable
        caption={t("list.title")}
        name="stores"
        state={state}
        rows={stores.useList(state.cursor)}
        columns={useStoreColumns()}
        rowKey={rowKey}
        rowLabel={({ name }) => t("list.row", { name })}
        rowTo={(store) => storePaths.detail(area, store.id)}
        rowActions={canWrite ? storeActions : undefined}
        createTo={canWrite ? storePaths.create(area) : undefined}
        searchLabel={t("list.search")}
        filters={useFilters()}
        exportAs={stores.export}
        resource={t("list.resource")}
        bulk={
          canWrite || canConnect
            ? (selection) => (
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
              )
            : undefined
        }
        empty={
          <Empty icon="store" title={t("list.empty.title")} action={create}>
            {canWrite ? t("list.empty.create") : t("list.empty.ask")}
          </Empty>
        }
      />
    </Page>
  );
}
