import { Board, type Filter, useCan } from "@comptoir/kit";
import { type ReactNode, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "../../i18n";
import type { Production, ProductionStatus } from "./api";
import { ListedProductions } from "./ListedProductions";
import { ProductionCard } from "./ProductionCard";
import { WRITE_PRODUCTIONS } from "./permissions";
import { useMoving } from "./useMoving";
import { useProductionStatuses } from "./useProductionStatuses";

// Of the board, which is drawn once its productions are there.
fetchTexts("parts");

interface BoardProps {
  filters: Filter[];
  /** Cards of several projects tell which. */
  hasProject?: boolean;
  /** What stands in the place of a board without cards. */
  empty?: ReactNode;
}

const nextOf = ({ next }: Production) => next.map(({ status }) => status);
const nowhere = () => [];

function Cards({ listed, hasProject }: { listed: Production[]; hasProject?: boolean }) {
  const { t } = useTranslation("productions");
  const isEditable = useCan()(WRITE_PRODUCTIONS);
  const statuses = useProductionStatuses();
  const columns = useMemo(
    () => Object.entries(statuses).map(([id, { label }]) => ({ id, label })),
    [statuses],
  );
  const card = useCallback(
    (production: Production) => <ProductionCard production={production} hasProject={hasProject} />,
    [hasProject],
  );
  const { shown, move } = useMoving(listed);
  return (
    <Board
      label={t("board.label")}
      columns={columns}
      items={shown}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      columnOf={({ status }) => status}
      movesTo={isEditable ? nextOf : nowhere}
      onMove={(production, status) => void move(production, status as ProductionStatus)}
    >
      {card}
    </Board>
  );
}

/** Productions by their status: moved by those who may. */
export function ProductionBoard({ filters, hasProject, empty }: BoardProps) {
  return (
    <ListedProductions filters={filters} empty={empty}>
      {(listed) => <Cards listed={listed} hasProject={hasProject} />}
    </ListedProductions>
  );
}
