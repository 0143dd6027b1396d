import { useTranslation } from "react-i18next";
import { type Move, movesTo } from "../projects/StatusMoves";
import type { Production, ProductionStatus } from "./api";
import { useProductionStatuses } from "./useProductionStatuses";

/** Where a production may go now, the next step first. */
export function useProductionMoves({ name, status, next }: Production): Move<ProductionStatus>[] {
  const { t } = useTranslation("productions");
  const statuses = useProductionStatuses();
  const order = Object.keys(statuses) as ProductionStatus[];
  const rank = (to: ProductionStatus) => {
    const steps = order.indexOf(to) - order.indexOf(status);
    return to === "CANCELED" || steps < 0 ? order.length - steps : steps;
  };
  return movesTo(
    next,
    order.toSorted((a, b) => rank(a) - rank(b)),
    (to) => {
      const { label } = statuses[to];
      return { action: t("move.action", { status: label }), done: t("move.done", { name, status: label }) };
    },
  );
}
