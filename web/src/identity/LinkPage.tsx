import { type ApiError, attempt, Button, ErrorView, toApiError } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SignInPage } from "./SignInPage";

/** Whether the server has looked at the link and found it worthless: another try would end the same. */
const isSpent = ({ status }: ApiError) => status === 400 || status === 401;

/**
 * Where an e-mailed link leads. What its token does waits for a press: programs that look through mails follow links too,
 * and a link of somebody else's must not act on who merely opens it.
 */
export function LinkPage(props: {
  title: string;
  text: string;
  action: string;
  /** Uses the token up; throws what the server answers. */
  follow: () => Promise<void>;
  /** What helps once the link is worthless; without it another link, to sign in with. */
  instead?: { text: string; action: string; to: string };
}) {
  const { t } = useTranslation("identity");
  const [error, setError] = useState<ApiError>();
  const [isBusy, setBusy] = useState(false);

  const follow = async () => {
    setError(undefined);
    setBusy(true);
    const followed = await attempt(props.follow);
    setBusy(false);
    if ("error" in followed) setError(toApiError(followed.error));
  };
  if (error && isSpent(error)) {
    const another = { text: t("callback.failed"), action: t("callback.again"), to: "/login" };
    const { text, action, to } = props.instead ?? another;
    return (
      <SignInPage title={t("callback.spent")} text={text} isAlert>
        <Button kind="primary" to={to}>
          {action}
        </Button>
      </SignInPage>
    );
  }
  if (error)
    return (
      <SignInPage title={props.title}>
        <ErrorView error={error} retry={() => void follow()} />
      </SignInPage>
    );
  return (
    <SignInPage title={props.title} text={props.text}>
      <Button kind="primary" busy={isBusy} onClick={() => void follow()}>
        {props.action}
      </Button>
    </SignInPage>
  );
}
