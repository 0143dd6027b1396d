import { Row, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Production } from "./api";
import { useProductionStatuses } from "./useProductionStatuses";

/** A production that should have left its factory. */
export function Late() {
  const { t } = useTranslation("productions");
  return (
    <StatusBadge tone="warning" icon="clock">
      {t("late")}
    </StatusBadge>
  );
}

/** How far a production is, in a word, and whether it is late. */
export function ProductionStatus({ production }: { production: Production }) {
  const { label, ...look } = useProductionStatuses()[production.status];
  return (
    <Row gap={4}>
      <StatusBadge {...look}>{label}</StatusBadge>
      {production.isLate && <Late />}
    </Row>
  );
}
