import { Fetching, Hint, SkeletonLines } from "@comptoir/kit";
import { lazy } from "react";

const Definition = lazy(() => import("./Definition"));

/** The figures of home. */
export type FigureId =
  | "orders"
  | "sales"
  | "seeding"
  | "cancelled"
  | "tickets"
  | "fees"
  | "articles"
  | "days"
  | "statuses"
  | "statusesAndAll"
  | "allStatuses"
  | "inWarehouse"
  | "expected";

export interface ExplainedProps {
  figure: FigureId;
  /** Up to when changes are counted. */
  at?: string | null;
}

/** What a figure is, fetched by who asks. */
export function Explained({ of, ...asked }: ExplainedProps & { of: string }) {
  return (
    <Hint of={of}>
      <Fetching fallback={<SkeletonLines lines={4} />}>
        <Definition {...asked} />
      </Fetching>
    </Hint>
  );
}
