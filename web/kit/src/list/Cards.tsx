import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Skeleton } from "../display/Skeleton";
import classes from "./Cards.module.css";
import type { RowsView } from "./columns";
import { Expander, PanelContent } from "./Expander";
import { RowMenu } from "./RowMenu";
import { SelectBox } from "./SelectBox";
import { type Totals, TotalValue } from "./totals";
import type { Expanded } from "./useExpanded";
import type { Selection } from "./useSelection";

interface CardsProps<Row> extends RowsView<Row> {
  caption: string;
  rows: Row[];
  loading: number | null;
  active: number;
  selection: Selection | null;
  expanded: Expanded;
  totals: Totals | null;
}

/** Above the cards, where they are in sight and cover no card's buttons. */
function CardTotals({ totals, columns }: { totals: Totals; columns: { id: string; header: string }[] }) {
  return (
    <section className={classes.totals} aria-label={totals.label}>
      <span className={classes.title}>{totals.label}</span>
      <dl className={classes.facts}>
        {columns.map(
          ({ id, header }) =>
            id in totals.of && (
              <div key={id}>
                <dt>{header}</dt>
                <dd>
                  <TotalValue of={totals.of[id] ?? []} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The rows on a phone: each a card with its title, its mark and its main facts. */
export function Cards<Row>(props: CardsProps<Row>) {
  const { t } = useTranslation("kit");
  const { selection, expand, expanded } = props;
  const panels = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (props.active >= 0) list.current?.children[props.active]?.scrollIntoView({ block: "nearest" });
  }, [props.active]);
  const part = (name: "title" | "mark" | "fact") => props.columns.filter((column) => column.card === name);
  return (
    <>
      {props.totals && <CardTotals totals={props.totals} columns={props.columns} />}
      <ul ref={list} className={classes.cards} aria-label={props.caption} aria-busy={props.loading !== null}>
        {Array.from({ length: Math.min(props.loading ?? 0, 6) }, (_, card) => (
          <li key={card} className={classes.card} data-skeleton aria-hidden="true">
            <Skeleton height={12} width="45%" />
            <Skeleton height={10} width="80%" />
          </li>
        ))}
        {props.rows.map((row, index) => {
          const id = props.rowKey(row);
          const to = props.rowTo?.(row);
          const isOpen = expand !== undefined && expanded.ids.has(id);
          const panel = `${panels}-${index}`;
          return (
            <li
              key={id}
              data-row={id}
              className={classes.card}
              data-active={index === props.active || undefined}
            >
              <div className={classes.head}>
                {selection && (
                  <span className={classes.tick}>
                    <SelectBox
                      label={t("list.select", { row: props.rowLabel(row) })}
                      checked={selection.ids.has(id)}
                      onChange={() => selection.toggle(id)}
                    />
                  </span>
                )}
                <div className={classes.names}>
                  <span className={classes.title}>
                    {part("title").map((column) =>
                      to ? (
                        <Link key={column.id} to={to} className={classes.link}>
                          {column.cell(row)}
                        </Link>
                      ) : props.onOpen ? (
                        <button
                          key={column.id}
                          type="button"
                          className={classes.open}
                          onClick={() => props.onOpen?.(row)}
                        >
                          {column.cell(row)}
                        </button>
                      ) : (
                        <span key={column.id}>{column.cell(row)}</span>
                      ),
                    )}
                  </span>
                  {part("mark").map((column) => (
                    <span key={column.id} className={classes.mark}>
                      {column.cell(row)}
                    </span>
                  ))}
                </div>
                {expand && (
                  <span className={classes.menu}>
                    <Expander
                      row={props.rowLabel(row)}
                      panel={panel}
                      isOpen={isOpen}
                      onToggle={() => expanded.toggle(id)}
                    />
                  </span>
                )}
                {props.rowActions && (
                  <span className={classes.menu}>
                    <RowMenu row={row} rowActions={props.rowActions} rowLabel={props.rowLabel} />
                  </span>
                )}
              </div>
              <dl className={classes.facts}>
                {part("fact").map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
              {isOpen && (
                <div id={panel} className={classes.panel}>
                  <PanelContent>{expand(row)}</PanelContent>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
