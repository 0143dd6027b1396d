import { type Schemas, useGet } from "@comptoir/kit";
import type { Period } from "./values";

export type Statement = Schemas["Statement"];
export type StatementEntry = Schemas["StatementEntry"];
export type OpenFees = Schemas["OpenFees"];

/**
 * A store's account over some days, as far as one's own organizations are concerned.
 *
 * @param period null asks for nothing
 */
export const useStatement = (id: string, period: Period | null) =>
  useGet(period && "/store/{id}/statement", {
    params: { path: { id }, query: { startAt: period?.from ?? "", endAt: period?.to ?? "" } },
  });
