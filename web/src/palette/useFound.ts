import { useEffect, useState } from "react";
import type { Find, Found } from "../app/feature";

/** Shorter searches find too much. */
const SEARCH_FROM = 2;
/** People type on; only what they stop at is searched for. */
const WAIT_MS = 200;

interface Answer {
  search: string;
  /** By what was asked, in the order of `finds`; null where the answer did not come. */
  found: Map<Find, Found[] | null>;
}

const NOTHING: Answer = { search: "", found: new Map() };

/** The records that fit a search. Each domain answers for itself: one that fails or is slow keeps none back. */
export function useFound(finds: Find[], search: string) {
  const text = search.trim();
  const isAsked = text.length >= SEARCH_FROM && finds.length > 0;
  const [answer, setAnswer] = useState(NOTHING);

  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const keep = (find: Find, found: Found[] | null) => {
      if (!isCurrent) return;
      setAnswer((before) => ({
        search: text,
        found: new Map(before.search === text ? before.found : []).set(find, found),
      }));
    };
    const ask = () => {
      for (const find of finds) {
        find.search(text).then(
          (found) => keep(find, found),
          () => keep(find, null),
        );
      }
    };
    const timer = setTimeout(ask, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [finds, text, isAsked]);

  const found = isAsked && answer.search === text ? answer.found : NOTHING.found;
  return { found, isBusy: isAsked && found.size < finds.length };
}
