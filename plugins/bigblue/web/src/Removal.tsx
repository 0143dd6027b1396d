import { Button, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

interface RemovalProps {
  remove: (sku: string) => Promise<unknown>;
  sku: string;
  onGone: () => void;
}

/** Asks Bigblue to delete something, and tells what it says to that. */
export function Removal({ remove: removeAt, sku, onGone }: RemovalProps) {
  const { t } = useTranslation("bigblue");
  const [remove, busy] = useAct(() => ({
    confirm: {
      title: t("form.removeTitle", { sku }),
      text: t("form.removeText"),
      confirm: t("form.remove"),
      destructive: true,
    },
    run: () => removeAt(sku),
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
