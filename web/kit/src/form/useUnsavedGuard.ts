import { useCallback, useContext, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type BlockerFunction, useBlocker } from "react-router";
import { useSession } from "../api/session";
import { confirm } from "../feedback/confirm";
import { frame } from "../frame/portal";
import { FormContext } from "./context";

/**
 * Leaving the page asks first while there is something unsaved.
 *
 * @param staysOnPage what is unsaved is still there where only the query of the address changes
 */
export function useUnsavedGuard(unsaved: boolean, staysOnPage = false) {
  const { t } = useTranslation("kit");
  const scope = useContext(FormContext);
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !(staysOnPage && currentLocation.pathname === nextLocation.pathname) &&
      !frame.isLed &&
      !scope?.sending.current &&
      // Who is signed out must get to the sign-in page; the form keeps a draft of what was typed.
      useSession.getState().status !== "signedOut",
    [unsaved, staysOnPage, scope],
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
