import { clear, createStore, del, delMany, get, promisifyRequest, set, type UseStore } from "idb-keyval";
import { KEPT_MS, keptUser } from "./keptUser";

/** Something that was seen, and when. */
interface Kept<T> {
  at: number;
  size: number;
  data: T;
}

/** A browser without the means, or whose disk is full, keeps nothing: that is no reason to show nothing. */
export const quietly = <T>(work: Promise<T>) => work.catch(() => undefined);

/** When each was kept, and how much it is: one after the other, as all of them together may be large. */
const weighed = (store: UseStore) =>
  store("readonly", async (objects) => {
    const all: { key: IDBValidKey; at: number; size: number }[] = [];
    const cursor = objects.openCursor();
    for (;;) {
      const found = await promisifyRequest(cursor);
      if (!found) return all;
      const { at, size } = found.value as Kept<unknown>;
      all.push({ key: found.key, at, size });
      found.continue();
    }
  });

/**
 * What is kept in this browser of what somebody saw, each in a database of its own, for a week.
 *
 * @param name of the database
 * @param most together they take no more than this; what is asked for last stays
 */
export function createShelf<T>(name: string, most: number) {
  const store = createStore(`comptoir.${name}`, name);
  const largest = most / 8;
  /** How much was kept since the oldest were last looked for. */
  let added = 0;

  /** Forgets what is too old, and the oldest of what is too much. */
  const prune = async () => {
    added = 0;
    let size = 0;
    const tooMuch = (await weighed(store))
      .toSorted((a, b) => b.at - a.at)
      .filter((kept) => {
        size += kept.size;
        return size > most - largest || Date.now() - kept.at > KEPT_MS;
      });
    await delMany(
      tooMuch.map(({ key }) => key),
      store,
    );
  };

  return {
    prune,
    /** Keeps something for who goes on in this browser; what comes after they have left is nobody's. */
    keep: async (user: string, key: string, data: T, size: number) => {
      if (size > largest || keptUser()?.id !== user) return;
      await set([user, key], { at: Date.now(), size, data } satisfies Kept<T>, store);
      added += size;
      if (added > largest) await prune();
    },
    recall: async (user: string, key: string): Promise<Kept<T> | undefined> => {
      const kept = await get<Kept<T>>([user, key], store);
      return kept && Date.now() - kept.at < KEPT_MS ? kept : undefined;
    },
    drop: (user: string, key: string) => del([user, key], store),
    /** Forgets all of it, whoever's it is. */
    forget: () => clear(store),
  };
}
