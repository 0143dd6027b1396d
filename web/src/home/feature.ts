import { lazy } from "react";
import type texts from "../../locales/fr/home.json";
import type { AreaName, Feature, Screen } from "../app/feature";

const home = (area: AreaName, page: Screen["page"]): Screen => ({
  area,
  path: "",
  page,
  menu: { group: "main", label: { fr: "Accueil", en: "Home" }, icon: "home" },
});

const Home = lazy(() => import("./Home"));

/** Where staff and customers arrive; factories have an area of their own. */
export const homes: Feature = {
  id: "home",
  screens: [home("admin", Home), home("customer", Home)],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    home: typeof texts;
  }
}
