import { type BulkSelection, type Schemas, useGet } from "@comptoir/kit";
import { useActions } from "../../plugins/PluginActions";
import type { OrderRow } from "../api";

/** What can happen to many orders at once: by the portal, or by a plugin. */
export type OrderWork =
  | { action: "PUSH" | "CANCEL" }
  | { action: "PLUGIN"; plugin: Schemas["Plugin"]; offered: Schemas["PluginAction"] };

/** Work that is asked for, and with which orders. */
export interface AskedWork {
  work: OrderWork;
  ids: string[];
  /** How many of the selected ones it cannot succeed with. */
  left: number;
}

/** As many orders as one work takes. */
const MOST = 1_000;

/** What can be asked for of a selection, and of which of its orders it can succeed: the host says so. */
export function useOfferedWork({ ids, body, all, count }: BulkSelection<OrderRow>) {
  const theirs = useActions("order");
  const selected = new Set(ids);
  const isTooMany = all && (count === null || count > MOST);
  const query = "cursor" in body ? body : { ids: body.ids.join(",") };
  const isAsked = !isTooMany && (all || ids.length > 0);
  const config = { keepPreviousData: true };
  const { data: offers } = useGet(isAsked ? "/order/work" : null, { params: { query } }, config);
  const asked = (isAsked && offers ? offers : []).flatMap(({ action, by, ids: offered }): AskedWork[] => {
    // Until the answer is there it is the selection's before: what is selected no more is not asked for.
    const ids = all ? offered : offered.filter((id) => selected.has(id));
    if (ids.length === 0) return [];
    const left = (count ?? ids.length) - ids.length;
    if (action !== "PLUGIN") return [{ work: { action }, ids, left }];
    const one = theirs.find(({ plugin, action }) => plugin.id === by?.plugin && action.name === by.name);
    return one ? [{ work: { action, plugin: one.plugin, offered: one.action }, ids, left }] : [];
  });
  return { asked, isTooMany };
}
