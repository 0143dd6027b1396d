import type { Schemas, User } from "@comptoir/kit";

type Resource = Schemas["Resource"];

/** The user's resources of one type, in the order the server names them: the first is the default. */
export const resourcesOf = (user: User, type: Resource["type"]): Resource[] =>
  user.resources.filter((resource) => resource.type === type);

const LAST = { ORGANIZATION: "comptoir.organization", FACTORY: "comptoir.factory" } as const;
/** Under which name this browser keeps who goes on in it without a network (`offline/keptUser.ts`). */
export const OFFLINE_USER = "comptoir.offline";

/** Keeps in this browser in which organization or factory somebody was last. */
export const rememberResource = (type: keyof typeof LAST, id: string) => localStorage.setItem(LAST[type], id);

/** Where a role's area begins for this user, the last one of several; null when nothing was given to them yet. */
export function homeOf(user: User): string | null {
  if (user.role === "admin") return "/admin";
  const [type, root] =
    user.role === "customer" ? (["ORGANIZATION", "/customer"] as const) : (["FACTORY", "/factory"] as const);
  const owned = resourcesOf(user, type);
  const last = localStorage.getItem(LAST[type]);
  const home = owned.find(({ id }) => id === last) ?? owned[0];
  return home ? `${root}/${home.id}` : null;
}

/** A path of this origin, or "/" for everything that would lead elsewhere. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/")) return "/";
  const url = new URL(wanted, location.origin);
  // What begins so, `/..//host` resolved, would name a host where it is resolved again.
  const isOwn = url.origin === location.origin && !url.pathname.startsWith("//");
  return isOwn ? url.pathname + url.search + url.hash : "/";
}

/** The sign-in page, and the way back to where one was. */
export const loginPath = (back: string) =>
  back === "/" ? "/login" : `/login?continue=${encodeURIComponent(back)}`;
