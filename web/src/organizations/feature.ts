import { lazy } from "react";
import type texts from "../../locales/fr/organizations.json";
import type { Feature } from "../app/feature";
import { organizationPaths } from "./paths";

const TermsDetail = lazy(() => import("./TermsDetail"));

/** Merchants: who they are, their contract and what was agreed with them. Staff only. */
export const organizations: Feature = {
  id: "organizations",
  screens: [
    {
      area: "admin",
      path: organizationPaths.list.path,
      permission: "READ_ORGANIZATION",
      page: lazy(() => import("./OrganizationList")),
      menu: { group: "settings", label: { fr: "Organisations", en: "Organizations" }, icon: "organization" },
    },
    {
      area: "admin",
      path: organizationPaths.create.path,
      permission: "WRITE_ORGANIZATION",
      page: lazy(() => import("./OrganizationForm")),
      command: { fr: "Créer une organisation", en: "Create organization" },
    },
    {
      area: "admin",
      path: organizationPaths.detail.path,
      permission: "READ_ORGANIZATION",
      page: lazy(() => import("./OrganizationDetail")),
    },
    {
      area: "admin",
      path: organizationPaths.terms.path,
      permission: "READ_ORGANIZATION",
      page: TermsDetail,
    },
  ],
  find: {
    search: async (text) => (await import("./api")).findOrganizations(text),
    to: organizationPaths.detail,
  },
  opens: { organization: organizationPaths.detail },
};

/** What was agreed with a merchant, for its own people. A feature of its own, as they cannot search organizations. */
export const terms: Feature = {
  id: "terms",
  texts: "organizations",
  screens: [
    {
      area: "customer",
      path: organizationPaths.ownTerms.path,
      permission: "READ_FEE",
      page: TermsDetail,
      menu: { group: "main", label: { fr: "Contrat et tarifs", en: "Contract and prices" }, icon: "file" },
    },
  ],
};

declare module "@comptoir/kit" {
  interface PortalResources {
    organizations: typeof texts;
  }
}
