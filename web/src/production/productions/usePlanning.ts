import { type Day, toastFailure, toastUndo, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Production, productions } from "./api";
import { useChanged } from "./useChanged";

/** Productions that are put on another day: each is there at once, and back where it was when that is refused. */
export function usePlanning(listed: Production[]) {
  const { t } = useTranslation("productions");
  const format = useFormats();
  const { shown, put: change } = useChanged(listed);

  const put = (production: Production, dueAt: Day | null) =>
    change({ ...production, dueAt }, () => productions.save(production, { dueAt }));
  const plan = async (production: Production, dueAt: Day) => {
    const { name, dueAt: before } = production;
    try {
      const saved = await put(production, dueAt);
      const done = t("calendar.moved", { name, day: format.day(dueAt) });
      if (saved)
        toastUndo(done, async () => void (await put(saved, before)), t("calendar.notUndone", { name }));
    } catch (reason) {
      toastFailure(t("calendar.notMoved", { name }), reason);
    }
  };
  return { shown, plan };
}
