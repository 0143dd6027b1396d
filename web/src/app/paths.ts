import type { Schemas, User } from "@comptoir/kit";
import type { Area } from "./area";

type Resource = Schemas["Resource"];

/** The user's resources of one type, in the order the server names them: the first is the default. */
export const resourcesOf = (user: User, type: Resource["type"]): Resource[] =>
  user.resources.filter((resource) => resource.type === type);

const LAST_ORGANIZATION = "comptoir.organization";

/** Keeps in this browser which organization somebody was in last. */
export const rememberOrganization = (id: string) => localStorage.setItem(LAST_ORGANIZATION, id);

/** Where a role's area begins for this user, the last organization's of several; null when nothing was given to them yet. */
export function homeOf(user: User): string | null {
  if (user.role === "admin") return "/admin";
  const [type, root] =
    user.role === "customer" ? (["ORGANIZATION", "/customer"] as const) : (["FACTORY", "/factory"] as const);
  const owned = resourcesOf(user, type);
  const last = type === "ORGANIZATION" ? localStorage.getItem(LAST_ORGANIZATION) : null;
  const home = owned.find(({ id }) => id === last) ?? owned[0];
  return home ? `${root}/${home.id}` : null;
}

/** A path of this origin, or "/" for everything that would lead elsewhere. */
export function safePath(wanted: string | null | undefined): string {
  if (!wanted?.startsWith("/")) return "/";
  const url = new URL(wanted, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : "/";
}

/** The sign-in page, and the way back to where one was. */
export const loginPath = (back: string) =>
  back === "/" ? "/login" : `/login?continue=${encodeURIComponent(back)}`;

/** The screens that others link to. */
export const paths = {
  profile: (area: Area) => `${area.base}/profile`,
  orders: (area: Area, cursor?: string) => `${area.base}/order${cursor ? `?cursor=${cursor}` : ""}`,
  order: (area: Area, id: string) => `${area.base}/order/${id}`,
  newOrder: (area: Area) => `${area.base}/order/create`,
  products: (area: Area) => `${area.base}/store-product`,
  product: (area: Area, id: string) => `${area.base}/store-product/${id}`,
  newProduct: (area: Area) => `${area.base}/store-product/create`,
  bundles: (area: Area, cursor?: string) => `${area.base}/bundle${cursor ? `?cursor=${cursor}` : ""}`,
  newBundle: (area: Area) => `${area.base}/bundle/create`,
  inboundShipments: (area: Area) => `${area.base}/inbound-shipment`,
  inboundShipment: (area: Area, id: string) => `${area.base}/inbound-shipment/${id}`,
  tickets: (area: Area) => `${area.base}/ticket`,
  ticket: (area: Area, id: string) => `${area.base}/ticket/${id}`,
  users: (area: Area) => `${area.base}/user`,
  user: (area: Area, id: string) => `${area.base}/user/${id}`,
  newUser: (area: Area) => `${area.base}/user/create`,
  stores: (area: Area) => `${area.base}/store`,
  store: (area: Area, id: string) => `${area.base}/store/${id}`,
  newStore: (area: Area) => `${area.base}/store/create`,
  auditProduct: (area: Area, storeId: string, id: string) => `${area.base}/store/${storeId}/audit/${id}`,
  newAuditProduct: (area: Area, storeId: string) => `${area.base}/store/${storeId}/audit/create`,
  organizations: (area: Area) => `${area.base}/organization`,
  organization: (area: Area, id: string) => `${area.base}/organization/${id}`,
  newOrganization: (area: Area) => `${area.base}/organization/create`,
  /** Contract and prices, as staff see those of an organization. */
  terms: (area: Area, id: string) => `${area.base}/organization/${id}/legal`,
};
