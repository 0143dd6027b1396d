import { useEffect, useEffectEvent, useState } from "react";
import { keepPreparation } from "./api";
import { type Keeping, keeper } from "./keeper";
import type { Step, Work } from "./values";

export interface Kept {
  step: Step;
  work: Work;
}

/**
 * Keeps one's work as it goes, for a reload and every other machine.
 *
 * @param kept as it has settled
 * @param now as it is at this moment, for when the screen is left
 */
export function useKeeping(kept: Kept, now: () => Kept) {
  const [keeping, setKeeping] = useState<Keeping | null>(null);
  const [keep] = useState(() =>
    keeper(({ step, work }: Kept) => keepPreparation({ step, state: { ...work } }), setKeeping),
  );
  const text = JSON.stringify(kept);
  // What nobody has touched yet is not worth keeping.
  const [last, setLast] = useState({ text });
  useEffect(() => {
    if (text === last.text) return;
    setLast({ text });
    keep.keep(JSON.parse(text) as Kept);
  }, [text, last, keep]);

  const leave = useEffectEvent(() => {
    const latest = now();
    if (JSON.stringify(latest) !== last.text) keep.keep(latest);
  });
  useEffect(() => () => leave(), []);
  return { keeping, keep };
}
