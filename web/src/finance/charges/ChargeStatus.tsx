import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Charge } from "./api";
import { statusOf } from "./values";

const TONE = { coming: "info", running: "success", paused: "attention", ended: "new" } as const;

/** How far a charge is, in a word. */
export function ChargeStatus({ charge }: { charge: Charge }) {
  const { t } = useTranslation("charges");
  const status = statusOf(charge);
  return <StatusBadge tone={TONE[status]}>{t(`status.${status}`)}</StatusBadge>;
}
