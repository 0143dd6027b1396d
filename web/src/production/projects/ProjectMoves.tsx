import { useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Project, type ProjectRow, type ProjectStatus, projects } from "./api";
import { movesTo, StatusMoves } from "./StatusMoves";

/**
 * What can be done with a project beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useProjectActions(leave?: () => void) {
  const { t } = useTranslation("projects");
  return useLifecycle(
    projects,
    ({ name }: Pick<ProjectRow, "id" | "name">) => ({ remove: t("delete", { returnObjects: true, name }) }),
    leave,
  );
}

/** The statuses in the order in which one is asked to go there. */
const ORDER: ProjectStatus[] = ["PENDING", "IN_PROGRESS", "COMPLETED", "DRAFT", "CANCELED"];

/** Where a project may go now, and what else can be done with it. */
export function ProjectMoves({ project, onGone }: { project: Project; onGone: () => void }) {
  const { t } = useTranslation("projects");
  const actions = useProjectActions(onGone);
  const moves = movesTo(project.next, ORDER, (to) => ({
    action: t(`move.${to}.action`),
    done: t(`move.${to}.done`),
  }));
  return (
    <StatusMoves
      moves={moves}
      move={(status, reason) => projects.save(project, { status, reason })}
      failed={t("move.failed")}
      others={actions(project)}
    />
  );
}
