import { useState } from "react";
import { type Production, productions } from "./api";
import { shownOf } from "./values";

/**
 * Productions that are changed where they are listed: each is as it will be at once, and as it was when that is refused.
 *
 * @param listed the productions as the list tells them
 */
export function useChanged(listed: Production[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, Production>>(() => new Map());
  const show = (production: Production) =>
    setChanged((before) => new Map(before).set(production.id, production));
  const putBack = ({ id }: Production) =>
    setChanged((before) => new Map([...before].filter(([other]) => other !== id)));

  /** Shows one as it will be once `send` has ended; nothing comes of it where that has to wait. */
  const put = async (expected: Production, send: () => Promise<Production | undefined>) => {
    show(expected);
    try {
      const saved = await send();
      if (saved) show(saved);
      else putBack(expected);
      return saved;
    } catch (reason) {
      putBack(expected);
      void productions.refresh();
      throw reason;
    }
  };
  return { shown: shownOf(listed, changed), put };
}
