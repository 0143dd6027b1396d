import {
  DataTable,
  Empty,
  type FilterOffer,
  Form,
  Page,
  RecordField,
  Stack,
  Tabs,
  Tiles,
  useCan,
  useForm,
  useListState,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Production, productions } from "./api";
import { ProductionBoard } from "./ProductionBoard";
import { productionPaths } from "./paths";
import { READ_PRODUCTIONS, WRITE_PRODUCTIONS } from "./permissions";
import { useProductionActions } from "./useProductionActions";
import { useProductionColumns } from "./useProductionColumns";
import { useProductionStatuses } from "./useProductionStatuses";
import { useRecordFilters } from "./useRecordFilters";

type State = ReturnType<typeof useListState>;

const rowKey = ({ id }: Production) => id;

/** What the board is narrowed by: the same as the list. */
function BoardFilters({ state }: { state: State }) {
  const { t } = useTranslation("productions");
  const offers = useRecordFilters();
  const values = Object.fromEntries(
    offers.map(({ field }) => {
      const filter = state.query.filters.find((each) => each.field === field);
      return [field, filter && "values" in filter ? (filter.values[0] ?? null) : null];
    }),
  );
  const form = useForm<Record<string, string | null>>({ values });
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("list.title")}>
      <Tiles>
        {offers.map(({ field, label, source }) => (
          <RecordField
            key={field}
            name={field}
            label={label}
            source={source}
            placeholder={t("board.every")}
            onChoose={(row) => (row ? state.filter({ field, values: [row.id] }) : state.clear(field))}
          />
        ))}
      </Tiles>
    </Form>
  );
}

function AllOnBoard({ state }: { state: State }) {
  const offers = useRecordFilters();
  const filters = state.query.filters.filter(({ field }) => offers.some((offer) => offer.field === field));
  return (
    <Stack>
      <BoardFilters state={state} />
      <ProductionBoard filters={filters} hasProject />
    </Stack>
  );
}

function AllInList({ state }: { state: State }) {
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

/** The productions of all projects, on a board or in a list. */
export default function ProductionList() {
  const { t } = useTranslation("productions");
  const state = useListState({ field: "dueAt", direction: "asc" });
  return (
    <Page title={t("list.title")}>
      <Tabs
        name="view"
        label={t("list.title")}
        tabs={[
          { id: "board", label: t("view.board"), content: <AllOnBoard state={state} /> },
          { id: "list", label: t("view.list"), content: <AllInList state={state} /> },
        ]}
      />
    </Page>
  );
}
