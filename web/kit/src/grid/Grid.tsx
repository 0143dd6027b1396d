import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Button, Row } from "../layout/parts";
import classes from "./Grid.module.css";
import { faultCount, type GridColumn, type GridRow, type Refusal } from "./values";

const Cells = lazy(() => import("./Cells"));

export interface GridProps {
  /** What is in it, for a screen reader: "Shipping prices". */
  label: string;
  columns: GridColumn[];
  rows: GridRow[];
  /** All rows, some of them changed or added. */
  onChange: (rows: GridRow[]) => void;
  /** What the server said of cells, until they change. */
  refusals?: Refusal[];
  /** Makes an empty row; without it the rows are as many as they are. */
  newRow?: () => GridRow;
  /** A verb with its object: "Add price". */
  addLabel?: string;
}

/**
 * Many small values in rows and columns, typed with the keys of a spreadsheet: arrows, Enter, F2, Delete, Escape, and whole
 * blocks pasted from one. What cannot be taken stays and is marked; `faultCount` tells a form whether it may be sent.
 *
 * @example
 * <Grid label={t("prices")} columns={[{ id: "country", label: t("country") }, { id: "price", label: t("price"), kind: "decimal", decimals: 2 }]}
 *   rows={prices} onChange={setPrices} />
 */
export function Grid(props: GridProps) {
  const { t } = useTranslation("parts");
  const { columns, rows, onChange, newRow, addLabel } = props;
  const count = faultCount(columns, rows);
  return (
    <div className={classes.grid}>
      <div className={classes.frame} data-rows={Math.min(rows.length, 12)}>
        <Suspense fallback={null}>
          <Cells {...props} />
        </Suspense>
      </div>
      <Row justify="between">
        <p className={classes.faults} role="status">
          {count > 0 && t("grid.faults", { count })}
        </p>
        {newRow && (
          <Button icon="add" onClick={() => onChange([...rows, newRow()])}>
            {addLabel ?? t("grid.add")}
          </Button>
        )}
      </Row>
    </div>
  );
}
