import type { Requirement } from "@comptoir/kit";

/** Of all projects (specification, document 2, section 6). */
export const READ_ALL: Requirement = "READ_PROJECT_PRODUCTION";
// They lie in the area of a project, which reads it.
export const READ_PRODUCTIONS = ["READ_PROJECT", "READ_PROJECT_PRODUCTION"] satisfies Requirement;
export const WRITE_PRODUCTIONS = [...READ_PRODUCTIONS, "WRITE_PROJECT_PRODUCTION"] satisfies Requirement;
