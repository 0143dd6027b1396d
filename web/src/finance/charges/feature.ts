import { lazy } from "react";
import type texts from "../../../locales/fr/charges.json";
import type { Feature } from "../../app/feature";
import { READ_FINANCE, WRITE_FINANCE } from "../permissions";
import { chargePaths } from "./paths";

const ChargeList = lazy(() => import("./ChargeList"));
const ChargeDetail = lazy(() => import("./ChargeDetail"));
const NewCharge = lazy(() => import("./ChargeForm"));

/** What stores are charged each period. Staff only: stores see the fees that come of it. */
export const charges: Feature = {
  id: "charges",
  screens: [
    {
      area: "admin",
      path: chargePaths.list.path,
      permission: READ_FINANCE,
      page: ChargeList,
      menu: {
        group: "finance",
        label: { fr: "Prestations récurrentes", en: "Recurring charges" },
        icon: "charge",
      },
    },
    {
      area: "admin",
      path: chargePaths.create.path,
      permission: WRITE_FINANCE,
      page: NewCharge,
      command: { fr: "Créer une prestation récurrente", en: "Create recurring charge" },
    },
    { area: "admin", path: chargePaths.detail.path, permission: READ_FINANCE, page: ChargeDetail },
  ],
  find: {
    search: async (text) => (await import("./api")).findCharges(text),
    to: chargePaths.detail,
  },
  opens: { charge: chargePaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    charges: typeof texts;
  }
}
