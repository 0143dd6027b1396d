import { useMemo, useState } from "react";

/** The selected rows of the page in sight, by id. */
export interface Selection {
  ids: ReadonlySet<string>;
  isAll: boolean;
  toggle(id: string): void;
  toggleAll(): void;
  clear(): void;
}

/** @param page the ids of the rows in sight: what is no longer in sight is no longer selected */
export function useSelection(page: string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const ids = new Set(page.filter((id) => chosen.has(id)));
    const isAll = page.length > 0 && ids.size === page.length;
    return {
      ids,
      isAll,
      toggle: (id) =>
        setChosen(ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])),
      toggleAll: () => setChosen(isAll ? new Set() : new Set(page)),
      clear: () => setChosen(new Set()),
    };
  }, [page, chosen]);
}
