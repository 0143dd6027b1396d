import { useGet, usePluginList } from "@comptoir/kit";
import type { Integration, Owner, Tag } from "./integration";

/** The stores of connections, by connection. */
export function useOwners(rows: Integration[]): { owners: Map<string, Owner>; isLoading: boolean } {
  const ids = rows.map(({ connector }) => connector).join(",");
  const { data, isLoading } = useGet(ids === "" ? null : "/connector", { params: { query: { ids } } });
  return { owners: new Map(data?.map(({ id, ...owner }) => [id, owner])), isLoading };
}

const TAGS = { take: 100, skip: 0, orderBy: [], filters: [] };

/** The first hundred tags of the account that fit a search, by name. */
export const useTags = (connector: string, search: string) =>
  usePluginList<Tag>(`/gorgias/integration/${connector}/tag`, { ...TAGS, search });
