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

/** The filter of a list by its store, for those who see more than one. */
export function useStoreFilter(label: string) {
  const { page } = stores.useList(useCan()("READ_STORE") ? cursorOf({ take: 0 }) : null);
  const isOne = (page?.meta.total ?? 0) < 2;
  return isOne ? [] : [{ kind: "record" as const, field: "storeId" as const, label, source: storeRecords }];
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
    find: async (id) => {
      const store = (await owned()).find((each) => each.id === id);
      if (!store) throw new Error("no store of the organization");
      return store;
    },
    idOf: ({ id }) => id,
    label: ({ name }) => name,
  };
}
