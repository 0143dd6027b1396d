// What a plugin's isolated screens may have the portal do. The host holds their calls to the same once more, and to what
// the plugin's manifest asks for.
import type { Schemas } from "@comptoir/kit";
import { matchPath } from "react-router";
import { inboundPaths } from "../inbound/paths";
import { orderPaths } from "../orders/paths";
import { organizationPaths } from "../organizations/paths";
import { productPaths } from "../products/paths";
import { storePaths } from "../stores/paths";
import { ticketPaths } from "../tickets/paths";

type Plugin = Schemas["Plugin"];

/** The records of the portal that they may lead to. */
const RECORDS = [orderPaths, organizationPaths, productPaths, inboundPaths, storePaths, ticketPaths].map(
  ({ detail }) => detail.path,
);

/** What they may have the browser keep. */
const FILE = /^[^/\\]+\.(csv|jpe?g|json|pdf|png|txt|xlsx|xml|zip)$/i;

/** A screen's address below its area: `/admin/bigblue/product` stands below `/admin`, a customer's below their organization. */
export const belowArea = ({ path }: Schemas["PluginScreen"]) =>
  path.replace(/^\/(admin|customer(\/[{:][^/]+)?)\//, "");

/**
 * The address of a call, as `fetch` takes it: any of the plugin's own, and what only reads.
 *
 * @param path below `/api`, with its query
 * @returns null where they may not make it
 */
export function callAddress(plugin: string, method: string, path: string): string | null {
  const address = `${location.origin}/api${path}`;
  const { href, pathname } = new URL(address);
  // Written as it is read: no step up, no other host, nothing that the next to read it could take for one.
  const isPlain = href === address && path.startsWith("/") && !path.includes("#");
  if (!isPlain || decoded(pathname).some((part) => part === "." || part === "..")) return null;
  return method === "GET" || pathname.startsWith(`/api/${plugin}/`) ? address : null;
}

function decoded(pathname: string): string[] {
  try {
    return decodeURIComponent(pathname).split(/[/\\]/);
  } catch {
    return [".."];
  }
}

/**
 * Where they may lead: to the plugin's own screens, and to records that whoever has opened them may see.
 *
 * @param base where the area begins that they stand in
 */
export function destination(
  plugin: Plugin,
  base: string,
  mayOpen: (to: string) => boolean,
  to: string,
): string | null {
  if (!to.startsWith(`${base}/`)) return null;
  const { pathname, search, hash } = new URL(location.origin + to);
  const leadsTo = (path: string) => matchPath(`${base}/${path}`, pathname) !== null;
  const isKnown = plugin.screens.map(belowArea).some(leadsTo) || RECORDS.some(leadsTo);
  return isKnown && mayOpen(pathname) ? pathname + search + hash : null;
}

export const isSavable = (name: string): boolean => FILE.test(name);
