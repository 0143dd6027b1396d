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
    undo:
      past.length > 0
        ? () =>
            setSteps((steps) => {
              const before = steps.past.at(-1);
              if (!before) return steps;
              return { past: steps.past.slice(0, -1), now: before, future: [steps.now, ...steps.future] };
            })
        : undefined,
    redo:
      future.length > 0
        ? () =>
            setSteps((steps) => {
              const [next, ...rest] = steps.future;
              return next ? { past: [...steps.past, steps.now], now: next, future: rest } : steps;
            })
        : undefined,
  };
}
