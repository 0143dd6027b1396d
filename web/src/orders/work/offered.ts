import { type BulkSelection, type Schemas, useGet } from "@comptoir/kit";
import { startTransition, useEffect, useState } from "react";
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

/** Longer than what a click sets off, and no wait for who goes on to the bar. */
const STILL_MS = 150;

type Selection = BulkSelection<OrderRow>;
const NOTHING: Selection = { rows: [], ids: [], all: false, count: 0, body: { ids: [] }, clear() {} };

/** A selection once it has stayed the same for a moment; nothing before the first has. */
function useStill(selection: Selection): Selection {
  const [still, setStill] = useState(NOTHING);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setStill(selection)), STILL_MS);
    return () => clearTimeout(timer);
  }, [selection]);
  return still;
}

/**
 * What can be asked for of a selection, and of which of its orders it can succeed: the host says so, asked when no more boxes
 * are ticked.
 *
 * @returns `isKnown`: it is of this selection; before, what is there is the former one's
 */
export function useOfferedWork(selection: Selection) {
  const theirs = useActions("order");
  const still = useStill(selection);
  const { ids, body, all, count } = still;
  const isTooMany = all && (count === null || count > MOST);
  const query = "cursor" in body ? body : { ids: body.ids.join(",") };
  const isAsked = !isTooMany && (all || ids.length > 0);
  const config = { keepPreviousData: true };
  const answer = useGet(isAsked ? "/order/work" : null, { params: { query } }, config);
  const asked = ((isAsked && answer.data) || []).flatMap(({ action, by, ids }): AskedWork[] => {
    const left = (count ?? ids.length) - ids.length;
    if (action !== "PLUGIN") return [{ work: { action }, ids, left }];
    const one = theirs.find(({ plugin, action }) => plugin.id === by?.plugin && action.name === by.name);
    return one ? [{ work: { action, plugin: one.plugin, offered: one.action }, ids, left }] : [];
  });
  return { asked, isTooMany, isKnown: still === selection && !answer.isRefreshing };
}
