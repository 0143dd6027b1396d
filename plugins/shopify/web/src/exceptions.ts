import type { ApiError, GridRow, Refusal } from "@comptoir/kit";
import type { Exception, ExceptionChange } from "./api";

/** Digits behind the mark of a weight in kg: to the gram. */
export const KG_DECIMALS = 3;

const toKilos = (grams: number) => (grams / 1_000).toFixed(KG_DECIMALS);
const toGrams = (kilos: string) => Math.round(Number(kilos) * 1_000);

export const toRow = ({ carrierId, countryCode, minWeight, maxWeight, price }: Exception): GridRow => ({
  carrierId,
  countryCode,
  min: toKilos(minWeight),
  max: toKilos(maxWeight),
  price,
});

export const newRow = (): GridRow => ({
  carrierId: "",
  countryCode: "",
  min: toKilos(0),
  max: "",
  price: "",
});

type Band = Pick<ExceptionChange, "carrierId" | "countryCode" | "minWeight" | "maxWeight">;

const bandOf = ({ carrierId = "", countryCode = "", min = "", max = "" }: GridRow): Band => ({
  carrierId,
  countryCode,
  minWeight: toGrams(min),
  maxWeight: toGrams(max),
});
const keyOf = ({ carrierId, countryCode, minWeight, maxWeight }: Band) =>
  [carrierId, countryCode, minWeight, maxWeight].join(" ");

/** The cells that a row with a price lacks. A row without one is none: it ends the exception that it was. */
export const missingCells = (rows: GridRow[], message: string): Refusal[] =>
  rows.flatMap((cells, row) =>
    ["carrierId", "countryCode", "max"]
      .filter((column) => cells.price && !cells[column])
      .map((column) => ({ row, column, message })),
  );

/** What is to be saved so that there is what the rows say, each beside the row that it comes from. */
export function changesOf(before: Exception[], rows: GridRow[]): { change: ExceptionChange; row: number }[] {
  const known = new Map(before.map((exception) => [keyOf(exception), exception.price]));
  const seen = new Set<string>();
  const kept = rows.flatMap((cells, row) => {
    if (!cells.price) return [];
    const band = bandOf(cells);
    const key = keyOf(band);
    const was = known.get(key) ?? null;
    const isSame = was !== null && Number(was) === Number(cells.price) && !seen.has(key);
    seen.add(key);
    return isSame ? [] : [{ change: { ...band, price: cells.price, was }, row }];
  });
  const ended = before
    .filter((exception) => !seen.has(keyOf(exception)))
    .map((exception) => {
      const { carrierId, countryCode, minWeight, maxWeight, price } = exception;
      const row = rows.findIndex((cells) => keyOf(bandOf(cells)) === keyOf(exception));
      return { change: { carrierId, countryCode, minWeight, maxWeight, price: null, was: price }, row };
    });
  return [...kept, ...ended];
}

const COLUMN: Record<string, string> = { minWeight: "min", maxWeight: "max", was: "price" };

/** The cells that the server refused; those of rows that are gone have none. */
export const refusedCells = ({ fields }: ApiError, sent: { row: number }[]): Refusal[] =>
  fields.flatMap(({ field, message }) => {
    const [, at = "", part = ""] = /^exceptions\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const row = sent[Number(at)]?.row ?? -1;
    return at === "" || row < 0 ? [] : [{ row, column: COLUMN[part] ?? part, message }];
  });
