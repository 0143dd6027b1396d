import { useCallback, useContext, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useSession } from "../api/session";
import { confirm } from "../feedback/confirm";
import { frame } from "../frame/portal";
import { FormContext } from "./context";

/** Leaving the page asks first while there is something unsaved. */
export function useUnsavedGuard(unsaved: boolean) {
  const { t } = useTranslation("kit");
  const scope = useContext(FormContext);
  const blocks = useCallback(
    // Who is signed out must get to the sign-in page; the form keeps a draft of what was typed.
    () => unsaved && !frame.isLed && !scope?.sending.current && useSession.getState().status !== "signedOut",
    [unsaved, scope],
  );
  const blocker = useBlocker(blocks);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const question = {
      title: t("form.leave.title"),
      text: t("form.leave.text"),
      confirm: t("form.leave.confirm"),
      decline: t("form.leave.stay"),
    };
    void confirm({ ...question, destructive: true }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, t]);

  useEffect(() => {
    if (!unsaved) return;
    frame.portal?.unsaved(true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      frame.portal?.unsaved(false);
      window.removeEventListener("beforeunload", warn);
    };
  }, [unsaved]);
}
