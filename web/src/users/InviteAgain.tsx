import { Button, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type User, users } from "./api";

/** Sends the invitation again to somebody who has never signed in; nothing for others. */
export function InviteAgain({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const [invite, busy] = useAct(() => ({
    run: () => users.post("invitation", user.id),
    done: t("invite.done", { email: user.email }),
    failed: t("invite.failed"),
  }));
  if (user.lastLoginAt) return null;
  return (
    <Button icon="mail" busy={busy} onClick={() => void invite()}>
      {t("invite.action")}
    </Button>
  );
}
