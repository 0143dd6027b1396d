import { createContext, useContext } from "react";
import type { Totals } from "./api";
import type { Section } from "./values";

/** What is filled in comes to, as the host counted it. */
export interface Reckoning {
  totals: Totals | undefined;
  /** Of each line, by section, group and place. */
  lines: Record<Section, string[][]>;
  /** They are of what stands there now. */
  isPresent: boolean;
  /** Why they cannot be counted. */
  problem: string | undefined;
}

export const ReckoningContext = createContext<Reckoning>({
  totals: undefined,
  lines: { commissions: [], fees: [] },
  isPresent: false,
  problem: undefined,
});

export const useReckoning = () => useContext(ReckoningContext);
