import { ActionIcon } from "@mantine/core";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { Icon } from "../display/icons";
import { Skeleton } from "../display/Skeleton";
import type { RowsView } from "./columns";
import { Expander, PanelContent } from "./Expander";
import { RowMenu } from "./RowMenu";
import { SelectBox } from "./SelectBox";
import classes from "./Table.module.css";
import { titleOf } from "./useColumns";
import type { Expanded } from "./useExpanded";
import type { Selection } from "./useSelection";

export interface TableRowsProps<Row> extends RowsView<Row> {
  selection: Selection | null;
  expanded: Expanded;
  /** Shows a row's facts beside the list. */
  onPeek: ((index: number) => void) | undefined;
}

/** All of it stays the same while nothing changes of the row: only then is it not drawn anew with the others. */
interface TableRowProps<Row> extends RowsView<Row>, Pick<TableRowsProps<Row>, "onPeek"> {
  row: Row;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  /** Its panel is open. */
  isOpen: boolean;
  /** Selects the row with this id, or no more; undefined: nothing can be selected. */
  onSelect: ((id: string) => void) | undefined;
  /** Opens or closes the panel of the row with this id. */
  onToggle: (id: string) => void;
  /** The panel's id. */
  panel: string;
  /** Its place in the table, the heading counted; without it all rows are there. */
  rowIndex?: number;
}

/** How many columns stand before those of the list, and behind them. */
const asidesOf = <Row,>(
  isSelectable: boolean,
  { expand, rowActions, onPeek }: Pick<TableRowsProps<Row>, "expand" | "rowActions" | "onPeek">,
) => ({
  before: (isSelectable ? 1 : 0) + (expand ? 1 : 0),
  behind: rowActions !== undefined || onPeek !== undefined ? 1 : 0,
});

export const asides = <Row,>(props: TableRowsProps<Row>) => asidesOf(props.selection !== null, props);

type CellsProps<Row> = Pick<
  TableRowProps<Row>,
  "row" | "index" | "columns" | "rowLabel" | "rowTo" | "onOpen" | "rowActions" | "onPeek"
>;

function CellsPart<Row>({ row, index, columns, rowLabel, ...props }: CellsProps<Row>) {
  const { t } = useTranslation("kit");
  const { rowTo, onOpen, rowActions, onPeek } = props;
  const title = titleOf(columns)?.id;
  const to = rowTo?.(row);
  return (
    <>
      {columns.map((column) => (
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
      {asidesOf(false, props).behind > 0 && (
        <td className={classes.menu}>
          {onPeek && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              className={classes.peek}
              aria-label={t("list.peek.label", { row: rowLabel(row) })}
              title={t("list.peek.title")}
              onClick={() => onPeek(index)}
            >
              <Icon name="preview" size={16} />
            </ActionIcon>
          )}
          <RowMenu row={row} rowActions={rowActions} rowLabel={rowLabel} />
        </td>
      )}
    </>
  );
}

/** What a row tells, and its buttons: not drawn anew when it is selected, or the keys stand on it. */
const Cells = memo(CellsPart) as typeof CellsPart;

function Part<Row>(props: TableRowProps<Row>) {
  const { t } = useTranslation("kit");
  const navigate = useNavigate();
  const { row, index, panel, isSelected, isOpen, rowTo, onOpen, expand, rowActions, onPeek } = props;
  const { onSelect, onToggle } = props;
  const { rowLabel } = props;
  const { before, behind } = asidesOf(onSelect !== undefined, props);
  const id = props.rowKey(row);
  const selectLabel = useMemo(() => t("list.select", { row: rowLabel(row) }), [t, rowLabel, row]);
  const to = rowTo?.(row);
  return (
    <>
      {/* The row's link is in its title's cell; a click elsewhere on the row is a shortcut to it. */}
      <tr
        data-row={id}
        data-active={props.isActive || undefined}
        data-selected={isSelected || undefined}
        data-link={Boolean(to ?? onOpen ?? expand) || undefined}
        aria-rowindex={props.rowIndex}
        onClick={(event) => {
          const isControl = (event.target as Element).closest("a, button, input, label, [role=menu]");
          if (isControl || getSelection()?.toString()) return;
          if (to) navigate(to);
          else if (onOpen) onOpen(row);
          else if (expand) onToggle(id);
        }}
      >
        {onSelect && (
          <td>
            <SelectBox label={selectLabel} checked={isSelected} onChange={() => onSelect(id)} />
          </td>
        )}
        {expand && (
          <td>
            <Expander row={rowLabel(row)} panel={panel} isOpen={isOpen} onToggle={() => onToggle(id)} />
          </td>
        )}
        <Cells {...{ row, index, rowLabel, rowTo, onOpen, rowActions, onPeek }} columns={props.columns} />
      </tr>
      {isOpen && expand && (
        <tr id={panel} className={classes.panel}>
          <td colSpan={before + props.columns.length + behind}>
            <div className={classes.content}>
              <PanelContent>{expand(row)}</PanelContent>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** A row, and its panel where that is open. */
export const TableRow = memo(Part) as typeof Part;

/** In the place of a row that is not there yet; the bars' lengths differ from row to row. */
export function WaitingRow<Row>({
  index,
  rowIndex,
  ...props
}: TableRowsProps<Row> & { index: number; rowIndex?: number }) {
  const { before, behind } = asides(props);
  return (
    <tr data-skeleton aria-rowindex={rowIndex}>
      {before > 0 && <td colSpan={before} />}
      {props.columns.map((column) => (
        <td key={column.id}>
          <Skeleton height={10} width={`${50 + ((index * 29 + column.id.length * 13) % 40)}%`} />
        </td>
      ))}
      {behind > 0 && <td />}
    </tr>
  );
}
