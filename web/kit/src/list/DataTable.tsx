import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Rows } from "../api/hooks";
import { Empty, ErrorView } from "../display/states";
import { Cards } from "./Cards";
import type { RowsView } from "./columns";
import { isNarrowed } from "./cursor";
import classes from "./DataTable.module.css";
import type { FilterOffer } from "./filters";
import { Pager } from "./Pager";
import { Table } from "./Table";
import { Toolbar } from "./Toolbar";
import type { ListState } from "./useListState";
import { useRowKeys } from "./useRowKeys";
import { useSelection } from "./useSelection";

interface DataTableProps<Row> extends RowsView<Row> {
  /** What is listed: "Orders". */
  caption: string;
  state: ListState;
  rows: Rows<Row>;
  searchLabel: string;
  filters?: FilterOffer[];
  /** Shown while there is nothing at all yet: why, and the next step. */
  empty: ReactNode;
  /** What can be done with selected rows. Without it nothing can be selected. */
  bulk?: (rows: Row[]) => ReactNode;
  /** Page sizes to choose from. */
  sizes?: number[];
}

const NO_FILTERS: FilterOffer[] = [];

/** A list: search, filters, order, pages, selection, keys, its waiting, empty and failed states, cards on phones. */
export function DataTable<Row>({ state, rows, filters = NO_FILTERS, bulk, ...props }: DataTableProps<Row>) {
  const { t } = useTranslation("kit");
  const navigate = useNavigate();
  const isPhone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const search = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => rows.page?.rows ?? [], [rows.page]);
  const ids = useMemo(() => shown.map(props.rowKey), [shown, props.rowKey]);
  const selection = useSelection(ids);
  const { next, previous } = rows.page?.meta ?? {};

  const active = useRowKeys({
    count: shown.length,
    open: (index) => {
      const row = shown[index];
      if (row === undefined) return;
      if (props.rowTo) void navigate(props.rowTo(row));
      else props.onOpen?.(row);
    },
    select: bulk && ((index) => ids[index] && selection.toggle(ids[index])),
    search: () => search.current?.focus(),
    next: next ? () => state.go(next) : undefined,
    previous: previous ? () => state.go(previous) : undefined,
  });

  const isEmpty = rows.page !== undefined && shown.length === 0;
  const view = {
    columns: props.columns,
    rowKey: props.rowKey,
    rowLabel: props.rowLabel,
    rowTo: props.rowTo,
    onOpen: props.onOpen,
    caption: props.caption,
    rows: shown,
    loading: rows.isLoading ? state.query.take : null,
    active,
    selection: bulk ? selection : null,
  };
  const chosen = shown.filter((row) => selection.ids.has(props.rowKey(row)));

  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <Toolbar
          state={state}
          searchLabel={props.searchLabel}
          filters={filters}
          sorts={props.columns
            .filter((column) => column.sortable)
            .map((column) => ({ field: column.id, label: column.header }))}
          searchRef={search}
        />
        {bulk && chosen.length > 0 && (
          <section className={classes.bulk} aria-label={t("list.selection")}>
            <span>{t("list.selected", { count: chosen.length })}</span>
            {bulk(chosen)}
            <Button variant="subtle" size="xs" onClick={selection.clear}>
              {t("list.unselect")}
            </Button>
          </section>
        )}
      </div>
      {rows.error ? (
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
          stale={rows.isStale}
          place={state.cursor}
          order={state.query.orderBy[0]}
          onSort={state.sort}
        />
      )}
      {rows.page && !isEmpty && <Pager page={rows.page} state={state} sizes={props.sizes} />}
    </div>
  );
}
