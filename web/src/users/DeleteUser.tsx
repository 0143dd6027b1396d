import { attempt, Button, confirm, refresh, toastFailure, toastUndo, useUser } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type User, users } from "./api";
import { deletionBarrier } from "./rights";

/** Deletes a user; nothing on one's own page. */
export function DeleteUser({ user, onGone }: { user: User; onGone: () => void }) {
  const { t } = useTranslation("users");
  const [busy, setBusy] = useState(false);
  const barrier = deletionBarrier(useUser(), user);
  if (barrier === "self") return null;
  const reasons = { owner: t("delete.ownerOnly"), escalation: t("delete.escalation") };
  const name = user.displayName;
  const remove = async () => {
    const question = {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
    };
    if (!(await confirm({ ...question, destructive: true }))) return;
    setBusy(true);
    const deleted = await attempt(() => users.remove(user.id));
    setBusy(false);
    if ("error" in deleted) return toastFailure(t("delete.failed"), deleted.error);
    onGone();
    toastUndo(t("delete.done", { name }), () => users.restore(user.id), t("delete.notRestored"));
    void refresh("user");
  };
  return (
    <Button
      icon="delete"
      busy={busy}
      disabledBecause={barrier ? reasons[barrier] : undefined}
      onClick={() => void remove()}
    >
      {t("delete.action")}
    </Button>
  );
}
