// What a price grid is made of; what it looks like is `PriceGridPart`'s business.
import type { Schemas } from "../api/client";
import { decimalsOf, isDecimal } from "../form/decimal";

export type ShippingPrice = Schemas["ShippingPrice"];
export type PriceChange = Schemas["PriceChange"];
export type PriceChanges = Schemas["PriceChanges"];

/** A weight band in grams: above `min`, up to `max`. */
export interface Band {
  min: number;
  max: number;
}

/** What a price was when it was first typed over, and what it is to be; "" is no price. */
export interface Edit {
  was: string;
  value: string;
  /** What holds while there is none: the grid's price, below an exception. */
  fallback?: string;
}

/** What is not saved, by the keys of cells. */
export type Edits = ReadonlyMap<string, Edit>;

/** What the server takes of a price. */
const HIGHEST = 9_999;

export const bandId = ({ min, max }: Band) => `${min}-${max}`;

export function bandOf(id: string): Band {
  const [min = 0, max = 0] = id.split("-").map(Number);
  return { min, max };
}

/** A cell of a carrier's grid. */
export const cellKey = (carrierId: string, country: string, band: string) =>
  `${carrierId} ${country} ${band}`;

export function cellOf(key: string) {
  const [carrierId = "", country = "", band = ""] = key.split(" ");
  return { carrierId, country, band };
}

/** What prices hold, by their cells. */
export const valuesOf = (prices: ShippingPrice[]): ReadonlyMap<string, string> =>
  new Map(
    prices.map(({ carrierId, countryCode, minWeight, maxWeight, price }) => [
      cellKey(carrierId, countryCode, bandId({ min: minWeight, max: maxWeight })),
      price,
    ]),
  );

/** The bands of cells, each once, the lightest first. */
export function bandsOf(ids: Iterable<string>): Band[] {
  return [...new Set(ids)].map(bandOf).sort((one, other) => one.max - other.max || one.min - other.min);
}

/** The prices of a grid as they hold for whole cells, those that lie inside one of its bands too; "" for others. */
export function holding(grid: ReadonlyMap<string, string>): (key: string) => string {
  const bands = new Map<string, Band[]>();
  for (const { carrierId, country, band } of [...grid.keys()].map(cellOf)) {
    const place = cellKey(carrierId, country, "");
    bands.set(place, [...(bands.get(place) ?? []), bandOf(band)]);
  }
  return (key) => {
    const { carrierId, country, band } = cellOf(key);
    const { min, max } = bandOf(band);
    const around = bands
      .get(cellKey(carrierId, country, ""))
      ?.find((wider) => wider.min <= min && max <= wider.max);
    return (around && grid.get(cellKey(carrierId, country, bandId(around)))) ?? "";
  };
}

/** The weights between nothing and the heaviest of these bands that none of them holds. */
export function gapsOf(bands: Band[]): Band[] {
  const gaps: Band[] = [];
  let reached = 0;
  for (const { min, max } of bands.toSorted((one, other) => one.min - other.min)) {
    if (min > reached) gaps.push({ min: reached, max: min });
    reached = Math.max(reached, max);
  }
  return gaps;
}

export type PriceFault = "number" | "decimals" | "positive" | "negative" | "tooHigh";

/** Why a price cannot be taken; null when it can. An empty cell is no price. */
export function priceFault(value: string, mayBeZero = false): PriceFault | null {
  if (value === "") return null;
  if (!isDecimal(value)) return "number";
  if (decimalsOf(value) > 2) return "decimals";
  if (mayBeZero && Number(value) < 0) return "negative";
  if (!mayBeZero && Number(value) <= 0) return "positive";
  return Number(value) > HIGHEST ? "tooHigh" : null;
}

export const isSamePrice = (one: string, other: string) =>
  one === other || (isDecimal(one) && isDecimal(other) && Number(one) === Number(other));

/** The edits once cells hold other values; one that is back at what it was is none. */
export function edited(
  edits: Edits,
  cells: ReadonlyMap<string, string>,
  saved: ReadonlyMap<string, string>,
  fallbackOf?: (key: string) => string,
): Edits {
  const after = new Map(edits);
  for (const [key, value] of cells) {
    const was = edits.get(key)?.was ?? saved.get(key) ?? "";
    if (isSamePrice(was, value)) after.delete(key);
    else after.set(key, { was, value, ...(fallbackOf && { fallback: fallbackOf(key) }) });
  }
  return after;
}

/** The edits upon what there is by now, of the cells that moved meanwhile. */
export function rebased(edits: Edits, moved: string[], present: ReadonlyMap<string, string>): Edits {
  const after = new Map(edits);
  for (const key of moved) {
    const edit = edits.get(key);
    const was = present.get(key) ?? "";
    if (edit && isSamePrice(was, edit.value)) after.delete(key);
    else if (edit) after.set(key, { ...edit, was });
  }
  return after;
}

/** The cells in which two states of the edits differ. */
export const differing = (one: Edits, other: Edits) =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (key) => one.get(key)?.value !== other.get(key)?.value,
  );

/** The edits as the API takes them, those of one carrier and country together. */
export function changesOf(edits: Edits): { key: string; change: PriceChange }[] {
  const sorted = [...edits].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([key, { was, value }]) => {
    const { carrierId, country, band } = cellOf(key);
    const { min, max } = bandOf(band);
    return {
      key,
      change: {
        carrierId,
        countryCode: country,
        minWeight: min,
        maxWeight: max,
        was: was || null,
        price: value || null,
      },
    };
  });
}

/** What one pays before and after: the price itself, or what holds in its place. */
export const paid = ({ was, value, fallback = "" }: Edit) => ({
  before: was || fallback,
  after: value || fallback,
});

/** By how much what one pays changes, as a share; null where there was nothing to pay, or no price is left. */
export function shareOf(edit: Edit): number | null {
  const { before, after } = paid(edit);
  return before && after && Number(before) > 0 ? Number(after) / Number(before) - 1 : null;
}
