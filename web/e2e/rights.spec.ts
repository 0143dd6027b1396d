// Each set of permissions that the specification names, in the hands of somebody who holds just that: what it is for can be
// done to its end, and nothing else is offered or answers.
import type { Locator, Page } from "@playwright/test";
import type { Permission } from "../kit/src/access/permissions";
import {
  addArticle,
  address,
  button,
  chooseCarrier,
  FORBIDDEN,
  field,
  fillRecipient,
  staff,
  stocked,
  storeOf,
  title,
  unique,
} from "./parts";
import { apiAs, barriers, choose, expect, PEOPLE, type Portal, signInAs, test } from "./portal";
import { type Area, addresses, addSimulation, baseOf, ownScreens, pluginScreens, route } from "./routes";

interface Right {
  /** Its row in document 2, section 6, and the side of it. */
  of: string;
  permissions: Permission[];
  /** The screens that open besides everybody's own, below where the area begins. */
  opens: RegExp;
  /** What it is for, where that is more than to look. */
  does?: (page: Page, portal: Portal) => Promise<void>;
}

const NOTHING = /^$/;
const PLUGINS = "(bigblue|cubyn|gorgias|shopify|snep)";
/** Everybody's: home and their own account. */
const ALWAYS = /^(|profile)$/;
/** What changes something that others see. */
const WRITES =
  /^(Créer|Ajouter (?!la note)|Modifier|Synchroniser|Supprimer|Archiver|Connecter|Déconnecter|Importer|Enregistrer$|Renvoyer)/;

/** Goes where the command palette makes something, which is offered on every screen. */
async function make(page: Page, command: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Rechercher un écran/ }).fill(command);
  await page.getByRole("option", { name: command, exact: true }).click();
}

async function makeUser(page: Page, portal: Portal, role?: string) {
  const email = address("droits");
  await make(page, "Créer un utilisateur");
  await field(page, /^Adresse e-mail/).fill(email);
  await field(page, /^Nom affiché/).fill("Nina Neuve");
  if (role) await choose(page, /^Rôle/, role);
  const stores = page.getByRole("combobox", { name: /^Boutiques/ });
  if (await stores.isVisible()) {
    await stores.click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
  }
  await button(page, "Créer un utilisateur").click();
  await expect(page.getByText(`une invitation part à ${email}`)).toBeVisible();
  expect(portal.mail(email)).toContain("Bonjour Nina Neuve,");
}

async function makeOrder(page: Page, portal: Portal) {
  const { store, sku } = await stocked(portal);
  const reference = unique("DROIT").slice(-20);
  await make(page, "Créer une commande");
  await choose(page, /^Boutique/, store);
  await field(page, "Référence").fill(reference);
  await fillRecipient(page);
  await addArticle(page, sku);
  await chooseCarrier(page, "Livraison à domicile");
  await button(page, "Créer une commande").click();
  await expect(page.getByRole("status").filter({ hasText: reference }).first()).toBeVisible();
}

async function makeBundle(page: Page, portal: Portal) {
  const { store, sku } = await stocked(portal);
  await make(page, "Créer un pack");
  await choose(page, /^Boutique/, store);
  await field(page, "Nom").fill(unique("Pack"));
  const tail = Date.now().toString(36).toUpperCase();
  await field(page, "Référence (SKU)").fill(`CPSLSB-${tail.slice(0, 4)}PK-${tail.slice(-4)}`);
  const article = page.getByRole("combobox", { name: "Article" });
  await article.fill(sku);
  await page.getByRole("option", { name: sku }).click();
  await button(page, "Créer un pack").click();
  await expect(page.getByText(/^Le pack .* est créé/).first()).toBeVisible();
}

async function makeStore(page: Page) {
  await make(page, "Créer une boutique");
  const name = unique("Boutique neuve");
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill(name);
  const owners = page.getByRole("group", { name: /^Propriétaires/ });
  await choose(owners, /^Organisation/, "Maison Lune");
  await button(page, "Créer une boutique").click();
  await expect(page.getByText(name).first()).toBeVisible();
}

async function makeOrganization(page: Page) {
  await make(page, "Créer une organisation");
  const name = unique("Maison neuve");
  await page.getByRole("combobox", { name: "Rechercher une entreprise" }).fill("exemple musique");
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill(name);
  await button(page, "Créer l’organisation").click();
  await expect(page.getByText(name).first()).toBeVisible();
}

async function makeProviderProduct(page: Page) {
  await route(page, "/admin/bigblue/product/create");
  const sku = `MUSI-990001-${Date.now().toString(36).toUpperCase().slice(-4)}`;
  await field(page, "Référence").fill(sku);
  await field(page, "Nom").fill("Tote bag écru");
  await button(page, "Créer un produit").click();
  await expect(page.getByText(sku).first()).toBeVisible();
}

/** The page of a store of nobody else's, so that what is done to it is in nobody's way. */
async function openStore(page: Page, portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const [organization] = await api<{ id: string }[]>("GET", "/organization");
  const store = await api("POST", "/store", storeOf(organization?.id ?? "", unique("Magasin des droits")));
  await route(page, `/admin/store/${store.id}`);
  await expect(title(page, store.name)).toBeVisible();
}

async function connect(page: Page, portal: Portal) {
  await openStore(page, portal);
  await button(page, "Connecter").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
}

async function addRecord(page: Page, portal: Portal) {
  await openStore(page, portal);
  const card = page.getByRole("heading", { name: "Produits audités" });
  await expect(card).toBeVisible();
}

/** Document 2, section 6, as far as there are screens; what has none yet is offered nowhere. */
const RIGHTS: Record<Area, Right[]> = {
  admin: [
    { of: "user: read", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "user: write",
      permissions: ["READ_ORGANIZATION", "WRITE_USER"],
      opens: /^(user\/create|organization(\/:\w+(\/legal)?)?)$/,
      does: (page, portal) => makeUser(page, portal, "Administration"),
    },
    {
      of: "bundle, store-product: read",
      permissions: ["READ_PRODUCT"],
      opens: /^(store-product(\/:\w+)?|bundle)$/,
    },
    {
      of: "bundle, store-product: write",
      permissions: ["WRITE_PRODUCT"],
      opens: /^(store-product|bundle)\/create$/,
      does: makeBundle,
    },
    { of: "ticket, analytic: read", permissions: ["READ_AUDIT"], opens: /^ticket(\/:\w+)?$/ },
    { of: "order: read", permissions: ["READ_ORDER"], opens: /^(order|ticket)(\/:\w+)?$/ },
    {
      of: "order: write",
      permissions: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
      opens: /^(order\/create|store-product(\/:\w+)?|bundle)$/,
      does: makeOrder,
    },
    {
      of: "store: read",
      permissions: ["READ_ORGANIZATION", "READ_STORE"],
      opens: /^(store(\/:\w+)?|organization(\/:\w+(\/legal)?)?)$/,
    },
    { of: "store: write", permissions: ["WRITE_STORE"], opens: /^store\/create$/, does: makeStore },
    {
      of: "store connectors: write",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_CONNECTOR", "WRITE_CONNECTOR"],
      opens: RegExp(
        `^(store(/:\\w+)?|organization(/:\\w+(/legal)?)?|set-aside|shipping/(simulation(/:\\w+)?|vat)|${PLUGINS}/.*)$`,
      ),
      does: connect,
    },
    {
      of: "audit products: write",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_AUDIT", "WRITE_AUDIT"],
      opens: /^(store(\/:\w+)?(\/audit\/(create|:\w+))?|organization(\/:\w+(\/legal)?)?|ticket(\/:\w+)?)$/,
      does: addRecord,
    },
    {
      of: "organization: read",
      permissions: ["READ_ORGANIZATION"],
      opens: /^organization(\/:\w+(\/legal)?)?$/,
    },
    {
      of: "shipping fees: read",
      permissions: ["READ_ORGANIZATION", "READ_FEE"],
      opens: /^organization(\/:\w+(\/legal(\/store\/:\w+\/shipping-fees)?)?)?$/,
    },
    {
      of: "organization: write",
      permissions: ["WRITE_ORGANIZATION"],
      opens: /^organization\/create$/,
      does: makeOrganization,
    },
    {
      of: "cubyn, bigblue, shopify, snep: read",
      permissions: ["READ_CONNECTOR"],
      opens: RegExp(
        `^((set-aside|simulation|shipping/vat)$|shipping/simulation/|${PLUGINS}/(?!.*(create|import)$))`,
      ),
    },
    {
      of: "cubyn, bigblue, shopify: write",
      permissions: ["WRITE_CONNECTOR"],
      opens: RegExp(`^${PLUGINS}/.*(create|import)$`),
      does: makeProviderProduct,
    },
    {
      of: "fee, charge, commission, invoice, project, tag, production",
      permissions: [
        ...(["READ_FEE", "WRITE_FEE", "READ_STORE", "READ_INVOICE", "WRITE_INVOICE"] as const),
        ...(["READ_PROJECT", "WRITE_PROJECT", "READ_PROJECT_PRODUCT", "WRITE_PROJECT_PRODUCT"] as const),
        ...(["READ_PROJECT_PRODUCTION", "WRITE_PROJECT_PRODUCTION"] as const),
      ],
      opens: NOTHING,
    },
    { of: "factory, fulfillment invoice", permissions: [], opens: NOTHING },
  ],
  customer: [
    {
      of: "READ_ORDER",
      permissions: ["READ_ORDER"],
      opens: /^(order|ticket|inbound-shipment)(\/:\w+)?$/,
    },
    {
      of: "WRITE_ORDER",
      permissions: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
      opens: /^(order\/create|(store-product|store)(\/:\w+)?)$/,
      does: makeOrder,
    },
    { of: "READ_PRODUCT", permissions: ["READ_PRODUCT"], opens: /^store-product(\/:\w+)?$/ },
    { of: "READ_AUDIT", permissions: ["READ_AUDIT"], opens: /^ticket(\/:\w+)?$/ },
    { of: "READ_FEE", permissions: ["READ_FEE"], opens: /^legal(\/store\/:\w+\/shipping-fees)?$/ },
    { of: "READ_USER", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "WRITE_USER",
      permissions: ["WRITE_USER"],
      opens: /^user\/create$/,
      does: (page, portal) => makeUser(page, portal),
    },
    { of: "READ_STORE", permissions: ["READ_STORE"], opens: /^store(\/:\w+)?$/ },
    { of: "READ_INVOICE", permissions: ["READ_INVOICE", "READ_ORGANIZATION"], opens: NOTHING },
  ],
  factory: [
    { of: "READ_USER", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "WRITE_USER",
      permissions: ["WRITE_USER"],
      opens: /^user\/create$/,
      does: (page, portal) => makeUser(page, portal),
    },
    { of: "READ_PROJECT, READ_FACTORY", permissions: ["READ_PROJECT", "READ_FACTORY"], opens: NOTHING },
  ],
};

/** Somebody of the demo company who holds just these permissions: their address. */
async function holder(portal: Portal, area: Area, permissions: Permission[]): Promise<string> {
  if (area === "admin") return staff(portal, "Dominique Droit", permissions);
  const api = await apiAs(portal, PEOPLE.admin);
  const someone = await apiAs(portal, PEOPLE[area]);
  const { resources } = await someone<{ resources: { id: string; type: string }[] }>("GET", "/user/current");
  const ids = (type: string) => resources.filter((each) => each.type === type).map(({ id }) => id);
  const email = address("droit");
  await api("POST", "/user", {
    ...{ email, displayName: "Dominique Droit", role: area, locale: "fr", permissions },
    ...(area === "customer" && { organizations: ids("ORGANIZATION"), stores: ids("STORE") }),
    ...(area === "factory" && { factories: ids("FACTORY") }),
  });
  return email;
}

/** Where links lead. */
const pathsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));

/** What the palette offers without and with something typed: the parts of its options' ids. */
async function offered(page: Page, typed: string): Promise<string[]> {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill(typed);
  await expect(dialog.getByRole("option").or(dialog.getByText("Aucun résultat")).first()).toBeVisible();
  await expect(dialog.getByText("Recherche en cours")).toHaveCount(0);
  const ids = await dialog.getByRole("option").evaluateAll((all) => all.map(({ id }) => id));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return ids;
}

/** The addresses that show something else than the page that refuses. */
const notRefused = (page: Page, all: string[]) =>
  page.evaluate(
    async ([addresses, refusal]) => {
      const open: string[] = [];
      for (const address of addresses) {
        const before = document.querySelector("h1");
        history.pushState({ ...history.state, idx: history.state.idx + 1 }, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
        const begun = performance.now();
        const shown = await new Promise<string>((resolve) => {
          const look = () => {
            const heading = document.querySelector("h1");
            if (heading && heading !== before) resolve(heading.textContent ?? "");
            else if (performance.now() - begun > 5_000) resolve("nothing");
            else requestAnimationFrame(look);
          };
          look();
        });
        if (shown !== refusal) open.push(`${address} shows ${shown}`);
      }
      return open;
    },
    [all, FORBIDDEN] as const,
  );

// Whoever is free takes the next of them.
test.describe.configure({ mode: "parallel" });

for (const area of ["admin", "customer", "factory"] as const) {
  for (const { of, permissions, opens, does } of RIGHTS[area]) {
    test(`${area}, ${of}: its own and no more`, async ({ page, portal }) => {
      const email = await holder(portal, area, permissions);
      const base = await baseOf(portal, area, email);
      const own = await ownScreens(area);
      const screens = [...own, ...(area === "admin" ? await pluginScreens(portal) : [])];
      const isOpen = (path: string) => ALWAYS.test(path) || opens.test(path);
      const paths = screens.map(({ path }) => path);
      /** The screen of an address: its own, or one of a record. */
      const screenOf = (at: string) => {
        const path = at.slice(base.length + 1);
        const fits = (each: string) => RegExp(`^${each.replace(/:\w+/g, "[^/]+")}$`).test(path);
        return paths.includes(path) ? path : paths.find(fits);
      };
      await signInAs(page, portal, email);

      await test.step("the navigation and the palette offer it", async () => {
        const menu = page.getByRole("navigation", { name: "Navigation principale" });
        const entries = screens.filter((screen) => screen.menu && isOpen(screen.path));
        await expect
          .poll(async () => (await pathsOf(menu.getByRole("link"))).toSorted())
          .toEqual(entries.map(({ path }) => `${base}/${path}`.replace(/\/$/, "")).toSorted());
        const commands = (await offered(page, "")).map((id) => /-create-(.*)/.exec(id)?.[1]).filter(Boolean);
        expect(commands.filter((path) => !isOpen(path as string))).toEqual([]);
        const makes = own
          .map(({ path }) => path)
          .filter((path) => isOpen(path) && /^[^:]*\/create$/.test(path));
        expect(commands).toEqual(expect.arrayContaining(makes));
        const lists = own
          .filter((screen) => screen.menu && isOpen(screen.path))
          .map(({ feature }) => feature);
        const found = (await offered(page, "au")).flatMap((id) => /-found-([a-z]+)-/.exec(id)?.[1] ?? []);
        expect(found.filter((feature) => !lists.includes(feature))).toEqual([]);
      });

      const wanted = paths.filter((path) => isOpen(path));
      await addSimulation(portal);
      const isReader = permissions.every((each) => each.startsWith("READ_"));
      for await (const at of addresses(page, base, paths, wanted)) {
        await test.step(at, async () => {
          await route(page, at);
          expect(await barriers(page), at).toEqual([]);
          await expect(title(page, FORBIDDEN)).toHaveCount(0);
          const links = await pathsOf(page.locator("a[href]"));
          const astray = links.filter((to) => to.startsWith(`${base}/`) && !isOpen(screenOf(to) ?? ""));
          expect(astray, `links of ${at}`).toEqual([]);
          if (isReader && !ALWAYS.test(screenOf(at) ?? ""))
            await expect(page.getByRole("main").getByRole("button", { name: WRITES }), at).toHaveCount(0);
        });
      }
      if (does) await test.step("what it is for", () => does(page, portal));

      await test.step("no other address answers", async () => {
        const refused = paths
          .filter((path) => !isOpen(path))
          .map((path) => `${base}/${path.replace(/:\w+/g, "00000000-0000-7000-8000-000000000000")}`);
        const [one] = refused;
        if (!one) return;
        await page.goto(one);
        await expect(title(page, FORBIDDEN)).toBeVisible();
        expect(await barriers(page)).toEqual([]);
        expect(await notRefused(page, refused.slice(1))).toEqual([]);
      });
    });
  }
}
