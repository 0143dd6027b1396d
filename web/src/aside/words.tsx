import { StatusBadge, type StatusLook } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { AsideRow } from "./api";

/** What set-aside items are. */
export function useKinds(): Record<string, string> {
  const { t } = useTranslation("aside");
  return {
    orders: t("kind.orders"),
    products: t("kind.products"),
    inventories: t("kind.inventories"),
    bundles: t("kind.bundles"),
    "inbound-shipments": t("kind.inbound-shipments"),
    tickets: t("kind.tickets"),
  };
}

/** What may be wrong with one. */
export function useReasons(): Record<AsideRow["code"], string> {
  const { t } = useTranslation("aside");
  return {
    required: t("reason.required"),
    max: t("reason.max"),
    min: t("reason.min"),
    format: t("reason.format"),
    time: t("reason.time"),
    currency: t("reason.currency"),
    taken: t("reason.taken"),
    unique: t("reason.unique"),
    rejected: t("reason.rejected"),
  };
}

/** What people have said of one. */
export function useAsideStates(): Record<AsideRow["state"], StatusLook> {
  const { t } = useTranslation("aside");
  return {
    OPEN: { label: t("state.OPEN"), tone: "attention" },
    IGNORED: { label: t("state.IGNORED"), tone: "new" },
  };
}

export function AsideState({ state }: Pick<AsideRow, "state">) {
  const { label, tone } = useAsideStates()[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
