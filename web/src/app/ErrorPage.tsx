import { Button, type ErrorKind, ErrorView, useDocumentTitle } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** An error in the place of a screen, inside the frame. */
export function ErrorScreen({ kind, action }: { kind: ErrorKind; action?: ReactNode }) {
  const { t } = useTranslation("kit");
  useDocumentTitle(t(`error.${kind}.title`));
  const retry = kind === "unknown" ? () => location.reload() : undefined;
  return <ErrorView error={{ kind }} retry={retry} action={action} level={1} />;
}

/** A page that is nothing but an error, and a way out. */
export function ErrorPage({ kind }: { kind: ErrorKind }) {
  const { t } = useTranslation("shell");
  return (
    <main>
      <ErrorScreen kind={kind} action={<Button to="/">{t("toHome")}</Button>} />
    </main>
  );
}
