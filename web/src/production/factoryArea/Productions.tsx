import { Banner, cursorOf, type Filter, Loaded, Row, Stack, StatusBadge } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Production, type ProductionStatus, productions } from "../productions/api";
import { ProductionCard } from "../productions/ProductionCard";
import { useMoving } from "../productions/useMoving";
import { useProductionStatuses } from "../productions/useProductionStatuses";
import classes from "./factoryArea.module.css";
import { Moves, WaitingStatus } from "./Moves";
import { useMove } from "./useSending";

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
  move: (production: Production, status: ProductionStatus) => Promise<unknown>;
}

/** One production, and where it may go. */
function Card({ production, hasProject, move }: CardProps) {
  const { label, ...look } = useProductionStatuses()[production.status];
  return (
    <li className={classes.card}>
      <Row gap={4}>
        <StatusBadge {...look}>{label}</StatusBadge>
        <WaitingStatus productionId={production.id} />
      </Row>
      <ProductionCard production={production} hasProject={hasProject} />
      <Row gap={4}>
        <Moves production={production} move={move} />
      </Row>
    </li>
  );
}

function Cards({
  listed,
  label,
  hasProject,
}: Pick<ProductionsProps, "label" | "hasProject"> & { listed: Production[] }) {
  const { shown, move } = useMoving(listed, useMove());
  return (
    <ul className={classes.cards} aria-label={label}>
      {shown.map((production) => (
        <Card key={production.id} production={production} hasProject={hasProject} move={move} />
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
