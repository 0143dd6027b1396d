import { ApiError, sendAs, toApiError, useSession } from "@comptoir/kit";
import { createStore, del, entries, get, set } from "idb-keyval";
import { useMemo } from "react";
import { create } from "zustand";
import { lost, reached } from "./network";

/** Why the host did not take something: what its ApiError is made of. */
export interface Refusal {
  status: number;
  name: string;
  message: string;
  payload?: unknown;
  requestId?: string;
}

/** A change that the host does not have yet, as far as is known. */
export interface Waiting<T> {
  /** Also the key under which the host makes it once. */
  id: string;
  /** Whose it is: nobody else sends it, or sees it. */
  user: string;
  at: number;
  what: T;
  /** When it was sent first; the host may have it since. */
  triedAt?: number;
  /** It is not sent by itself any more. */
  refusal?: Refusal;
  /** Somebody who saw why it was refused asked for it again. */
  isAgain?: boolean;
}

/** How a request is sent. */
export type Send = (request: Request) => Promise<Response>;

/** What has no name in the API's catalogue: it may have been made a day ago, when the host still knew its key. */
export const UNSURE = "UnsureException";
/** For less than this the host knows a key. */
const KEY_MS = 23 * 3_600_000;
/** Longer nobody waits for a button; what was pressed waits without them. */
const PATIENCE_MS = 8_000;

/** No word about what was sent: it is sent again. */
const isPassing = ({ status }: ApiError) => status === 0 || status >= 500 || [401, 408, 429].includes(status);

const refusalOf = ({ status, name, message, payload, requestId }: ApiError): Refusal => ({
  ...{ status, name, message, payload },
  requestId: requestId ?? undefined,
});

const errorOf = ({ status, ...body }: Refusal) => new ApiError(status, body);

/** Whether something can wait in this browser, and be sent by one of its tabs. */
const canWait = () => window.isSecureContext && "indexedDB" in window && "locks" in navigator;

const userId = () => useSession.getState().user?.id;

/**
 * What somebody does while there is no network, kept in this browser until the host has it: sent in order, each once, by one
 * tab at a time.
 *
 * @param name of its database and its lock
 * @param send makes one change; `as` is how its request is sent, undefined where it cannot wait
 */
export function createOutbox<T, R>(
  name: string,
  send: (change: Pick<Waiting<T>, "what" | "isAgain">, as?: Send) => Promise<R>,
) {
  const store = createStore(name, "waiting");
  const useWaiting = create<{ all: Waiting<T>[] }>()(() => ({ all: [] }));
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  /** Those whose sender still looks at the button, by what came of them. */
  const watched = new Map<string, R | undefined>();

  // The user first, as they are found by it; then in the order in which they came.
  const keyOf = ({ user, at, id }: Waiting<T>) => [user, at, id];
  const put = (waiting: Waiting<T>) => set(keyOf(waiting), waiting, store);
  const remove = (waiting: Waiting<T>) => del(keyOf(waiting), store);

  const read = async () => {
    const all = await entries<IDBValidKey, Waiting<T>>(store);
    return all.map(([, waiting]) => waiting).filter(({ user }) => user === userId());
  };
  /** Shows what waits of whoever is signed in. */
  const load = async () => {
    if (!canWait()) return;
    const all = (await read()).filter(({ id }) => !watched.has(id));
    useWaiting.setState({ all });
  };
  const changed = async () => {
    await load();
    channel?.postMessage(null);
  };
  channel?.addEventListener("message", () => void load().catch(() => {}));

  /** @returns whether to go on with the next */
  const sendOne = async (waiting: Waiting<T>): Promise<boolean> => {
    const { triedAt = Date.now() } = waiting;
    const tried = { ...waiting, triedAt };
    try {
      if (Date.now() - triedAt > KEY_MS) throw new ApiError(409, { name: UNSURE });
      await put(tried);
      const answer = await send(tried, sendAs(waiting.user, waiting.id));
      if (watched.has(waiting.id)) watched.set(waiting.id, answer);
      await remove(waiting);
      reached();
    } catch (reason) {
      const error = toApiError(reason);
      if (error.kind === "offline") lost();
      if (isPassing(error)) return false;
      await put({ ...tried, refusal: refusalOf(error) });
    }
    await changed();
    return true;
  };

  /** Sends what waits of whoever is signed in, until something has to go on waiting. */
  const sendAll = async (): Promise<void> => {
    if (!canWait()) return;
    await navigator.locks.request(name, async () => {
      let isOn = true;
      while (isOn) {
        const next = (await read()).find(({ refusal }) => !refusal);
        isOn = next !== undefined && (await sendOne(next));
      }
    });
  };

  const entryOf = (what: T): Waiting<T> => ({
    ...{ id: crypto.randomUUID(), user: userId() ?? "", what },
    // Not before the one before, however fast they come.
    at: Math.max(Date.now(), ...useWaiting.getState().all.map(({ at }) => at + 1)),
  });

  /** Keeps something, unless this browser cannot. */
  const kept = async (what: T): Promise<Waiting<T> | null> => {
    if (!canWait()) return null;
    const waiting = entryOf(what);
    try {
      await put(waiting);
    } catch {
      return null;
    }
    return waiting;
  };

  /**
   * Makes a change at once if it can be, else later.
   *
   * @returns whether it waits; else what was answered, where this tab heard it
   * @throws {ApiError} when the host refuses it at once: nothing is kept of it then
   */
  const deliver = async (what: T): Promise<{ waits: boolean; answer?: R }> => {
    const waiting = await kept(what);
    if (!waiting) return { waits: false, answer: await send({ what }) };
    const { id } = waiting;
    watched.set(id, undefined);
    try {
      const sending = sendAll().catch(() => {});
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      const left = await get<Waiting<T>>(keyOf(waiting), store);
      if (!left?.refusal) return { waits: left !== undefined, answer: watched.get(id) };
      await remove(left);
      throw errorOf(left.refusal);
    } finally {
      watched.delete(id);
      await changed();
    }
  };

  return {
    /** What waits of whoever is signed in, the oldest first. */
    useWaiting: (): Waiting<T>[] => {
      const all = useWaiting(({ all }) => all);
      const id = useSession(({ user }) => user?.id);
      return useMemo(() => all.filter(({ user }) => user === id), [all, id]);
    },
    load,
    deliver,
    sendAll,
    /** Gives up what waits. */
    discard: async (waiting: Waiting<T>) => {
      await remove(waiting);
      await changed();
    },
    /** Has what was refused be sent once more. */
    retry: async ({ refusal: _, triedAt: __, ...waiting }: Waiting<T>) => {
      await put({ ...waiting, isAgain: true });
      await changed();
      await sendAll();
    },
  };
}
