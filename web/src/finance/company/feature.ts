import { lazy } from "react";
import type texts from "../../../locales/fr/company.json";
import type { Feature } from "../../app/feature";
import { companyPath } from "./paths";

/** Who invoices: what stands on every invoice. */
export const company: Feature = {
  id: "company",
  screens: [
    {
      area: "admin",
      path: companyPath.path,
      permission: "SUPER_ADMIN",
      page: lazy(() => import("./CompanyPage")),
      menu: { group: "settings", label: { fr: "Entreprise", en: "Company" }, icon: "settings" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    company: typeof texts;
  }
}
