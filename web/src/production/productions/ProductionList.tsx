import {
  cursorOf,
  DataTable,
  Empty,
  Fetching,
  type Filter,
  type FilterOffer,
  type ListState,
  Page,
  Tabs,
  useCan,
  useListState,
} from "@comptoir/kit";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../../app/area";
import { type Production, productions } from "./api";
import { ProductionsSkeleton } from "./ListedProductions";
import { ProductionBoard } from "./ProductionBoard";
import { productionPaths } from "./paths";
import { READ_PRODUCTIONS, WRITE_PRODUCTIONS } from "./permissions";
import { RecordFilters } from "./RecordFilters";
import { useProductionActions } from "./useProductionActions";
import { useProductionColumns } from "./useProductionColumns";
import { useProductionStatuses } from "./useProductionStatuses";
import { useRecordFilters } from "./useRecordFilters";

const ProductionCalendar = lazy(() => import("./ProductionCalendar"));

const rowKey = ({ id }: Production) => id;

/** The way to the list of what other filters let through. */
function useListTo({ start, query: { take } }: ListState) {
  const [query] = useSearchParams();
  return (filters: Filter[]) => {
    const list = new URLSearchParams(query);
    list.set("view", "list");
    list.set("cursor", cursorOf({ ...start, take, filters }));
    return `?${list}`;
  };
}

function AllInList({ state }: { state: ListState }) {
  const { t } = useTranslation("productions");
  const area = useArea();
  const can = useCan();
  const actions = useProductionActions();
  const filters: FilterOffer<"productions">[] = [
    { kind: "oneOf", field: "status", label: t("field.status"), options: useProductionStatuses() },
    ...useRecordFilters(),
    { kind: "dates", field: "dueAt", label: t("field.dueAt"), future: true },
  ];
  return (
    <DataTable
      caption={t("list.title")}
      name="productions"
      state={state}
      rows={productions.useList(state.cursor)}
      columns={useProductionColumns()}
      rowKey={rowKey}
      rowLabel={({ name }) => t("list.row", { name })}
      rowTo={
        can(READ_PRODUCTIONS) ? ({ id, project }) => productionPaths.detail(area, project.id, id) : undefined
      }
      rowActions={can(WRITE_PRODUCTIONS) ? actions : undefined}
      searchLabel={t("list.search")}
      filters={filters}
      exportAs={productions.export}
      resource={t("list.resource")}
      empty={
        <Empty icon="board" title={t("list.empty.title")}>
          {t("list.empty.all")}
        </Empty>
      }
    />
  );
}

/** The productions of all projects: on a board, in a list, in a calendar. */
export default function ProductionList() {
  const { t } = useTranslation("productions");
  const state = useListState({ field: "dueAt", direction: "asc" });
  const listTo = useListTo(state);
  const board = (
    <RecordFilters state={state}>
      {(filters) => <ProductionBoard filters={filters} hasProject />}
    </RecordFilters>
  );
  const calendar = (
    <RecordFilters state={state}>
      {(filters) => (
        <Fetching of={ProductionCalendar} fallback={<ProductionsSkeleton />}>
          <ProductionCalendar filters={filters} listTo={listTo} />
        </Fetching>
      )}
    </RecordFilters>
  );
  return (
    <Page title={t("list.title")}>
      <Tabs
        name="view"
        label={t("list.title")}
        tabs={[
          { id: "board", label: t("view.board"), content: board },
          { id: "list", label: t("view.list"), content: <AllInList state={state} /> },
          { id: "calendar", label: t("view.calendar"), content: calendar },
        ]}
      />
    </Page>
  );
}
