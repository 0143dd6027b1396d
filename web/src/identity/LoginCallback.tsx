import { openSession, renew } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { safePath } from "../app/paths";
import { LinkPage } from "./LinkPage";

/** Where an e-mailed link leads: uses its token up, and goes on to where the person wanted to go. */
export default function LoginCallback() {
  const { t } = useTranslation("identity");
  const [parameters] = useSearchParams();
  const navigate = useNavigate();

  const follow = async () => {
    try {
      const wanted = await openSession({ token: parameters.get("token") ?? "" });
      void navigate(safePath(wanted ?? parameters.get("continue")), { replace: true });
    } catch (error) {
      // Whoever is signed in already stays so.
      void renew();
      throw error;
    }
  };
  return (
    <LinkPage
      title={t("login.title")}
      text={t("callback.text")}
      action={t("callback.action")}
      follow={follow}
    />
  );
}
