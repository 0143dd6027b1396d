import type { Order, OrderArticles } from "./api";

/** An article as the form holds it: in whose place it stands, which it is, and how many. */
export interface PlaceValues {
  /** The SKU of the line that it was; null: it is new. */
  place: string | null;
  sku: string | null;
  quantity: string;
}

export interface ArticlesValues {
  articles: PlaceValues[];
}

export const NEW_PLACE: PlaceValues = { place: null, sku: null, quantity: "1" };

/** The pieces that are shipped, or would be, by SKU. */
export function piecesOf({ lines, ships }: Pick<Order, "lines" | "ships">): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { sku, quantity } of ships ?? lines) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity);
  return pieces;
}

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toArticles = ({ articles }: ArticlesValues): OrderArticles => ({
  articles: articles.map(({ place, sku, quantity }) => ({
    sku: sku ?? "",
    quantity: Number(quantity),
    insteadOf: place !== null && place !== sku ? place : null,
  })),
});

/** Something that will be different: of which article, of which there were or will be so many. */
export interface ArticleChange {
  kind: "replaced" | "added" | "removed" | "count";
  was: string;
  sku: string;
  before: number;
  after: number;
}

/** What the form changes; what is not filled in yet changes nothing. */
export function changesOf(pieces: ReadonlyMap<string, number>, articles: PlaceValues[]): ArticleChange[] {
  const changes: ArticleChange[] = [];
  for (const { place, sku, quantity } of articles) {
    const after = Number(quantity);
    if (!sku || !Number.isInteger(after) || after < 1) continue;
    const before = (place !== null && pieces.get(place)) || 0;
    if (place === null) changes.push({ kind: "added", was: sku, sku, before, after });
    else if (place !== sku) changes.push({ kind: "replaced", was: place, sku, before, after });
    else if (before !== after) changes.push({ kind: "count", was: sku, sku, before, after });
  }
  for (const [sku, before] of pieces) {
    if (!articles.some(({ place }) => place === sku))
      changes.push({ kind: "removed", was: sku, sku, before, after: 0 });
  }
  return changes;
}
