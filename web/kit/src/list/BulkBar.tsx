import { Button } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RowsPage } from "../api/hooks";
import { Icon } from "../display/icons";
import { useFormats } from "../i18n/format";
import classes from "./BulkBar.module.css";
import type { BulkSelection } from "./bulk";
import type { Selection } from "./useSelection";

interface BulkBarProps<Row> {
  chosen: BulkSelection<Row>;
  selection: Selection;
  page: RowsPage<Row>;
  /** The actions. */
  bulk: ((selection: BulkSelection<Row>) => ReactNode) | undefined;
  /** Opens the export. */
  onExport: (() => void) | undefined;
  /** Before any of its buttons acts: the bar may tell of the selection of a moment before. */
  onClickCapture: () => void;
}

function Bar<Row>({ chosen, selection, page, bulk, onExport, onClickCapture }: BulkBarProps<Row>) {
  const { t } = useTranslation("kit");
  const { number } = useFormats();
  const { total, exact } = page.meta;
  const results = { total: number(total) };
  return (
    <section className={classes.bulk} aria-label={t("list.selection")} onClickCapture={onClickCapture}>
      <span role="status">
        {!chosen.all
          ? t("list.selected", { count: chosen.rows.length })
          : exact
            ? t("list.allSelected", results)
            : t("list.moreSelected", results)}
      </span>
      {selection.isAll && !chosen.all && total > page.rows.length && (
        <Button variant="subtle" size="xs" onClick={selection.selectAll}>
          {exact ? t("list.selectAll", results) : t("list.selectMore", results)}
        </Button>
      )}
      {bulk?.(chosen)}
      {onExport && (
        <Button variant="subtle" size="xs" leftSection={<Icon name="download" />} onClick={onExport}>
          {t("list.export.selected")}
        </Button>
      )}
      <Button variant="subtle" size="xs" onClick={selection.clear}>
        {t("list.unselect")}
      </Button>
    </section>
  );
}

/** How much is selected, what can be done with it, and the way to everything that matches. */
export const BulkBar = memo(Bar) as typeof Bar;
