import { useMemo } from "react";
import { useCan } from "../access/user";
import { useGet } from "./hooks";
import type { Data } from "./types";

/** Whose a connection is. */
export type Owner = Data<"/connector">[number];

/** The stores of connections, by connection; none while nobody has told yet, and to those who may not know. */
export function useOwners(rows: { connector: string }[] | undefined): Map<string, Owner> {
  const ids = (rows ?? []).map(({ connector }) => connector).join(",");
  const mayKnow = useCan()(["READ_CONNECTOR", "READ_STORE"]);
  const { data } = useGet(mayKnow && ids !== "" ? "/connector" : null, { params: { query: { ids } } });
  return useMemo(() => new Map(data?.map((owner) => [owner.id, owner])), [data]);
}
