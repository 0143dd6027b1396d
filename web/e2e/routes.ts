// Every screen that features and plugins declare, and an address of each.
import type { Page } from "@playwright/test";
import { build } from "vite";
import type { Schemas } from "../kit/src/api/client";
import { ALL_STORES, completeBuyer, completeSeller, draftOf, first, making, unique } from "./parts";
import { type Answer, apiAs, expect, PEOPLE, type Portal, settled, uploadAs } from "./portal";

export type Area = "admin" | "customer" | "factory";

/** A screen of a feature or of a plugin. */
interface Screen {
  area: Area;
  /** Below where the area begins: `order/:orderId`. */
  path: string;
  /** It stands in the navigation. */
  menu?: unknown;
}

interface Feature {
  id: string;
  screens: Screen[];
}

let known: Promise<Feature[]> | undefined;

/** The portal's own features: the module that lists them, built by itself, without the pages' code. */
async function load(): Promise<Feature[]> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "error",
    mode: "production",
    plugins: [{ name: "alone", resolveDynamicImport: (id) => ({ id: String(id), external: true }) }],
    build: { ssr: "../src/app/features.ts", write: false },
    ssr: { noExternal: true },
  });
  if (!("output" in built)) throw new Error("the features were not built");
  const code = Buffer.from(built.output[0].code).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).FEATURES;
}

/** The portal's own screens of an area, by the id of their feature. */
export async function ownScreens(area: Area): Promise<(Screen & { feature: string })[]> {
  known ??= load();
  const screens = (await known).flatMap(({ id, screens }) =>
    screens.map((screen) => ({ ...screen, feature: id })),
  );
  return screens.filter((screen) => screen.area === area);
}

/** Their paths. */
export const ownRoutes = async (area: Area) => (await ownScreens(area)).map(({ path }) => path);

/** Plugins' screens for staff. */
export async function pluginScreens(portal: Portal): Promise<Screen[]> {
  const plugins = await (await apiAs(portal, PEOPLE.admin))<{ screens: Screen[] }[]>("GET", "/plugins");
  const screens = plugins.flatMap((plugin) => plugin.screens);
  // Who brings one for others has it looked at here, too.
  expect(screens.filter(({ area }) => area !== "admin")).toEqual([]);
  return screens.map((screen) => ({ ...screen, path: screen.path.replace(/^\/admin\//, "") }));
}

/** Their paths. */
export const pluginRoutes = async (portal: Portal) => (await pluginScreens(portal)).map(({ path }) => path);

/** Where somebody's area begins. */
export async function baseOf(portal: Portal, area: Area, email = PEOPLE[area]): Promise<string> {
  if (area === "admin") return "/admin";
  const api = await apiAs(portal, email);
  const [owned] = (await api<{ resources: { id: string }[] }>("GET", "/user/current")).resources;
  return `/${area}/${owned?.id}`;
}

/**
 * Has the portal's router go to one address after another, which is a quarter of the work of loading each: the heading that
 * each shows first. Looked at as it comes, where a locator looks twice a second.
 */
export const headings = (page: Page, addresses: string[]) =>
  page.evaluate(
    async ([addresses, timeout]) => {
      const shown: (string | null)[] = [];
      for (const address of addresses) {
        const before = document.querySelector("h1");
        const heading = new Promise<string | null>((resolve) => {
          const done = (text: string | null) => {
            observer.disconnect();
            clearTimeout(timer);
            resolve(text);
          };
          const observer = new MutationObserver(() => {
            const heading = document.querySelector("h1");
            if (heading && heading !== before) done(heading.textContent);
          });
          observer.observe(document, { subtree: true, childList: true });
          const timer = setTimeout(() => done(null), timeout);
        });
        // As the router would have written it.
        history.pushState({ ...history.state, idx: history.state.idx + 1 }, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
        shown.push(await heading);
      }
      return shown;
    },
    [addresses, 15_000] as const,
  );

/** Has the portal's router go somewhere. */
export async function route(page: Page, address: string) {
  if (new URL(page.url()).pathname === address) return;
  expect(await headings(page, [address]), `${address} shows a heading`).not.toContain(null);
}

const depth = (path: string) => path.split("/").length;

/** What no list above it leads to. */
const UNLISTED: Record<string, string> = {};

/** Tries a price a cent dearer on the demo company's orders: the list of simulations does not stand above what came of it. */
export async function addSimulation(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const provider = "bigblue";
  const { prices } = await api<Schemas["PriceGrid"]>("GET", `/shipping/price?provider=${provider}`);
  const [first] = prices;
  if (!first) throw new Error("the demo company has no prices");
  const { carrierId, countryCode, minWeight, maxWeight, price: was } = first;
  const price = (Number(was) + 0.01).toFixed(2);
  const changes = [{ carrierId, countryCode, minWeight, maxWeight, was, price }];
  const { id } = await api<Schemas["Simulation"]>("POST", "/shipping/simulation", { provider, changes });
  UNLISTED[":simulationId"] = id;
}

/** A barcode of thirteen digits, with the one that proves the others. */
export function barcode(count: number): string {
  const digits = `3760000${String(count).padStart(5, "0")}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The demo company counts no record for the charts: one in each store, whoever was here before. */
export async function addRecords(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  for (const [at, store] of (await api<{ id: string }[]>("GET", ALL_STORES)).entries()) {
    const records = `/store/${store.id}/phonographic`;
    const [known] = await api<{ id: string }[]>("GET", records);
    if (known) continue;
    await api("POST", records, {
      name: unique("Aube"),
      title: "Aube",
      artist: "Nora K",
      label: "Label X",
      sku: unique("NORA"),
      barcode: barcode(at + 1),
      barcodes: [],
      format: "vinyl",
      releasedOn: "2026-11-13",
      reportable: true,
    });
  }
}

/** A record of the charts whose units the demo company sells, whoever was here before; waits until some are counted. */
export async function addSoldRecord(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const sold = "/analytic/product?startAt=2026-06-01&endAt=2026-11-30";
  const { storeId, sku, name } = await first<Schemas["AnalyticProduct"]>(api, sold);
  const records = `/store/${storeId}/phonographic`;
  const all = await api<{ sku: string; barcode: string }[]>("GET", records);
  const code = all.find((record) => record.sku === sku)?.barcode;
  if (code) return { name, barcode: code };
  const own = barcode(77_000);
  await api("POST", records, {
    ...{ name, title: name, artist: "Nora K", label: "Label X", sku, barcode: own, barcodes: [] },
    ...{ format: "vinyl", releasedOn: "2026-11-13", reportable: true },
  });
  return { name, barcode: own };
}

/** Fees, a recurring charge and a commission of each store that has none, whoever was here before. */
export async function addFinance(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const filters = (storeId: string) => [{ field: "storeId", values: [storeId] }];
  for (const { id: storeId } of await api<{ id: string }[]>("GET", ALL_STORES)) {
    const amounts = { internalAmount: "12.00", customerAmount: "20.00" };
    const said = {
      storeId,
      type: "Préparation",
      category: "LOGISTICS",
      description: "Colis du mois",
      ...amounts,
    };
    const makes = {
      fee: { ...said, initiatedAt: "2026-11-01" },
      charge: { ...said, startedAt: "2026-01-31" },
      commission: { storeId, startAt: "2026-01-01", minAmount: "0.00", maxAmount: "10000.00", rate: "20.00" },
    };
    for (const [what, input] of Object.entries(makes)) {
      const cursor = btoa(JSON.stringify({ take: 1, filters: filters(storeId) }));
      const [known] = await api<{ id: string }[]>("GET", `/finance/${what}?cursor=${cursor}`);
      if (!known) await api("POST", `/finance/${what}`, input);
    }
  }
}

/** An issued invoice of each store that has none, to whoever owns it, whoever was here before. */
export async function addInvoices(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  await completeSeller(api);
  for (const { id: storeId, organizations } of await api<Schemas["StoreRow"][]>("GET", ALL_STORES)) {
    const cursor = btoa(JSON.stringify({ take: 1, filters: [{ field: "storeId", values: [storeId] }] }));
    const [known] = await api<{ id: string }[]>("GET", `/invoice?cursor=${cursor}`);
    const [owner] = organizations;
    if (known || !owner) continue;
    await completeBuyer(api, owner.id);
    const { id } = await draftOf(api, owner.id, storeId, { title: unique("Facture") });
    await api("POST", `/invoice/${id}/issue`);
  }
}

/** A project with a product and a production at the demo company's factory, whoever was here before. */
export async function addProject(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const factories = await api<Answer[]>("GET", "/factories");
  const factoryId = factories.find(({ name }) => name === "Ege Tekstil")?.id;
  const cursor = btoa(JSON.stringify({ take: 1, filters: [{ field: "factoryId", values: [factoryId] }] }));
  const [known] = await api<Schemas["Production"][]>("GET", `/project-productions?cursor=${cursor}`);
  // Newer ones may have nothing in them.
  UNLISTED[":projectId"] = (known ?? (await making(portal))).project.id;
}

/** What every admin may do, whatever their permissions (document 2, section 6: factory, fulfillment invoice). */
export const BY_ROLE = /^(fulfillment-invoice(\/(create|gap|margin|:\w+))?|factory(\/(create|find|:\w+))?)$/;

/** A provider's bill of last month, of orders and products that nobody knows, whoever was here before. */
export async function addProviderInvoice(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const [known] = await api<{ id: string }[]>("GET", "/fulfillment-invoice");
  if (known) return;
  const lines = [
    "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country",
    `${unique("MUSIX")},Shipping - Transport,Colissimo,1,5.20,5.20,EUR,FR`,
    `${unique("AUBE")}-0001,Storage,Shelf,1,4.00,4.00,EUR,FR`,
    ",Storage,Pallet month,4,12.00,48.00,EUR,FR",
  ];
  const fields = { provider: "bigblue", start: "2026-10-01", end: "2026-10-31", label: "Bigblue octobre" };
  await uploadAs(
    portal,
    PEOPLE.admin,
    "/fulfillment-invoice",
    fields,
    new File([lines.join("\n")], "bigblue.csv"),
  );
}

/**
 * An address of each route, lists before what is in them. Where a route names a record, it is one that a screen looked at
 * before leads to, or else the nearest screen above it, as soon as there is one.
 *
 * @param base where the area begins: `/admin`
 * @param routes all of the area, with the names of ids: `store/:storeId/audit/:productId`
 * @param wanted those that are gone through; all of them unless told otherwise
 */
export async function* addresses(page: Page, base: string, routes: string[], wanted = routes) {
  const examples = new Map<string, string>();
  /** Where what was shown so far leads. */
  const seen = new Set<string>();
  /** What is no record's name: `create`. */
  const words = new Set(routes.flatMap((route) => route.split("/")).filter((part) => !part.startsWith(":")));

  async function exampleOf(route: string): Promise<string> {
    if (!route.includes(":")) return `${base}/${route}`.replace(/\/$/, "");
    const before = examples.get(route);
    if (before) return before;
    const end = route.lastIndexOf("/");
    const last = UNLISTED[route.slice(end + 1)] ?? route.slice(end + 1);
    const start = `${await exampleOf(route.slice(0, end))}/`;
    const example = last.startsWith(":") ? await recordIn(route, start) : start + last;
    examples.set(route, example);
    return example;
  }

  /** The first link to something that begins so, and is no screen of its own. */
  async function recordIn(route: string, start: string): Promise<string> {
    let list = route;
    do list = list.slice(0, list.lastIndexOf("/"));
    while (!routes.includes(list));
    // A screen below the record leads to it as well, and where there is one there may be more.
    const recordOf = (path: string) => path.split("/", start.split("/").length).join("/");
    const isRecord = (path: string) =>
      path.startsWith(start) && path !== start && !words.has(path.slice(start.length));
    const found = () =>
      [...seen]
        .toSorted((a, b) => depth(b) - depth(a))
        .map(recordOf)
        .find(isRecord);
    if (!found()) {
      await page.goto(await exampleOf(list));
      const look = async () => {
        await see();
        // What a tab holds is there once it is looked at.
        if (!found()) await nextTab();
        return found();
      };
      await expect.poll(look, { message: `${list} leads to ${route}`, timeout: 60_000 }).toBeDefined();
    }
    return found() as string;
  }

  async function nextTab() {
    const tabs = page.getByRole("main").getByRole("tab");
    const shown = await tabs.evaluateAll((all) => all.findIndex((tab) => tab.ariaSelected === "true"));
    const count = await tabs.count();
    if (count < 2) return;
    await tabs.nth((shown + 1) % count).click();
    await settled(page);
  }

  async function see() {
    const links = page.getByRole("main").getByRole("link");
    const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    for (const path of paths) seen.add(path);
  }

  for (const route of wanted.toSorted((a, b) => depth(a) - depth(b))) {
    yield await exampleOf(route);
    await see();
  }
}
