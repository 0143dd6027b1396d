import { Button, useAct, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type User, users } from "./api";
import { deletionBarrier } from "./rights";

/** Deletes a user; nothing on one's own page. */
export function DeleteUser({ user, onGone }: { user: User; onGone: () => void }) {
  const { t } = useTranslation("users");
  const barrier = deletionBarrier(useUser(), user);
  const reasons = { owner: t("delete.ownerOnly"), escalation: t("delete.escalation") };
  const name = user.displayName;
  const [remove, busy] = useAct(() => ({
    confirm: {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
      destructive: true,
    },
    run: () => users.remove(user.id),
    after: onGone,
    done: t("delete.done", { name }),
    failed: t("delete.failed"),
    undo: { run: () => users.restore(user.id), failed: t("delete.notRestored") },
  }));
  if (barrier === "self") return null;
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
