import { resource, type Schemas, useGet } from "@comptoir/kit";

export type Factory = Schemas["Factory"];
export type FactoryInput = Schemas["FactoryInput"];
export type RankedFactory = Schemas["RankedFactory"];
export type Reason = RankedFactory["reasons"][number];

/** A name that is taken is told at its field; their histories are told as those of a `factory`. */
export const factories = resource("/factories", {
  saves: "patch",
  also: ["factory"],
  refusals: { ConflictFactoryNameException: "name" },
});

/** What is to be made: how many pieces, by which day, with which tags, at which price at most. */
export interface Asked {
  quantity?: number;
  dueAt?: string;
  /** Their ids, separated by commas. */
  tags?: string;
  priceRange?: number;
}

/**
 * Which factory can make it, the best first; the last answer stays until the next one is there.
 *
 * @param query null asks for nothing
 */
export const useRanking = (query: Asked | null) =>
  useGet(query && "/factories/ranking", { params: { query: query ?? {} } }, { keepPreviousData: true });

/** For the command palette. */
export const findFactories = async (search: string) =>
  (await factories.find(search)).map(({ id, name, countryCode }) => ({ id, label: name, hint: countryCode }));
