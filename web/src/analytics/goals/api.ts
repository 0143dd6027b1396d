import { resource, type Schemas } from "@comptoir/kit";
import type texts from "../../../locales/fr/goals.json";

/** What a store is to sell a month, from a month on. */
export type Goals = Schemas["StoreGoals"];
/** How far stores came with their goals in some days. */
export type Reached = Schemas["AnalyticGoal"];

/** All goals of a store, which change with the store. */
export const storeGoals = resource("/store/{id}/goals", { also: ["analytic"] });

declare module "@comptoir/kit" {
  interface PortalResources {
    goals: typeof texts;
  }
}
