import { attempt, Button, confirm, toast, toastFailure } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clearRates } from "./api";
import type { Zone } from "./integration";

interface ClearRatesProps {
  connector: string;
  /** What people call it. */
  shop: string;
  /** The shop's, as it has them now. */
  zones: Zone[];
}

/** Takes away the rates that the portal set, after a question. */
export function ClearRates({ connector, shop, zones }: ClearRatesProps) {
  const { t } = useTranslation("shopify");
  const [busy, setBusy] = useState(false);
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
  const nothing = zones.some(({ ours }) => ours) ? undefined : t("shipping.noOurs");
  return (
    <Button icon="delete" busy={busy} disabledBecause={nothing} onClick={() => void clear()}>
      {t("shipping.clear")}
    </Button>
  );
}
