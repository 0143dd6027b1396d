import { Banner, Board, CardSkeleton, cursorOf, type Filter, Loaded, useCan } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Production, type ProductionStatus, productions } from "./api";
import { ProductionCard } from "./ProductionCard";
import { WRITE_PRODUCTIONS } from "./permissions";
import { useMoving } from "./useMoving";
import { useProductionStatuses } from "./useProductionStatuses";

/** As many as the host tells at once. */
const MOST = 500;

interface BoardProps {
  filters: Filter[];
  /** Cards of several projects tell which. */
  hasProject?: boolean;
  /** What stands in the place of a board without cards. */
  empty?: ReactNode;
}

function Cards({ listed, hasProject }: { listed: Production[]; hasProject?: boolean }) {
  const { t } = useTranslation("productions");
  const isEditable = useCan()(WRITE_PRODUCTIONS);
  const columns = Object.entries(useProductionStatuses()).map(([id, { label }]) => ({ id, label }));
  const { shown, move } = useMoving(listed);
  return (
    <Board
      label={t("board.label")}
      columns={columns}
      items={shown}
      itemKey={({ id }) => id}
      itemLabel={({ name }) => name}
      columnOf={({ status }) => status}
      movesTo={({ next }) => (isEditable ? next : [])}
      onMove={(production, status) => void move(production, status as ProductionStatus)}
    >
      {(production) => <ProductionCard production={production} hasProject={hasProject} />}
    </Board>
  );
}

/** Productions by their status: moved by those who may. */
export function ProductionBoard({ filters, hasProject, empty }: BoardProps) {
  const { t } = useTranslation("productions");
  const orderBy = [{ field: "dueAt", direction: "asc" } as const];
  const rows = productions.useList(cursorOf({ take: MOST, orderBy, filters }));
  return (
    <Loaded of={rows} waiting={<CardSkeleton height={360} />}>
      {({ rows, meta }) =>
        rows.length === 0 && empty ? (
          empty
        ) : (
          <>
            {meta.next && <Banner tone="warning" title={t("board.more", { count: MOST })} />}
            <Cards listed={rows} hasProject={hasProject} />
          </>
        )
      }
    </Loaded>
  );
}
