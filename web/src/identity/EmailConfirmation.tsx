import { Button, client, Empty, unwrap } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { LinkPage } from "./LinkPage";
import { SignInPage } from "./SignInPage";

/** Where the mail about another address leads: confirms it, and sends on to sign in with it. */
export default function EmailConfirmation() {
  const { t } = useTranslation("identity");
  const [parameters] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const email = parameters.get("email") ?? "";

  const follow = async () => {
    await unwrap(client.POST("/auth/email", { body: { token: parameters.get("token") ?? "" } }));
    setDone(true);
  };
  if (!isDone)
    return (
      <LinkPage
        title={t("email.title")}
        text={t("email.text", { email })}
        action={t("email.action")}
        follow={follow}
      />
    );
  return (
    <SignInPage title={t("email.title")}>
      <div role="status">
        <Empty
          icon="mail"
          title={t("email.done")}
          action={
            <Button kind="primary" to={`/login?${new URLSearchParams({ email })}`}>
              {t("email.signIn")}
            </Button>
          }
        >
          {t("email.next", { email })}
        </Empty>
      </div>
    </SignInPage>
  );
}
