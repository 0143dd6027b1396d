import { StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { SimulationRow } from "./api";

type StateProps = { of: Pick<SimulationRow, "state" | "startedAt"> };

/** How far a simulation is, in a word. */
export function SimulationState({ of: { state, startedAt } }: StateProps) {
  const { t } = useTranslation("simulations");
  if (state === "COMPLETED") return <StatusBadge tone="success">{t("state.completed")}</StatusBadge>;
  if (state === "FAILED") return <StatusBadge tone="critical">{t("state.failed")}</StatusBadge>;
  if (startedAt === null) return <StatusBadge tone="new">{t("state.waiting")}</StatusBadge>;
  return <StatusBadge tone="info">{t("state.running")}</StatusBadge>;
}
