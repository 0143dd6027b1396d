import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Commission } from "./api";
import { statusOf } from "./values";

const TONE = { coming: "info", running: "success", ended: "new" } as const;

/** Whether a tier holds today, in a word. */
export function CommissionStatus({ commission }: { commission: Commission }) {
  const { t } = useTranslation("commissions");
  const status = statusOf(commission);
  return <StatusBadge tone={TONE[status]}>{t(`status.${status}`)}</StatusBadge>;
}
