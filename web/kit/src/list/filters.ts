import type { RecordSource } from "../form/records";
import type { FilterField } from "./fields";

/** Values and what they are called: in order, or as a table of words. */
type Options = { value: string; label: string }[] | Record<string, string | { label: string }>;

/** The options of a filter, in order. */
export const optionsOf = (options: Options): { value: string; label: string }[] =>
  Array.isArray(options)
    ? options
    : Object.entries(options).map(([value, word]) => ({
        value,
        label: typeof word === "string" ? word : word.label,
      }));

/**
 * A filter that a list offers: some of a set of values, some of any number of records, a span of days, a span of numbers.
 * With the list's name only what the host filters by: `FilterOffer<"orders">`.
 */
export type FilterOffer<List extends string = string> =
  | { kind: "oneOf"; field: FilterField<List>; label: string; options: Options }
  | {
      kind: "record";
      field: FilterField<List>;
      label: string;
      /** What is chosen from. */
      // biome-ignore lint/suspicious/noExplicitAny: each list has filters by several kinds of records
      source: RecordSource<any>;
    }
  | {
      kind: "dates";
      field: FilterField<List>;
      label: string;
      /** Days to come make sense: when something is expected. */
      future?: boolean;
    }
  | {
      kind: "numbers";
      field: FilterField<List>;
      label: string;
      /** The unit: "€". */
      suffix?: string;
    };

/** A span of numbers, both ends included; an end that is missing is open. */
export interface NumberSpan {
  from?: number;
  to?: number;
}

/** A number as people write it, with comma or point and spaces between thousands; NaN for anything else. */
export function parseNumber(text: string): number {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return /^[-−]?\d+(\.\d+)?$/.test(plain) ? Number(plain.replace("−", "-")) : Number.NaN;
}
