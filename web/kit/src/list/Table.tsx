import { ActionIcon, Checkbox, Skeleton } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Icon } from "../display/icons";
import type { RowsView } from "./columns";
import type { OrderBy } from "./cursor";
import { RowMenu } from "./RowMenu";
import classes from "./Table.module.css";
import { TotalsRow } from "./TotalsRow";
import type { Totals } from "./totals";
import { titleOf } from "./useColumns";
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
  totals: Totals | null;
  /** Shows a row's facts beside the list. */
  onPeek: ((index: number) => void) | undefined;
}

/** Rows of 40 px below a header that stays in sight. */
export function Table<Row>(props: TableProps<Row>) {
  const { t } = useTranslation("kit");
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const { selection, order, rowTo, onOpen, rowActions, onPeek } = props;
  const hasMenu = rowActions !== undefined || onPeek !== undefined;
  const title = titleOf(props.columns)?.id;

  // Another page begins at its first row.
  useDidUpdate(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [props.place]);

  useEffect(() => {
    if (props.active >= 0) body.current?.rows[props.active]?.scrollIntoView({ block: "nearest" });
  }, [props.active]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, which each table would be one more of
    <div
      ref={box}
      className={classes.scroll}
      data-scrolls
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
              {selection && <td />}
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
            return (
              // The row's link is in its title's cell; a click elsewhere on the row is a shortcut to it.
              <tr
                key={id}
                data-row={id}
                data-active={index === props.active || undefined}
                data-selected={selection?.ids.has(id) || undefined}
                data-link={to !== undefined || onOpen !== undefined || undefined}
                onClick={(event) => {
                  const isControl = (event.target as Element).closest("a, button, input, label, [role=menu]");
                  if (isControl || getSelection()?.toString()) return;
                  if (to) navigate(to);
                  else onOpen?.(row);
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
                {props.columns.map((column) => (
                  <td key={column.id} data-align={column.align} data-title={column.id === title || undefined}>
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
            );
          })}
        </tbody>
        {props.totals && (
          <TotalsRow
            totals={props.totals}
            columns={props.columns}
            before={selection ? 1 : 0}
            behind={hasMenu ? 1 : 0}
          />
        )}
      </table>
    </div>
  );
}
