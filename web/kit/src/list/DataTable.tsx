import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Rows, RowsPage } from "../api/hooks";
import { Empty, ErrorView } from "../display/states";
import { Dialog } from "../feedback/Dialog";
import { frame } from "../frame/portal";
import { Fetching } from "../layout/Fetching";
import { BulkBar } from "./BulkBar";
import { type BulkSelection, bulkOf } from "./bulk";
import { Cards } from "./Cards";
import type { RowsView } from "./columns";
import { isNarrowed, questionKey } from "./cursor";
import classes from "./DataTable.module.css";
import type { ExportBody } from "./exports";
import type { FilterOffer } from "./filters";
import { Pager } from "./Pager";
import type PeekOf from "./Peek";
import { Table } from "./Table";
import { Toolbar } from "./Toolbar";
import { fetchTools, PhoneTools, Tools } from "./Tools";
import { type Summand, useTotals } from "./totals";
import { useColumns } from "./useColumns";
import { useExpanded } from "./useExpanded";
import { useListPlace } from "./useListPlace";
import type { ListState } from "./useListState";
import { useRecordWalk } from "./useRecordWalk";
import { type RowKeys, useRowKeys } from "./useRowKeys";
import { useSelection } from "./useSelection";
import { Views } from "./Views";

const ExportForm = lazy(() => import("./ExportForm"));
const Peek = lazy(() => import("./Peek")) as unknown as typeof PeekOf;

export interface DataTableProps<Row> extends RowsView<Row> {
  /** What is listed: "Orders". */
  caption: string;
  /** The list's stable name: "orders". With it, columns can be chosen and views be saved. */
  name?: string;
  state: ListState;
  rows: Rows<Row>;
  searchLabel?: string;
  filters?: FilterOffer[];
  /** Shown while there is nothing at all yet: why, and the next step. */
  empty: ReactNode;
  /** What can be done with selected rows. Without it, and without an export, nothing can be selected. */
  bulk?: (selection: BulkSelection<Row>) => ReactNode;
  /** What the panel beside the list shows of a row; without it, its columns. */
  peek?: (row: Row) => ReactNode;
  /** Totals of all that matches, by the id of a column, as the server tells them; without it those of the page. */
  totals?: Record<string, Summand | Summand[]>;
  /** Asks for a file with the rows. With it, and `resource`, the list can be exported. */
  exportAs?: (body: ExportBody) => Promise<unknown>;
  /** What is listed, as a plural noun within a sentence: "orders". */
  resource?: string;
  /** The screen that makes a new one, which the key `c` opens. */
  createTo?: string;
}

const NO_FILTERS: FilterOffer[] = [];
const NO_IDS: string[] = [];

/**
 * A list: views, search, filters, order, columns, pages, selection, export, keys, its waiting, empty and failed states,
 * cards on phones.
 */
export function DataTable<Row>({ state, rows, filters = NO_FILTERS, bulk, ...props }: DataTableProps<Row>) {
  const { t } = useTranslation("kit");
  const navigate = useNavigate();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const search = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => rows.page?.rows ?? [], [rows.page]);
  const { long } = rows;
  // What is selected stays so while one scrolls on.
  const seen = long?.seen ?? shown;
  const ids = useMemo(() => seen.map(props.rowKey), [seen, props.rowKey]);
  const { selection, following, catchUp } = useSelection(ids, questionKey(state.query));
  const { shown: chosenColumns, picker } = useColumns(props.name, props.columns);
  // What was pressed answers at once; the rows are drawn anew after it.
  const columns = useDeferredValue(chosenColumns);
  const expanded = useExpanded();
  const [isExporting, setIsExporting] = useState(false);
  const openExport = useCallback(() => setIsExporting(true), []);
  const { next, previous } = rows.page?.meta ?? {};
  const { exportAs, resource } = props;
  const isSelectable = bulk !== undefined || exportAs !== undefined;

  const { rowTo, onOpen, expand, createTo } = props;
  // Where a row opens in a window, that is the peek.
  const canPeek = props.peek !== undefined || rowTo !== undefined;
  const [peeked, setPeeked] = useState<number | null>(null);
  // It stays on its row while it closes.
  const [lastPeeked, setLastPeeked] = useState(-1);
  if (peeked !== null && peeked !== lastPeeked) setLastPeeked(peeked);
  const root = useRef<HTMLDivElement>(null);
  const open = (row: Row) => {
    leave(props.rowKey(row));
    if (rowTo) void navigate(rowTo(row));
    else if (onOpen) onOpen(row);
    else expanded.toggle(props.rowKey(row));
  };
  const rowAt = (index: number) => (long ? long.at(index) : shown[index]);
  const at = (index: number, act: (row: Row) => void) => {
    const row = rowAt(index);
    if (row !== undefined) act(row);
  };
  const setExpanded = (row: Row, isOpen: boolean) => {
    const id = props.rowKey(row);
    if (expanded.ids.has(id) !== isOpen) expanded.toggle(id);
  };
  const keys: RowKeys = {
    count: long?.count ?? shown.length,
    open: rowTo || onOpen || expand ? (index) => at(index, open) : undefined,
    peek: canPeek ? setPeeked : undefined,
    expand: expand && ((index, isOpen) => at(index, (row) => setExpanded(row, isOpen))),
    select: isSelectable ? (index) => at(index, (row) => selection.toggle(props.rowKey(row))) : undefined,
    selectPage: isSelectable ? selection.toggleAll : undefined,
    create: createTo === undefined ? undefined : () => void navigate(createTo),
    search: () => search.current?.focus(),
    next: next && !long ? () => state.go(next) : undefined,
    previous: previous && !long ? () => state.go(previous) : undefined,
  };
  const [active, setActive] = useRowKeys(keys, root);
  const leave = useListPlace({ list: root, ids: long ? NO_IDS : ids, onReturn: setActive });
  const movePeek = (by: -1 | 1) => {
    const next = (peeked ?? 0) + by;
    if (rowAt(next) === undefined) return;
    setPeeked(next);
    setActive(next);
  };
  useRecordWalk({ rows, rowTo, rowKey: props.rowKey, state });

  const chosen = useMemo(
    () => bulkOf(following, state.query, rows.page && { ...rows.page, rows: seen }, props.rowKey),
    [following, state.query, rows.page, seen, props.rowKey],
  );
  const hasMore = long !== undefined || Boolean(next ?? previous);
  // Those that happen to be there come to nothing that anybody asks for.
  const isTotalled = !long || props.totals !== undefined || chosen.rows.length > 0;
  const totals = useTotals({ columns, rows: isTotalled ? seen : [], hasMore, chosen, given: props.totals });
  const isEmpty = rows.page !== undefined && shown.length === 0;
  const sorts = useMemo(
    () =>
      props.columns
        .filter(({ sortable }) => sortable)
        .map(({ id, header }) => ({ field: id, label: header })),
    [props.columns],
  );
  const view = {
    columns,
    rowKey: props.rowKey,
    rowLabel: props.rowLabel,
    rowTo: props.rowTo,
    onOpen: props.onOpen,
    expand,
    expanded,
    rowActions: props.rowActions,
    onPeek: canPeek ? setPeeked : undefined,
    caption: props.caption,
    rows: shown,
    loading: rows.isLoading ? state.query.take : null,
    active,
    selection: isSelectable ? selection : null,
    totals,
  };
  const lastRow = rowAt(lastPeeked);
  const canExport = exportAs && resource !== undefined && rows.page !== undefined && !isEmpty;
  const ListTools = isPhone ? PhoneTools : Tools;

  return (
    <div
      ref={root}
      className={classes.list}
      data-list
      onClickCapture={(event) => {
        const row = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
        if (row !== undefined) leave(row);
      }}
    >
      {/* Views are the portal's: a frame keeps none. */}
      {props.name !== undefined && !frame.portal && <Views list={props.name} state={state} rows={rows} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing happens that anybody sees */}
      <div className={classes.bar} onPointerEnter={fetchTools} onFocus={fetchTools}>
        <div className={classes.tools}>
          <Toolbar
            state={state}
            searchLabel={props.searchLabel}
            filters={filters}
            sorts={sorts}
            searchRef={search}
          />
          <ListTools columns={picker} onExport={canExport ? openExport : undefined} />
        </div>
        {isSelectable && rows.page && chosen.ids.length > 0 && (
          <BulkBar
            {...{ chosen, bulk }}
            selection={following}
            page={rows.page}
            onClickCapture={catchUp}
            onExport={canExport ? openExport : undefined}
          />
        )}
      </div>
      {rows.error?.name === "BadRequestCursorException" ? (
        // Asked again it would be refused again.
        <Empty
          icon="warning"
          title={t("list.refused")}
          action={
            <Button variant="default" onClick={state.reset}>
              {t("list.reset")}
            </Button>
          }
        >
          {t("list.refusedText")}
        </Empty>
      ) : rows.error ? (
        <ErrorView error={rows.error} retry={rows.retry} />
      ) : isEmpty && isNarrowed(state.query) ? (
        <Empty
          icon="search"
          title={t("list.noResult")}
          action={
            <Button variant="default" onClick={() => state.clear()}>
              {t("list.clear")}
            </Button>
          }
        >
          {t("list.noResultText")}
        </Empty>
      ) : isEmpty ? (
        props.empty
      ) : isPhone ? (
        <Cards {...view} />
      ) : (
        <Table
          {...view}
          long={long}
          stale={rows.isRefreshing}
          place={state.cursor}
          order={state.query.orderBy[0]}
          onSort={state.sort}
        />
      )}
      {rows.page && !isEmpty && <Pager page={rows.page} state={state} isLong={long !== undefined} />}
      {lastRow !== undefined && (
        <Fetching of={Peek} fallback={null}>
          <Peek
            row={lastRow}
            open={peeked !== null}
            peek={props.peek}
            columns={props.columns}
            rowLabel={props.rowLabel}
            onMove={movePeek}
            isFirst={lastPeeked === 0}
            isLast={lastPeeked === keys.count - 1}
            onOpen={rowTo && (() => at(lastPeeked, open))}
            onClose={() => setPeeked(null)}
          />
        </Fetching>
      )}
      {canExport && (
        <Dialog title={t("list.export.title")} open={isExporting} onClose={() => setIsExporting(false)}>
          <Fetching of={ExportForm} fallback={null}>
            <ExportForm
              state={state}
              page={rows.page as RowsPage<Row>}
              chosen={chosen}
              resource={resource}
              exportAs={exportAs}
              onClose={() => setIsExporting(false)}
            />
          </Fetching>
        </Dialog>
      )}
    </div>
  );
}
