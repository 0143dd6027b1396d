import { lazy } from "react";
import type texts from "../../locales/fr/aside.json";
import type { Feature } from "../app/feature";
import { asidePaths } from "./paths";

/** What providers sent and could not be taken: for those who look after the connections. */
export const aside: Feature = {
  id: "aside",
  screens: [
    {
      area: "admin",
      path: asidePaths.list.path,
      permission: "READ_CONNECTOR",
      page: lazy(() => import("./AsideList")),
      menu: { group: "integrations", label: { fr: "Mis de côté", en: "Set aside" }, icon: "warning" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    aside: typeof texts;
  }
}
