import type { DateRange } from "./dateRange";

/** A filter that a list offers. */
export type FilterOffer =
  | { kind: "oneOf"; field: string; label: string; options: { value: string; label: string }[] }
  | { kind: "dates"; field: string; label: string };

export type { DateRange };
