import { toApiError, useSession } from "@comptoir/kit";
import { useEffect } from "react";
import { type Middleware, mutate, unstable_serialize } from "swr";
import { PATIENCE_MS } from "./keptUser";
import { lost, reached, setKnown } from "./network";
import { createShelf, quietly } from "./shelf";

/** Together, in characters of JSON. */
export const MOST = 4_000_000;

/** What GETs answered. */
const shelf = createShelf<unknown>("answers", MOST);
export const { prune: pruneAnswers, forget: forgetAnswers } = shelf;

const keep = (user: string, key: string, data: unknown) =>
  shelf.keep(user, key, data, JSON.stringify(data)?.length ?? 0);

/** When what this page knows was answered, by key. */
const answeredAt = new Map<string, number>();
/** How many parts of the page show it. */
const shown = new Map<string, number>();

/** How old an answer is is of interest as long as it is on screen. */
function useShown(key: string) {
  useEffect(() => {
    const count = (change: number) => {
      const parts = (shown.get(key) ?? 0) + change;
      if (parts > 0) return shown.set(key, parts);
      shown.delete(key);
      setKnown(key);
    };
    count(1);
    return () => void count(-1);
  }, [key]);
}

const isLate = Symbol();

interface Question {
  /** As SWR was given it, and as it names it. */
  asked: unknown;
  key: string;
  /** What is known of it in this page. */
  present: () => unknown;
  ask: () => unknown;
}

/** The server's answer; where it gives none in time, the one that was seen before. */
async function answer({ asked, key, present, ask }: Question): Promise<unknown> {
  const user = useSession.getState().user?.id ?? "";
  let wasLate = false;
  const answering = Promise.resolve(ask()).then((data) => {
    void quietly(keep(user, key, data));
    reached();
    setKnown(key);
    answeredAt.set(key, Date.now());
    if (wasLate) void mutate(asked as unknown[], data, { revalidate: false });
    return data;
  });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, isLate));
  try {
    const data = await Promise.race([answering, late]);
    if (data !== isLate) return data;
  } catch (reason) {
    const { kind } = toApiError(reason);
    if (kind === "forbidden" || kind === "notFound") void quietly(shelf.drop(user, key));
    if (kind !== "offline") throw reason;
    lost();
  }
  const data = present();
  const known =
    data === undefined
      ? await quietly(shelf.recall(user, key))
      : { data, at: answeredAt.get(key) ?? Date.now() };
  if (!known) return answering;
  answeredAt.set(key, known.at);
  wasLate = true;
  // It was refused meanwhile, or never comes.
  answering.catch(() => {});
  lost();
  if (shown.has(key)) setKnown(key, known.at);
  return known.data;
}

/**
 * Has SWR show what was seen before where the network is gone or too slow.
 *
 * @param paths what of the API is kept in this browser
 */
export const keeping =
  (paths: RegExp): Middleware =>
  (useNext) =>
    function useKept(asked, fetcher, config) {
      const key = unstable_serialize(asked);
      useShown(key);
      const isKept = fetcher && Array.isArray(asked) && paths.test(String(asked[0]));
      const { cache } = config as typeof config & {
        cache: { get(key: string): { data?: unknown } | undefined };
      };
      const present = () => cache.get(key)?.data;
      const ask = (...of: never[]) => fetcher?.(...(of as Parameters<typeof fetcher>));
      const answered = (...of: never[]) => answer({ asked, key, present, ask: () => ask(...of) });
      return useNext(asked, (isKept ? answered : fetcher) as typeof fetcher, config);
    };
