import { useFormats } from "../i18n/format";
import type { IconName } from "./icons";
import { StatusBadge, type Tone } from "./StatusBadge";
import { NONE } from "./values";

/** What pieces are counted: those to sell, broken ones, those a warehouse received, those that left with orders. */
export type StockKind = "available" | "damaged" | "offloaded" | "shipped";

/** Fewer to sell than this: it warns. */
const LOW = 10;

/** How so many pieces look (specification, document 1, section 4). */
const TONE: Record<StockKind, (pieces: number) => Tone> = {
  available: (pieces) => (pieces >= LOW ? "success" : "warning"),
  damaged: () => "warning",
  offloaded: (pieces) => (pieces <= 0 ? "critical" : "new"),
  shipped: () => "info",
};

const ICON: Partial<Record<StockKind, IconName>> = { shipped: "shipped" };

interface StockBadgeProps {
  kind: StockKind;
  /** Unknown, or none broken: a dash. */
  pieces: number | null | undefined;
  /** In words, where no heading says what is counted. */
  children?: string;
}

/** A count of pieces, toned by what it means. */
export function StockBadge({ kind, pieces, children }: StockBadgeProps) {
  const { number } = useFormats();
  if (pieces === null || pieces === undefined) return NONE;
  // A badge on every row would hide the rows where something is broken.
  if (kind === "damaged" && pieces === 0) return NONE;
  return (
    <StatusBadge tone={TONE[kind](pieces)} icon={ICON[kind]}>
      {children ?? number(pieces)}
    </StatusBadge>
  );
}
