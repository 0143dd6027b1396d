import {
  client,
  cursorOf,
  fold,
  type RecordSource,
  recordsOf,
  type Schemas,
  unwrap,
  useCan,
} from "@comptoir/kit";
import { stores } from "./api";

/** The stores that one may choose from. */
export const storeRecords = recordsOf("/store");

/** The filter of a list by its store, for those who see more than one; its place is kept until that is known. */
export function useStoreFilter(label: string) {
  const may = useCan()("READ_STORE");
  const { page } = stores.useList(may ? cursorOf({ take: 0 }) : null);
  const isOne = page && page.meta.total < 2;
  return !may || isOne
    ? []
    : [{ kind: "record" as const, field: "storeId" as const, label, source: storeRecords }];
}

type OwnedStore = Schemas["Organization"]["stores"][number];

/** The stores that an organization has a share of. */
export function storesOf(organizationId: string): RecordSource<OwnedStore> {
  const owned = async () => {
    const params = { path: { id: organizationId } };
    return (await unwrap(client.GET("/organization/{id}", { params }))).data.stores;
  };
  return {
    key: ["/organization", "stores", organizationId],
    search: async (text) => (await owned()).filter(({ name }) => fold(name).includes(fold(text))),
    find: async (ids) => (await owned()).filter(({ id }) => ids.includes(id)),
    idOf: ({ id }) => id,
    label: ({ name }) => name,
  };
}
