import { cursorOf, type Filter, resource, type Schemas } from "@comptoir/kit";
import { filesOf } from "../files";

export type Fee = Schemas["Fee"];
export type FeeInput = Schemas["FeeInput"];
export type FeeCategory = Schemas["FeeCategory"];

/** Their histories are told as those of a `fee`. */
export const fees = resource("/finance/fee", { also: ["fee"] });

const NEWEST = { field: "initiatedAt", direction: "desc" } as const;

/** What a list of fees is asked for those that one record brought about. */
export const broughtBy = (causeId: string) => ({
  filters: [{ field: "causeId", values: [causeId] }] satisfies Filter[],
  orderBy: [NEWEST],
});

/** The newest fees that one record brought about: a recurring charge, an order, a ticket. */
export const useFeesOf = (causeId: string, take: number) =>
  fees.useList(cursorOf({ take, ...broughtBy(causeId) }));

/** What proves a fee: a provider's invoice, a quote. Staff only. */
export const feeFiles = filesOf("/finance/fee", () => fees.refresh());

/** For the command palette. */
export const findFees = async (search: string) =>
  (await fees.find(search)).map(({ id, type, description, store }) => ({
    id,
    label: type,
    hint: [store.name, description].join(" · "),
  }));
