import { toast, toastFailure, toastUndo } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Production, type ProductionStatus, productions } from "./api";
import { useProductionStatuses } from "./useProductionStatuses";
import { shownOf } from "./values";

/**
 * Productions that are moved on a board: each is where it was put at once, and back where it was when that is refused.
 *
 * @param listed the productions as the list tells them
 * @param send moves one; nothing comes of it where that has to wait
 */
export function useMoving(
  listed: Production[],
  send: (production: Production, status: ProductionStatus) => Promise<Production | undefined> = (
    one,
    status,
  ) => productions.save(one, { status }),
) {
  const { t } = useTranslation("productions");
  const statuses = useProductionStatuses();
  const [moved, setMoved] = useState<ReadonlyMap<string, Production>>(() => new Map());
  const show = (production: Production) =>
    setMoved((before) => new Map(before).set(production.id, production));

  const putBack = ({ id }: Production) =>
    setMoved((before) => new Map([...before].filter(([other]) => other !== id)));

  const put = async (production: Production, status: ProductionStatus) => {
    // It goes nowhere else until it is known to be there.
    show({ ...production, status, next: [] });
    try {
      const saved = await send(production, status);
      if (saved) show(saved);
      else putBack(production);
      return saved;
    } catch (reason) {
      putBack(production);
      void productions.refresh();
      throw reason;
    }
  };
  const move = async (production: Production, status: ProductionStatus) => {
    const { name, status: before } = production;
    try {
      const saved = await put(production, status);
      if (!saved) return;
      const done = t("move.done", { name, status: statuses[status].label });
      if (!saved.next.includes(before)) return toast(done);
      toastUndo(done, async () => void (await put(saved, before)), t("move.notUndone", { name }));
    } catch (reason) {
      toastFailure(t("move.failed", { name }), reason);
    }
  };
  return { shown: shownOf(listed, moved), move };
}
