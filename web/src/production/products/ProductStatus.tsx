import { StatusBadge } from "@comptoir/kit";
import type { ProjectProductRow } from "./api";
import { useProductStatuses } from "./useProductStatuses";

/** How far a product is, in a word. */
export function ProductStatus({ product: { status } }: { product: Pick<ProjectProductRow, "status"> }) {
  const { label, ...look } = useProductStatuses()[status];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
