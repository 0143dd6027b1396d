import {
  COMMAND_KEY,
  Dialog,
  type Fact,
  Facts,
  presentShortcuts,
  type Shortcut,
  useShortcuts,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { closeWindow, openWindow, useOpenWindow } from "./windows";

/** `?` shows every key that does something on the screen as it is. */
export function Shortcuts() {
  const { t } = useTranslation("shell");
  const isOpen = useOpenWindow().name === "keys";
  useShortcuts({ help: () => openWindow("keys") });
  const labels: Record<Shortcut, string> = {
    search: t("keys.search"),
    create: t("keys.create"),
    edit: t("keys.edit"),
    submit: t("keys.submit"),
    down: t("keys.down"),
    up: t("keys.up"),
    first: t("keys.first"),
    last: t("keys.last"),
    open: t("keys.open"),
    peek: t("keys.peek"),
    expand: t("keys.expand"),
    collapse: t("keys.collapse"),
    select: t("keys.select"),
    selectPage: t("keys.selectPage"),
    nextPage: t("keys.next"),
    previousPage: t("keys.previous"),
    nextRecord: t("keys.nextRecord"),
    previousRecord: t("keys.previousRecord"),
    help: t("keys.help"),
  };
  const fact = (label: string, keys: string): Fact => ({ label, value: <kbd>{keys}</kbd> });
  const present = isOpen ? presentShortcuts() : [];
  return (
    <Dialog title={t("keys.title")} open={isOpen} onClose={closeWindow}>
      <Facts
        facts={[
          fact(t("palette.label"), `${COMMAND_KEY} + K`),
          ...present.map(({ name, key }) => fact(labels[name], key)),
        ]}
      />
    </Dialog>
  );
}
