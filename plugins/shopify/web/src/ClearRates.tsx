import { attempt, Button, confirm, toast, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clearRates, useZones } from "./api";

/** Takes away the rates that the portal set, after a question. */
export function ClearRates({ connector, shop }: { connector: string; shop: string }) {
  const { t } = useTranslation("shopify");
  const [busy, setBusy] = useState(false);
  const rows = useZones(connector).page?.rows;
  const clear = async () => {
    const question = {
      title: t("shipping.clearTitle", { shop }),
      text: t("shipping.clearText"),
      confirm: t("shipping.clear"),
      destructive: true,
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    const done = await attempt(() => clearRates(connector));
    setBusy(false);
    if ("error" in done) toastFailure(t("shipping.notCleared"), done.error);
    else toast(t("shipping.cleared"));
  };
  const nothing = rows?.some(({ ours }) => ours) ? undefined : t("shipping.noOurs");
  return (
    <Button
      icon="delete"
      busy={busy}
      disabledBecause={rows ? nothing : t("shipping.unknown")}
      onClick={() => void clear()}
    >
      {t("shipping.clear")}
    </Button>
  );
}
