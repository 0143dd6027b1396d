import { cursorOf, resource, type Schemas, useList } from "@comptoir/kit";

export type UserRow = Schemas["UserRow"];
export type User = Schemas["User"];
export type Role = Schemas["Role"];

/** The server invites by mail whom one creates. */
export const users = resource("/user", { refusals: { ConflictUserEmailException: "email" } });

/** As many as a list gives at once: these lists are narrowed here. */
const ALL = cursorOf({ take: 500 });

/** The stores one may see, and whose they are. */
export const useStores = () => useList("/store", ALL);

/** The factories one may see. */
export const useFactories = () => useList("/factories", ALL);

/** For the command palette. */
export const findUsers = async (search: string) =>
  (await users.find(search)).map(({ id, displayName, email }) => ({ id, label: displayName, hint: email }));
