import type { Crumb } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { projects } from "./api";
import { projectPaths } from "./paths";

/** The way to what is in a project: the projects, and the project by its name. */
export function useProjectCrumbs(projectId: string): Crumb[] {
  const { t } = useTranslation("projects");
  const area = useArea();
  const { data } = projects.useOne(projectId);
  return [
    { label: t("list.title"), to: projectPaths.list(area) },
    { label: data?.name ?? "…", to: projectPaths.detail(area, projectId) },
  ];
}
