import { RecordPage, TabLinks } from "@comptoir/kit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { fetchTexts } from "../../i18n";
import { productionPaths } from "../productions/paths";
import { projectProductPaths } from "../products/paths";
import { type Project, projects } from "./api";
import { ProjectStatus } from "./ProjectStatus";
import { projectPaths } from "./paths";

// For the screens of what is in a project.
fetchTexts("projects");

interface ProjectPageProps {
  /** @param leave takes the project off the screen, once it is deleted */
  actions?: (project: Project, leave: () => void) => ReactNode;
  /** Lists use the whole width. */
  width?: "full";
  children: (project: Project) => ReactNode;
}

/** A screen of a project: its name, where it stands, and the ways to its other screens. */
export function ProjectPage({ actions, width, children }: ProjectPageProps) {
  const { t } = useTranslation("projects");
  const area = useArea();
  const { projectId } = projectPaths.detail.useIds();
  const links = [
    { to: projectPaths.detail(area, projectId), label: t("area.overview") },
    { to: projectProductPaths.list(area, projectId), label: t("area.products") },
    { to: productionPaths.board(area, projectId), label: t("area.productions") },
    { to: projectPaths.setting(area, projectId), label: t("area.setting") },
  ];
  return (
    <RecordPage
      of={[projectId]}
      useRecord={projects.useOne}
      breadcrumbs={[{ label: t("list.title"), to: projectPaths.list(area) }]}
      title={({ name }) => name}
      mark={(project) => <ProjectStatus project={project} />}
      actions={actions}
      width={width}
    >
      {(project) => (
        <>
          <TabLinks label={project.name} links={links} />
          {children(project)}
        </>
      )}
    </RecordPage>
  );
}
