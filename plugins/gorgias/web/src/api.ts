import { type Schemas, usePluginList } from "@comptoir/kit";

export type Integration = Schemas["gorgias.Integration"];

const TAGS = { take: 100, skip: 0, orderBy: [], filters: [] };

/** The first hundred tags of the account that fit a search, by name. */
export const useTags = (connector: string, search: string) =>
  usePluginList("/gorgias/integration/{connector}/tag", { ...TAGS, search }, { connector });
