import {
  ActionMenu,
  Banner,
  Button,
  cursorOf,
  type Filter,
  Loaded,
  Row,
  Stack,
  StatusBadge,
} from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Production, type ProductionStatus, productions } from "../productions/api";
import { ProductionCard } from "../productions/ProductionCard";
import { useMoving } from "../productions/useMoving";
import { useProductionMoves } from "../productions/useProductionMoves";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import classes from "./factoryArea.module.css";

/** As many as a factory has under way at once, and more. */
const MOST = 100;

interface ProductionsProps {
  /** What they are, for a screen reader. */
  label: string;
  filters: Filter[];
  /** Those of several projects tell which. */
  hasProject?: boolean;
  /** What stands in their place where there is none. */
  empty: ReactNode;
}

interface CardProps {
  production: Production;
  hasProject?: boolean;
  move: (production: Production, status: ProductionStatus) => void;
}

/** One production: the way on as a button, the other ways in a menu. */
function Card({ production, hasProject, move }: CardProps) {
  const { t } = useTranslation("factoryArea");
  const statuses = useProductionStatuses();
  const order = Object.keys(statuses);
  const moves = useProductionMoves(production);
  const { name, status } = production;
  const { label, ...look } = statuses[status];
  const [first] = moves;
  const onward = first && order.indexOf(first.to) > order.indexOf(status) ? first : undefined;
  const others = moves.filter((each) => each !== onward);
  return (
    <li className={classes.card}>
      <StatusBadge {...look}>{label}</StatusBadge>
      <ProductionCard production={production} hasProject={hasProject} />
      {moves.length > 0 && (
        <Row gap={4}>
          {onward && <Button onClick={() => move(production, onward.to)}>{onward.action}</Button>}
          {others.length > 0 && (
            <ActionMenu
              icon="more"
              label={t("productions.move", { name })}
              actions={others.map(({ to, action }) => ({
                id: to,
                label: action,
                onClick: () => move(production, to),
              }))}
            />
          )}
        </Row>
      )}
    </li>
  );
}

function Cards({
  listed,
  label,
  hasProject,
}: Pick<ProductionsProps, "label" | "hasProject"> & { listed: Production[] }) {
  const { shown, move } = useMoving(listed);
  return (
    <ul className={classes.cards} aria-label={label}>
      {shown.map((production) => (
        <Card
          key={production.id}
          production={production}
          hasProject={hasProject}
          move={(...to) => void move(...to)}
        />
      ))}
    </ul>
  );
}

/** Productions by the day on which they are due, which a factory moves on. */
export function Productions({ filters, empty, ...props }: ProductionsProps) {
  const { t } = useTranslation("productions");
  const orderBy = [{ field: "dueAt", direction: "asc" } as const];
  return (
    <Loaded of={productions.useList(cursorOf({ take: MOST, orderBy, filters }))} lines={8}>
      {({ rows, meta }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <Stack>
            {meta.next && <Banner tone="warning" title={t("board.more", { count: MOST })} />}
            <Cards {...props} listed={rows} />
          </Stack>
        )
      }
    </Loaded>
  );
}
