import { countriesIn } from "../form/countries";
import { decimalsOf, padDecimal, parseDecimal } from "../form/decimal";
import { type CheckedFile, checkCsv, type ImportColumn, type ReadRow } from "../import/check";
import { type Band, bandId, bandOf, cellKey, cellOf, priceFault } from "./prices";

/** What a file of prices has: weights in grams. The names are the API's, in every language. */
export const PRICE_COLUMNS: ImportColumn[] = [
  { name: "country", required: true, example: "FR" },
  { name: "minWeight", required: true, kind: "whole", example: "0" },
  { name: "maxWeight", required: true, kind: "whole", example: "500" },
  { name: "price", required: true, kind: "decimal", example: "4.20" },
];

/** Reads the prices of one carrier; with any fault none of them is to be taken. */
export function readPrices(
  text: string,
  carrierId: string,
  mayBeZero = false,
): { checked: CheckedFile; cells: Map<string, string> } {
  const known = new Set(countriesIn("fr").map(({ value }) => value));
  const cells = new Map<string, string>();
  const byCountry = new Map<string, Band[]>();
  const checked = checkCsv(text, PRICE_COLUMNS, undefined, ({ values, fault }: ReadRow) => {
    const country = (values.country ?? "").toUpperCase();
    const [min, max] = [
      Number(parseDecimal(values.minWeight ?? "")),
      Number(parseDecimal(values.maxWeight ?? "")),
    ];
    const price = padDecimal(parseDecimal(values.price ?? "") ?? "", 2);
    if (!known.has(country)) return fault("country", "country");
    if (min < 0 || max <= min) return fault("maxWeight", "band");
    if (decimalsOf(price) > 2) return fault("price", "decimals");
    if (priceFault(price, mayBeZero) !== null) return fault("price", mayBeZero ? "exception" : "price");
    const key = cellKey(carrierId, country, bandId({ min, max }));
    if (cells.has(key)) return fault("minWeight", "repeated");
    const bands = byCountry.get(country) ?? [];
    if (bands.some((band) => band.min < max && min < band.max)) return fault("minWeight", "overlap");
    byCountry.set(country, [...bands, { min, max }]);
    cells.set(key, price);
  });
  return { checked, cells };
}

/** The rows of a file that holds these prices. */
export function priceRows(values: ReadonlyMap<string, string>): (string | number)[][] {
  const rows = [...values]
    .filter(([, price]) => price !== "")
    .map(([key, price]) => {
      const { country, band } = cellOf(key);
      const { min, max } = bandOf(band);
      return { country, min, max, price };
    })
    .sort((one, other) =>
      one.country < other.country ? -1 : one.country > other.country ? 1 : one.max - other.max,
    );
  return [
    PRICE_COLUMNS.map(({ name }) => name),
    ...rows.map(({ country, min, max, price }) => [country, min, max, price]),
  ];
}
