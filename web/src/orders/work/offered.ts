import type { BulkSelection, Schemas } from "@comptoir/kit";
import type { OrderRow } from "../api";
import { canEnd } from "../values";

/** What can happen to many orders at once: by the portal, or by a plugin. */
export type OrderWork =
  | { action: "PUSH" | "CANCEL" }
  | { action: "PLUGIN"; plugin: Schemas["Plugin"]; offered: Schemas["PluginAction"] };

/** Work that is asked for, and of which orders. */
export interface AskedWork {
  work: OrderWork;
  body: BulkSelection<OrderRow>["body"];
  /** How many; null: more than are counted. */
  count: number | null;
  /** How many of the selected ones it is not asked for; null: it is asked for all that match, whatever they are. */
  left: number | null;
}

/** As many orders as one work takes. */
export const MOST = 1_000;

/** Whether it can succeed for an order, as far as its row tells. */
function suits(work: OrderWork, order: OrderRow): boolean {
  if (work.action !== "PLUGIN") return order.providerId === null && order.status !== "CANCELLED";
  const { plugin, offered } = work;
  const isOf = order.provider === plugin.id || order.extra[plugin.id] !== undefined;
  return isOf && canEnd(offered, order);
}

/** What can be asked for of a selection: of those rows alone that it can succeed for; of all that match, if it can for some in sight. */
export const offeredWork = (selection: BulkSelection<OrderRow>, works: OrderWork[]): AskedWork[] =>
  works.flatMap((work) => {
    const { rows, all, body, count } = selection;
    const ids = rows.filter((row) => suits(work, row)).map(({ id }) => id);
    if (ids.length === 0) return [];
    if (all) return { work, body, count, left: null };
    return { work, body: { ids }, count: ids.length, left: rows.length - ids.length };
  });
