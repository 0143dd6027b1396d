import { lazy } from "react";
import type texts from "../../../locales/fr/providerGaps.json";
import type { Feature } from "../../app/feature";
import { providerGapsPath } from "./paths";

const ProviderGapList = lazy(() => import("./ProviderGapList"));

/** What providers' invoices leave open. All of the staff's, and nobody else's, as those invoices are. */
export const providerGaps: Feature = {
  id: "providerGaps",
  screens: [
    {
      area: "admin",
      path: providerGapsPath.path,
      page: ProviderGapList,
      menu: {
        group: "finance",
        label: { fr: "Écarts prestataires", en: "Provider gaps" },
        icon: "search",
      },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    providerGaps: typeof texts;
  }
}
