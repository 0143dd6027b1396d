import { useState } from "react";
import type { Edits } from "./prices";

/** As far back as one can go. */
const MOST_STEPS = 200;

interface Steps {
  past: Edits[];
  now: Edits;
  future: Edits[];
}

const NONE: Steps = { past: [], now: new Map(), future: [] };

/** What is typed and not saved, with the way back and forth. */
export function useEdits() {
  const [{ past, now, future }, setSteps] = useState<Steps>(NONE);
  const before = past.at(-1);
  const [next] = future;
  return {
    edits: now,
    /** One step, which can be undone. */
    change: (next: (before: Edits) => Edits) =>
      setSteps((steps) => ({
        past: [...steps.past, steps.now].slice(-MOST_STEPS),
        now: next(steps.now),
        future: [],
      })),
    /** Puts others in their place without a way back: they are saved, or stand on other prices. */
    replace: (edits: Edits) => setSteps({ ...NONE, now: edits }),
    /** Each gives what there is then. */
    undo:
      before &&
      (() => {
        setSteps({ past: past.slice(0, -1), now: before, future: [now, ...future] });
        return before;
      }),
    redo:
      next &&
      (() => {
        setSteps({ past: [...past, now], now: next, future: future.slice(1) });
        return next;
      }),
  };
}
