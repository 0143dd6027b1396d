import { Button, Empty } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { LinkPage } from "../identity/LinkPage";
import { SignInPage } from "../identity/SignInPage";
import { stopWeeklyMail } from "./api";

/** Where the weekly mail's last line leads: ends it, signed in or not. */
export default function StopWeeklyMail() {
  const { t } = useTranslation("analytics");
  const [parameters] = useSearchParams();
  const [isDone, setDone] = useState(false);
  const follow = async () => {
    await stopWeeklyMail(parameters.get("token") ?? "");
    setDone(true);
  };
  if (!isDone)
    return (
      <LinkPage
        title={t("weekly.title")}
        text={t("weekly.stopText")}
        action={t("weekly.stop")}
        follow={follow}
        instead={{ text: t("weekly.notStopped"), action: t("weekly.profile"), to: "/profile" }}
      />
    );
  return (
    <SignInPage title={t("weekly.title")}>
      <div role="status">
        <Empty
          icon="mail"
          title={t("weekly.stopped")}
          action={
            <Button kind="primary" to="/">
              {t("weekly.open")}
            </Button>
          }
        >
          {t("weekly.again")}
        </Empty>
      </div>
    </SignInPage>
  );
}
