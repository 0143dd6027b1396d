import { Button, sendPlugin, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Asks Bigblue to delete something, and tells what it says to that. */
export function Removal({ path, sku, onGone }: { path: string; sku: string; onGone: () => void }) {
  const { t } = useTranslation("bigblue");
  const [remove, busy] = useAct(() => ({
    confirm: {
      title: t("form.removeTitle", { sku }),
      text: t("form.removeText"),
      confirm: t("form.remove"),
      destructive: true,
    },
    run: () => sendPlugin("DELETE", path),
    done: t("form.removed", { sku }),
    failed: t("form.removeFailed", { sku }),
    after: onGone,
  }));
  return (
    <Button icon="delete" busy={busy} onClick={() => void remove()}>
      {t("form.remove")}
    </Button>
  );
}
