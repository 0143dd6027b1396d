import type { BulkSelection } from "./bulk";
import { encodeCursor } from "./cursor";
import type { ListState } from "./useListState";

export type ExportScope = "page" | "all" | "selection";

/** What an export is asked for. */
export interface ExportBody {
  scope: ExportScope;
  /** The page's own cursor, or the whole question. */
  cursor: string;
  /** The selected rows. */
  ids?: string[];
}

/** The request of an export; a selection that stands for the whole question is asked for as such. */
export function exportBody(
  scope: ExportScope,
  { cursor, query }: Pick<ListState, "cursor" | "query">,
  { all, ids }: Pick<BulkSelection<unknown>, "all" | "ids">,
): ExportBody {
  if (scope === "page") return { scope, cursor };
  const whole = encodeCursor({ ...query, skip: 0 });
  return scope === "all" || all ? { scope: "all", cursor: whole } : { scope, cursor: whole, ids };
}
