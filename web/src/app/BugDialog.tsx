import { Dialog } from "@comptoir/kit";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { closeWindow, useOpenWindow } from "./windows";

// Forms come with the screens that have one; this window stands on every screen.
const BugForm = lazy(() => import("./BugForm"));

/** Asks what happened, and tells those who look after the portal. */
export function BugDialog() {
  const { t } = useTranslation("shell");
  return (
    <Dialog title={t("bug.report")} open={useOpenWindow().name === "bug"} onClose={closeWindow}>
      <Suspense fallback={null}>
        <BugForm />
      </Suspense>
    </Dialog>
  );
}
