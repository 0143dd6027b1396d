import { useMemo } from "react";
import { useGet } from "./hooks";
import type { Data } from "./types";

/** Whose a connection is. */
export type Owner = Data<"/connector">[number];

/** The stores of connections, by connection; while nobody has told yet, none. */
export function useOwners(rows: { connector: string }[] | undefined): Map<string, Owner> {
  const ids = (rows ?? []).map(({ connector }) => connector).join(",");
  const { data } = useGet(ids === "" ? null : "/connector", { params: { query: { ids } } });
  return useMemo(() => new Map(data?.map((owner) => [owner.id, owner])), [data]);
}
