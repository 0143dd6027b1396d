import { useCallback, useMemo, useState } from "react";

/** The rows whose panels are open, by id; those of other pages stay so while one is away. */
export interface Expanded {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
}

export function useExpanded(): Expanded {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => setIds((open) => open.symmetricDifference(new Set([id]))), []);
  return useMemo(() => ({ ids, toggle }), [ids, toggle]);
}
