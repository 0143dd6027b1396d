import { lazy } from "react";
import type texts from "../../locales/fr/users.json";
import type { AreaName, Feature, GroupId, Screen } from "../app/feature";
import { userPaths } from "./paths";

const UserList = lazy(() => import("./UserList"));
const NewUser = lazy(() => import("./UserForm"));
const UserDetail = lazy(() => import("./UserDetail"));

const screens = (area: AreaName, group: GroupId): Screen[] => [
  {
    area,
    path: userPaths.list.path,
    permission: "READ_USER",
    page: UserList,
    menu: {
      group,
      label: { fr: "Utilisateurs", en: "Users", tr: "Kullanıcılar", pt: "Utilizadores" },
      icon: "user",
    },
  },
  {
    area,
    path: userPaths.create.path,
    // Staff choose among organizations.
    permission: area === "admin" ? ["WRITE_USER", "READ_ORGANIZATION"] : "WRITE_USER",
    page: NewUser,
    command: {
      fr: "Créer un utilisateur",
      en: "Create user",
      tr: "Kullanıcı oluştur",
      pt: "Criar utilizador",
    },
  },
  { area, path: userPaths.detail.path, permission: "READ_USER", page: UserDetail },
];

/** Who may sign in: for staff everybody, for others the people of their organizations or factories. */
export const users: Feature = {
  id: "users",
  screens: [...screens("admin", "settings"), ...screens("customer", "main"), ...screens("factory", "main")],
  find: {
    search: async (text) => (await import("./api")).findUsers(text),
    to: userPaths.detail,
  },
  opens: { user: userPaths.detail },
};

declare module "@comptoir/kit" {
  interface PortalResources {
    users: typeof texts;
  }
}
