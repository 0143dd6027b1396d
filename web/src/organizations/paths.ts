import { address } from "@comptoir/kit";

/** The screens of organizations. */
export const organizationPaths = {
  list: address("organization"),
  create: address("organization/create"),
  detail: address("organization/:organizationId"),
  /** Contract and prices, as staff see those of an organization. */
  terms: address("organization/:organizationId/legal"),
  /** The same, as its own people see them. */
  ownTerms: address("legal"),
};
