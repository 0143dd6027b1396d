import { lazy } from "react";
import type texts from "../../../locales/fr/tags.json";
import type { Feature } from "../../app/feature";
import { tagPaths } from "./paths";
import { READ_TAGS, WRITE_TAGS } from "./permissions";

/** What products and factories are described by. Staff only. */
export const tags: Feature = {
  id: "tags",
  screens: [
    {
      area: "admin",
      path: tagPaths.list.path,
      permission: READ_TAGS,
      page: lazy(() => import("./TagList")),
      menu: { group: "production", label: { fr: "Étiquettes", en: "Tags" }, icon: "tag" },
    },
    {
      area: "admin",
      path: tagPaths.create.path,
      permission: WRITE_TAGS,
      page: lazy(() => import("./TagForm")),
      command: { fr: "Créer une étiquette", en: "Create tag" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    tags: typeof texts;
  }
}
