import { resource, type Schemas } from "@comptoir/kit";

export type Production = Schemas["Production"];
export type ProductionStatus = Production["status"];

/** Projects count them, factories are told what they have to do; their histories are told as those of a `project-production`. */
export const productions = resource("/project-productions", {
  also: ["project-production", "projects", "factories"],
  refusals: { ConflictProductionNameException: "name" },
  saves: "patch",
});
