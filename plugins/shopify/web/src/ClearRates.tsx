import { Button, useAct } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Zone } from "./api";
import { clearRates } from "./api";

interface ClearRatesProps {
  store: string;
  /** What people call it. */
  shop: string;
  /** The shop's, as it has them now. */
  zones: Zone[];
}

/** Takes away the rates that the portal set, after a question. */
export function ClearRates({ store, shop, zones }: ClearRatesProps) {
  const { t } = useTranslation("shopify");
  const [clear, busy] = useAct(() => ({
    confirm: {
      title: t("shipping.clearTitle", { shop }),
      text: t("shipping.clearText"),
      confirm: t("shipping.clear"),
      destructive: true,
    },
    run: () => clearRates(store),
    failed: t("shipping.notCleared"),
    done: t("shipping.cleared"),
  }));
  const nothing = zones.some(({ ours }) => ours) ? undefined : t("shipping.noOurs");
  return (
    <Button icon="delete" busy={busy} disabledBecause={nothing} onClick={() => void clear()}>
      {t("shipping.clear")}
    </Button>
  );
}
