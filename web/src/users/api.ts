import {
  atField,
  client,
  cursorOf,
  refresh,
  remember,
  type Schemas,
  unwrap,
  useGet,
  useList,
} from "@comptoir/kit";
import { exportBy } from "../live/exports";

export type UserRow = Schemas["UserRow"];
export type User = Schemas["User"];
export type Role = Schemas["Role"];
type UserInput = Schemas["UserInput"];
type UserChange = Schemas["UserChange"];

/** An address that is taken is told at its field. */
const atEmail = atField("ConflictUserEmailException", "email");

const one = (id: string) => ({ params: { path: { id } } });

export const exportUsers = exportBy("/user/export");

export const useUsers = (cursor: string) => useList("/user", cursor);

export const useOneUser = (id: string) => useGet("/user/{id}", one(id));

/** Makes a user; the server invites them by mail. */
export async function createUser(body: UserInput): Promise<User> {
  const { data } = await unwrap(client.POST("/user", { body })).catch(atEmail);
  await refresh("user");
  return data;
}

/** Changes a user, unless somebody else has done so since they were `read`. */
export async function saveUser(read: User, body: UserChange): Promise<User> {
  const path = { id: read.id };
  const params = { path, header: { "If-Match": read.updatedAt } };
  const { data } = await unwrap(client.PUT("/user/{id}", { params, body })).catch(atEmail);
  await remember("/user/{id}", one(read.id), data);
  void refresh("user");
  return data;
}

/** The user as they are now. */
export async function readUser(id: string): Promise<User> {
  const { data } = await unwrap(client.GET("/user/{id}", one(id)));
  await remember("/user/{id}", one(id), data);
  return data;
}

export async function deleteUser(id: string): Promise<void> {
  await unwrap(client.DELETE("/user/{id}", one(id)));
}

export async function restoreUser(id: string): Promise<void> {
  await unwrap(client.POST("/user/{id}/restore", one(id)));
  await refresh("user");
}

/** Drop-down lists take a hundred. */
const found = (search: string) => cursorOf({ take: 100, search });

/** The organizations that fit a search. */
export function useOrganizationChoices(search: string) {
  const { page, isLoading } = useList("/organization", found(search));
  const options = page?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return { options, isLoading };
}

/** As many as a list gives at once: these lists are narrowed here. */
const ALL = cursorOf({ take: 500 });

/** The stores one may see, and whose they are. */
export const useStores = () => useList("/store", ALL);

/** The factories one may see; the server does not search them. */
export const useFactories = () => useList("/factories", ALL);

/** The first few that fit, for the command palette. */
export async function findUsers(search: string) {
  const query = { cursor: cursorOf({ take: 5, search }) };
  const { data } = await unwrap(client.GET("/user", { params: { query } }));
  return data.map(({ id, displayName, email }) => ({ id, label: displayName, hint: email }));
}
