import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./parts";

/** What only paper says: what a field on screen shows. */
export function OnPaper(props: { children: ReactNode }) {
  return <div data-on-paper>{props.children}</div>;
}

/** Prints the page; among its actions, which are not on paper. */
export function PrintButton({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("parts");
  return (
    <Button icon="print" onClick={() => window.print()}>
      {children ?? t("print")}
    </Button>
  );
}
