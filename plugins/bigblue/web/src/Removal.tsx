import { Button, confirm, sendPlugin, toast, toastFailure } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

/** Asks Bigblue to delete something, and tells what it says to that. */
export function Removal({ path, sku, to }: { path: string; sku: string; to: string }) {
  const { t } = useTranslation("bigblue");
  const navigate = useNavigate();
  const remove = async () => {
    const yes = await confirm({
      title: t("form.removeTitle", { sku }),
      text: t("form.removeText"),
      confirm: t("form.remove"),
      destructive: true,
    });
    if (!yes) return;
    try {
      await sendPlugin("DELETE", path);
      toast(t("form.removed", { sku }));
      await navigate(to);
    } catch (reason) {
      toastFailure(t("form.removeFailed", { sku }), reason);
    }
  };
  return (
    <Button icon="delete" onClick={() => void remove()}>
      {t("form.remove")}
    </Button>
  );
}
