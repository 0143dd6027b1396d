import { COMMAND_KEY, Dialog, type Fact, Facts, useKeys } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { open, useOpened } from "./opened";

/** `?` shows every key of the portal. */
export function Shortcuts() {
  const { t } = useTranslation("shell");
  const { opened } = useOpened();
  useKeys({ "?": () => open("keys") });
  const key = (label: string, keys: string): Fact => ({ label, value: <kbd>{keys}</kbd> });
  return (
    <Dialog title={t("keys.title")} open={opened === "keys"} onClose={() => open(null)}>
      <Facts
        facts={[
          key(t("palette.label"), `${COMMAND_KEY} + K`),
          key(t("keys.search"), "/"),
          key(t("keys.down"), "j"),
          key(t("keys.up"), "k"),
          key(t("keys.first"), "Home"),
          key(t("keys.last"), "End"),
          key(t("keys.open"), "Enter"),
          key(t("keys.select"), "x"),
          key(t("keys.selectPage"), "Shift + x"),
          key(t("keys.create"), "c"),
          key(t("keys.next"), "n"),
          key(t("keys.previous"), "p"),
          key(t("keys.help"), "?"),
        ]}
      />
    </Dialog>
  );
}
