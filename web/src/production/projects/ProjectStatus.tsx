import { StatusBadge } from "@comptoir/kit";
import type { ProjectRow } from "./api";
import { useProjectStatuses } from "./useProjectStatuses";

/** How far a project is, in a word. */
export function ProjectStatus({ project: { status } }: { project: Pick<ProjectRow, "status"> }) {
  const { label, ...look } = useProjectStatuses()[status];
  return <StatusBadge {...look}>{label}</StatusBadge>;
}
