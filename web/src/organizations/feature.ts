import { lazy } from "react";
import type { Feature } from "../app/feature";
import { paths } from "../app/paths";

const TermsPage = lazy(() => import("./TermsPage"));

/** Merchants: who they are, their contract and what was agreed with them. Staff only. */
export const organizations: Feature = {
  id: "organizations",
  screens: [
    {
      area: "admin",
      path: "organization",
      permission: "READ_ORGANIZATION",
      page: lazy(() => import("./OrganizationList")),
      menu: { group: "settings", label: (t) => t("organizations:menu"), icon: "organization" },
    },
    {
      area: "admin",
      path: "organization/create",
      permission: "WRITE_ORGANIZATION",
      page: lazy(() => import("./OrganizationCreate")),
      command: (t) => t("organizations:create.action"),
    },
    {
      area: "admin",
      path: "organization/:organizationId",
      permission: "READ_ORGANIZATION",
      page: lazy(() => import("./OrganizationDetail")),
    },
    {
      area: "admin",
      path: "organization/:organizationId/legal",
      permission: "READ_ORGANIZATION",
      page: TermsPage,
    },
  ],
  find: {
    permission: "READ_ORGANIZATION",
    label: (t) => t("organizations:menu"),
    icon: "organization",
    search: async (text) => (await import("./api")).findOrganizations(text),
    to: paths.organization,
  },
};

/** What was agreed with a merchant, for its own people. A feature of its own, as they cannot search organizations. */
export const terms: Feature = {
  id: "terms",
  screens: [
    {
      area: "customer",
      path: "legal",
      permission: "READ_FEE",
      page: TermsPage,
      menu: { group: "main", label: (t) => t("organizations:terms.menu"), icon: "file" },
    },
  ],
};
