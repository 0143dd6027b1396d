import type { Requirement } from "@comptoir/kit";

// They lie in the area of a project, which reads it (specification, document 2, section 6).
export const READ_PRODUCTS = ["READ_PROJECT", "READ_PROJECT_PRODUCT"] satisfies Requirement;
export const WRITE_PRODUCTS = [...READ_PRODUCTS, "WRITE_PROJECT_PRODUCT"] satisfies Requirement;
