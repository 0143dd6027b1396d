import { Dialog, type Fact, Facts, useKeys } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** `?` shows every key of the portal. */
export function Shortcuts() {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  useKeys({ "?": () => setOpen(true) });
  const key = (label: string, ...keys: string[]): Fact => ({
    label,
    value: keys.map((each) => <kbd key={each}>{each}</kbd>),
  });
  return (
    <Dialog title={t("keys.title")} open={open} onClose={() => setOpen(false)}>
      <Facts
        facts={[
          key(t("keys.search"), "/"),
          key(t("keys.down"), "j"),
          key(t("keys.up"), "k"),
          key(t("keys.open"), "Enter"),
          key(t("keys.select"), "x"),
          key(t("keys.next"), "n"),
          key(t("keys.previous"), "p"),
          key(t("keys.help"), "?"),
        ]}
      />
    </Dialog>
  );
}
