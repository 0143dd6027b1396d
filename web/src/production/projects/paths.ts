import { address } from "@comptoir/kit";

/** The screens of projects. */
export const projectPaths = {
  list: address("project"),
  create: address("project/create"),
  detail: address("project/:projectId"),
  setting: address("project/:projectId/setting"),
};
