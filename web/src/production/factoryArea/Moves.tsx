import { ActionMenu, Button, StatusBadge } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Production, ProductionStatus } from "../productions/api";
import { useProductionMoves } from "../productions/useProductionMoves";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import { useWaitingStatus } from "./outbox";

interface MovesProps {
  production: Production;
  /** It is what one comes to the page for. */
  isPrimary?: boolean;
  move: (production: Production, status: ProductionStatus) => Promise<unknown>;
}

/** The way on as a button, the other ways in a menu; none while one waits. */
export function Moves({ production, isPrimary, move }: MovesProps) {
  const { t } = useTranslation("factoryArea");
  const order = Object.keys(useProductionStatuses());
  const waiting = useWaitingStatus(production.id);
  const moves = useProductionMoves(production);
  const { name, status } = production;
  const [first] = moves;
  const onward = first && order.indexOf(first.to) > order.indexOf(status) ? first : undefined;
  const others = moves.filter((each) => each !== onward);
  if (waiting && !waiting.refusal) return null;
  return (
    <>
      {onward && (
        <Button kind={isPrimary ? "primary" : "default"} onClick={() => void move(production, onward.to)}>
          {onward.action}
        </Button>
      )}
      {others.length > 0 && (
        <ActionMenu
          icon="more"
          label={t("productions.move", { name })}
          actions={others.map(({ to, action }) => ({
            id: to,
            label: action,
            onClick: () => void move(production, to),
          }))}
        />
      )}
    </>
  );
}

/** Where a production is to go, which waits for the network or was refused. */
export function WaitingStatus({ productionId }: { productionId: string }) {
  const { t } = useTranslation("factoryArea");
  const statuses = useProductionStatuses();
  const waiting = useWaitingStatus(productionId);
  if (!waiting) return null;
  const status = statuses[waiting.what.status].label;
  if (waiting.refusal)
    return <StatusBadge tone="critical">{t("waiting.statusRefused", { status })}</StatusBadge>;
  return (
    <StatusBadge tone="attention" icon="clock">
      {t("waiting.status", { status })}
    </StatusBadge>
  );
}
