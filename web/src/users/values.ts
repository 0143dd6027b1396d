import { PERMISSIONS, type Permission, type Schemas } from "@comptoir/kit";
import { resourcesOf } from "../app/paths";
import type { Role, User } from "./api";

/** What the form for a user holds. */
export interface UserValues {
  email: string;
  displayName: string;
  locale: Schemas["Locale"];
  role: Role;
  owner: boolean;
  organizations: string[];
  stores: string[];
  factories: string[];
  permissions: Permission[];
}

/** What follows from a role, and starts anew with another one. */
export const UNLINKED = {
  owner: false,
  organizations: [],
  stores: [],
  factories: [],
  permissions: [],
} satisfies Partial<UserValues>;

/** Permissions in the order of the specification: the same ones are then the same value. */
export const inOrder = (permissions: Iterable<Permission>): Permission[] => {
  const set = new Set(permissions);
  return PERMISSIONS.filter((permission) => set.has(permission));
};

export const toValues = (user: User): UserValues => {
  const ids = (type: Schemas["ResourceKind"]) => resourcesOf(user, type).map(({ id }) => id);
  return {
    email: user.email,
    displayName: user.displayName,
    locale: user.locale,
    role: user.role,
    owner: user.owner,
    organizations: ids("ORGANIZATION"),
    stores: ids("STORE"),
    factories: ids("FACTORY"),
    permissions: inOrder(user.permissions),
  };
};
