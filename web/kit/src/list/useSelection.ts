import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The selected rows of the page in sight, by id, or everything that matches. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The whole page is selected. */
  isAll: boolean;
  /** It stands for all that matches, on whatever page. */
  all: boolean;
  toggle(id: string): void;
  toggleAll(): void;
  /** Everything that matches, also out of sight. */
  selectAll(): void;
  clear(): void;
}

interface Chosen {
  ids: ReadonlySet<string>;
  /** The question all of whose answer is selected. */
  question: string | null;
}

const NOTHING: Chosen = { ids: new Set(), question: null };
const only = (ids: Iterable<string>): Chosen => ({ ids: new Set(ids), question: null });

/**
 * @param page the ids of the rows in sight: what is no longer in sight is no longer selected
 * @param question what is asked for, whatever the page: with another one "all" means nothing any more
 * @returns the selection; the one that follows it in the frame after, for what is said of it; and what makes the two one at
 * once, for whoever acts on it: rows that were ticked a moment before belong to it
 */
export function useSelection(
  page: string[],
  question: string,
): { selection: Selection; following: Selection; catchUp: () => void } {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  /** What was chosen last, though it be shown later. */
  const latest = useRef(chosen);
  const [caughtUp, setCaughtUp] = useState<Chosen | null>(null);
  const choose = useCallback((next: Chosen) => {
    latest.current = next;
    setChosen(next);
  }, []);
  const idsOf = useCallback(
    ({ ids, question: whole }: Chosen) =>
      new Set(whole === question && page.length > 0 ? page : page.filter((id) => ids.has(id))),
    [page, question],
  );
  // The same for each row as long as the page is: a row that nothing changes of is not drawn anew.
  const toggle = useCallback(
    (id: string) => choose(only(idsOf(latest.current).symmetricDifference(new Set([id])))),
    [idsOf, choose],
  );
  const selection = useMemo(() => {
    const all = chosen.question === question && page.length > 0;
    const ids = idsOf(chosen);
    const isAll = page.length > 0 && ids.size === page.length;
    return {
      ids,
      isAll,
      all,
      toggle,
      toggleAll: () => choose(isAll ? NOTHING : only(page)),
      selectAll: () => choose({ ids: new Set(page), question }),
      clear: () => choose(NOTHING),
    };
  }, [page, question, chosen, idsOf, toggle, choose]);
  const later = useDeferredValue(selection);
  const catchUp = useCallback(
    () =>
      flushSync(() => {
        setChosen(latest.current);
        setCaughtUp(latest.current);
      }),
    [],
  );
  return { selection, following: caughtUp === chosen ? selection : later, catchUp };
}
