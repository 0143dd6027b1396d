import { resource, type Schemas } from "@comptoir/kit";

export type Job = Schemas["Job"];

/** Removing one ends it: one that waits at once, one that runs at its next step. */
export const jobs = resource("/job");
