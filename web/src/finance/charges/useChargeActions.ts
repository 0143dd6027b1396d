import { act, type MenuAction, useFormats, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Charge, charges } from "./api";
import { statusOf, today, toInput, toValues } from "./values";

/** Has no period begin after a day; null: they go on. */
const endOn = (charge: Charge, day: string | null) =>
  charges.save(charge, { ...toInput(toValues(charge)), endedAt: day });

/**
 * What can be done with a charge beside changing it: pause it and resume it, end it, delete it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useChargeActions(leave?: () => void): (charge: Charge) => MenuAction[] {
  const { t } = useTranslation("charges");
  const { date } = useFormats();
  const lifecycle = useLifecycle(
    charges,
    ({ type }: Charge) => ({ remove: t("delete", { returnObjects: true, type }) }),
    leave,
  );

  const pause = ({ id, type }: Charge) =>
    act({
      run: () => charges.post("pause", id),
      done: t("pause.done", { type }),
      failed: t("pause.failed"),
      undo: { run: () => charges.post("resume", id), failed: t("resume.failed") },
    });
  const resume = ({ id, type }: Charge) =>
    act({
      run: () => charges.post("resume", id),
      done: t("resume.done", { type }),
      failed: t("resume.failed"),
      undo: { run: () => charges.post("pause", id), failed: t("pause.failed") },
    });
  const end = (charge: Charge) => {
    const day = today();
    let ended = charge;
    return act({
      confirm: {
        title: t("end.title", { type: charge.type }),
        text: t("end.text", { date: date(day) }),
        confirm: t("end.action"),
      },
      run: async () => {
        ended = await endOn(charge, day);
      },
      done: t("end.done", { type: charge.type }),
      failed: t("end.failed"),
      undo: { run: () => endOn(ended, charge.endedAt), failed: t("end.notUndone") },
    });
  };

  return (charge) => {
    const actions: MenuAction[] = [];
    const status = statusOf(charge);
    if (status === "paused")
      actions.push({
        id: "resume",
        label: t("resume.action"),
        icon: "resume",
        onClick: () => void resume(charge),
      });
    else if (status !== "ended")
      actions.push({
        id: "pause",
        label: t("pause.action"),
        icon: "pause",
        onClick: () => void pause(charge),
      });
    // What has not begun is deleted, or given other days.
    if (status === "running" || status === "paused")
      actions.push({ id: "end", label: t("end.action"), icon: "close", onClick: () => void end(charge) });
    return [...actions, ...lifecycle(charge)];
  };
}
