import { lazy } from "react";
import type texts from "../../../locales/fr/projects.json";
import type { Feature } from "../../app/feature";
import { projectPaths } from "./paths";

const ProjectList = lazy(() => import("./ProjectList"));
const NewProject = lazy(() => import("./ProjectForm"));
const ProjectOverview = lazy(() => import("./ProjectOverview"));
const ProjectSettings = lazy(() => import("./ProjectSettings"));

/** What organizations have made, and how far it is. */
export const projects: Feature = {
  id: "projects",
  screens: [
    {
      area: "admin",
      path: projectPaths.list.path,
      permission: "READ_PROJECT",
      page: ProjectList,
      menu: { group: "production", label: { fr: "Projets", en: "Projects" }, icon: "project" },
    },
    {
      area: "admin",
      path: projectPaths.create.path,
      permission: "WRITE_PROJECT",
      page: NewProject,
      command: { fr: "Créer un projet", en: "Create project" },
    },
    { area: "admin", path: projectPaths.detail.path, permission: "READ_PROJECT", page: ProjectOverview },
    {
      area: "admin",
      path: projectPaths.setting.path,
      permission: ["READ_PROJECT", "WRITE_PROJECT"],
      page: ProjectSettings,
    },
  ],
  find: {
    search: async (text) => (await import("./api")).findProjects(text),
    to: projectPaths.detail,
  },
  opens: { project: projectPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    projects: typeof texts;
  }
}
