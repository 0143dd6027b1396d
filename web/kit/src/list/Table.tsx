import { ActionIcon, Checkbox, Skeleton } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { Fragment, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Icon } from "../display/icons";
import type { RowsView } from "./columns";
import type { OrderBy } from "./cursor";
import { Expander, PanelContent } from "./Expander";
import { RowMenu } from "./RowMenu";
import classes from "./Table.module.css";
import { TotalsRow } from "./TotalsRow";
import type { Totals } from "./totals";
import { titleOf } from "./useColumns";
import type { Expanded } from "./useExpanded";
import type { Selection } from "./useSelection";

interface TableProps<Row> extends RowsView<Row> {
  caption: string;
  rows: Row[];
  /** Skeleton rows instead of rows. */
  loading: number | null;
  stale: boolean;
  /** Changes with the page. */
  place: string;
  active: number;
  order: OrderBy | undefined;
  onSort: (order: OrderBy) => void;
  selection: Selection | null;
  expanded: Expanded;
  totals: Totals | null;
  /** Shows a row's facts beside the list. */
  onPeek: ((index: number) => void) | undefined;
}

/** Rows of 40 px below a header that stays in sight. */
export function Table<Row>(props: TableProps<Row>) {
  const { t } = useTranslation(["kit", "parts"]);
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const panels = useId();
  const { selection, order, rowTo, onOpen, expand, expanded, rowActions, onPeek } = props;
  const hasMenu = rowActions !== undefined || onPeek !== undefined;
  const title = titleOf(props.columns)?.id;
  const before = (selection ? 1 : 0) + (expand ? 1 : 0);

  // Another page begins at its first row.
  useDidUpdate(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [props.place]);

  useEffect(() => {
    if (props.active >= 0)
      body.current
        ?.querySelectorAll(":scope > [data-row]")
        [props.active]?.scrollIntoView({ block: "nearest" });
  }, [props.active]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    <div
      ref={box}
      className={classes.scroll}
      data-scrolls
      data-expands={expand !== undefined || undefined}
      role="group"
      aria-label={props.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      <table
        className={classes.table}
        aria-busy={props.stale || props.loading !== null}
        data-stale={props.stale}
      >
        <caption className={classes.hidden}>{props.caption}</caption>
        <colgroup>
          {selection && <col width={44} />}
          {expand && <col width={44} />}
          {props.columns.map((column) => (
            <col key={column.id} width={column.width} />
          ))}
          {hasMenu && <col width={onPeek && rowActions ? 84 : 52} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={t("list.selectPage")}
                  checked={selection.isAll}
                  indeterminate={selection.ids.size > 0 && !selection.isAll}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {expand && (
              <th scope="col">
                <span className={classes.hidden}>{t("parts:expand.column")}</span>
              </th>
            )}
            {props.columns.map((column) => {
              const sorted = order?.field === column.id ? order.direction : null;
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-align={column.align}
                  aria-sort={sorted ? (sorted === "asc" ? "ascending" : "descending") : undefined}
                >
                  {column.sortable ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() =>
                        props.onSort({ field: column.id, direction: sorted === "desc" ? "asc" : "desc" })
                      }
                    >
                      {column.header}
                      {sorted && <Icon name={sorted === "asc" ? "up" : "down"} size={13} />}
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              );
            })}
            {hasMenu && (
              <th scope="col" className={classes.menu}>
                <span className={classes.hidden}>{t("list.actionsColumn")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {Array.from({ length: props.loading ?? 0 }, (_, row) => (
            <tr key={row} className={classes.skeleton}>
              {before > 0 && <td colSpan={before} />}
              {props.columns.map((column) => (
                <td key={column.id}>
                  <Skeleton height={10} width={`${50 + ((row * 29 + column.id.length * 13) % 40)}%`} />
                </td>
              ))}
              {hasMenu && <td />}
            </tr>
          ))}
          {props.rows.map((row, index) => {
            const id = props.rowKey(row);
            const to = rowTo?.(row);
            const isOpen = expand !== undefined && expanded.ids.has(id);
            const panel = `${panels}-${index}`;
            return (
              <Fragment key={id}>
                {/* The row's link is in its title's cell; a click elsewhere on the row is a shortcut to it. */}
                <tr
                  data-row={id}
                  data-active={index === props.active || undefined}
                  data-selected={selection?.ids.has(id) || undefined}
                  data-link={Boolean(to ?? onOpen ?? expand) || undefined}
                  onClick={(event) => {
                    const isControl = (event.target as Element).closest(
                      "a, button, input, label, [role=menu]",
                    );
                    if (isControl || getSelection()?.toString()) return;
                    if (to) navigate(to);
                    else if (onOpen) onOpen(row);
                    else if (expand) expanded.toggle(id);
                  }}
                >
                  {selection && (
                    <td>
                      <Checkbox
                        size="xs"
                        aria-label={t("list.select", { row: props.rowLabel(row) })}
                        checked={selection.ids.has(id)}
                        onChange={() => selection.toggle(id)}
                      />
                    </td>
                  )}
                  {expand && (
                    <td>
                      <Expander
                        row={props.rowLabel(row)}
                        panel={panel}
                        isOpen={isOpen}
                        onToggle={() => expanded.toggle(id)}
                      />
                    </td>
                  )}
                  {props.columns.map((column) => (
                    <td
                      key={column.id}
                      data-align={column.align}
                      data-title={column.id === title || undefined}
                      style={column.width === undefined ? undefined : { maxWidth: column.width }}
                    >
                      {column.id === title && to ? (
                        <Link to={to} className={classes.link}>
                          {column.cell(row)}
                        </Link>
                      ) : column.id === title && onOpen ? (
                        <button type="button" className={classes.open} onClick={() => onOpen(row)}>
                          {column.cell(row)}
                        </button>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                  {hasMenu && (
                    <td className={classes.menu}>
                      {onPeek && (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={28}
                          className={classes.peek}
                          aria-label={t("list.peek.label", { row: props.rowLabel(row) })}
                          title={t("list.peek.title")}
                          onClick={() => onPeek(index)}
                        >
                          <Icon name="preview" size={16} />
                        </ActionIcon>
                      )}
                      <RowMenu row={row} rowActions={rowActions} rowLabel={props.rowLabel} />
                    </td>
                  )}
                </tr>
                {isOpen && (
                  <tr id={panel} className={classes.panel}>
                    <td colSpan={before + props.columns.length + (hasMenu ? 1 : 0)}>
                      <div className={classes.content}>
                        <PanelContent>{expand(row)}</PanelContent>
                      </div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {props.totals && (
          <TotalsRow totals={props.totals} columns={props.columns} before={before} behind={hasMenu ? 1 : 0} />
        )}
      </table>
    </div>
  );
}
