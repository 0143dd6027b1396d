import {
  Button,
  client,
  Dialog,
  onSignInElsewhere,
  onSignInTooOld,
  renew,
  Stack,
  unwrap,
  useAct,
  useUser,
} from "@comptoir/kit";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { PasskeyButton } from "./PasskeyButton";

/** The ways to show who one is. */
function Ways(props: { done: () => void; giveUp: () => void }) {
  const { t } = useTranslation(["identity", "kit"]);
  const { email } = useUser();
  const { pathname, search } = useLocation();
  const [isSent, setSent] = useState(false);
  const { done } = props;
  // The link opens in a tab of its own, whose session is this one's too.
  useEffect(() => onSignInElsewhere(() => void renew().then((isRenewed) => isRenewed && done())), [done]);
  const [send, busy] = useAct(() => ({
    run: () => unwrap(client.POST("/auth/link", { body: { email, continue: pathname + search } })),
    failed: t("login.failed"),
    after: () => setSent(true),
  }));
  return (
    <Stack>
      <p>{t("again.text")}</p>
      {isSent && <p role="status">{t("again.sent", { email })}</p>}
      <Stack gap={8}>
        <PasskeyButton primary after={done} />
        <Button busy={busy} onClick={() => void send()}>
          {isSent ? t("again.resend") : t("login.send")}
        </Button>
        <Button onClick={props.giveUp}>{t("kit:cancel")}</Button>
      </Stack>
    </Stack>
  );
}

/**
 * Has whoever works here sign in once more when what they do takes a recent sign-in: what they typed stays, and is sent
 * again by itself. A session's pages hold the only one.
 */
export function SignInAgain() {
  const { t } = useTranslation("identity");
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isDone: boolean) => void>(undefined);
  useEffect(
    () =>
      onSignInTooOld(
        () =>
          new Promise((resolve) => {
            answer.current = (isDone) => {
              setOpen(false);
              resolve(isDone);
            };
            setOpen(true);
          }),
      ),
    [],
  );
  const [done] = useState(() => () => answer.current?.(true));
  const giveUp = () => answer.current?.(false);
  return (
    <Dialog title={t("again.title")} open={isOpen} onClose={giveUp}>
      <Ways done={done} giveUp={giveUp} />
    </Dialog>
  );
}
