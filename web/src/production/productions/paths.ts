import { address } from "@comptoir/kit";

/** The screens of productions: of all projects, and in the area of each. */
export const productionPaths = {
  all: address("production"),
  board: address("project/:projectId/production"),
  create: address("project/:projectId/production/create"),
  detail: address("project/:projectId/production/:productionId"),
};
