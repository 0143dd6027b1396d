import { Banner, CardSkeleton, cursorOf, type Filter, Loaded } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Production, productions } from "./api";

/** As many as the host tells at once. */
const MOST = 500;

/** Stands in the place of productions that are on their way. */
export const ProductionsSkeleton = () => <CardSkeleton height={360} />;

interface ListedProps {
  filters: Filter[];
  /** What stands in the place of none. */
  empty?: ReactNode;
  children: (listed: Production[]) => ReactNode;
}

/** Productions that are shown all at once, those due first before the others. */
export function ListedProductions({ filters, empty, children }: ListedProps) {
  const { t } = useTranslation("productions");
  const orderBy = [{ field: "dueAt", direction: "asc" } as const];
  const rows = productions.useList(cursorOf({ take: MOST, orderBy, filters }));
  return (
    <Loaded of={rows} waiting={<ProductionsSkeleton />}>
      {({ rows, meta }) =>
        rows.length === 0 && empty ? (
          empty
        ) : (
          <>
            {meta.next && <Banner tone="warning" title={t("board.more", { count: MOST })} />}
            {children(rows)}
          </>
        )
      }
    </Loaded>
  );
}
