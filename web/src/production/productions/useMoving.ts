import { toast, toastFailure, toastUndo } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Production, type ProductionStatus, productions } from "./api";
import { useChanged } from "./useChanged";
import { useProductionStatuses } from "./useProductionStatuses";

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
  const { shown, put: change } = useChanged(listed);

  // It goes nowhere else until it is known to be there.
  const put = (production: Production, status: ProductionStatus) =>
    change({ ...production, status, next: [] }, () => send(production, status));
  const move = async (production: Production, status: ProductionStatus) => {
    const { name, status: before } = production;
    try {
      const saved = await put(production, status);
      if (!saved) return;
      const done = t("move.done", { name, status: statuses[status].label });
      if (!saved.next.some(({ status }) => status === before)) return toast(done);
      toastUndo(done, async () => void (await put(saved, before)), t("move.notUndone", { name }));
    } catch (reason) {
      toastFailure(t("move.failed", { name }), reason);
    }
  };
  return { shown, move };
}
