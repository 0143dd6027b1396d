// Every screen that is there, opened in both languages, light and dark, on a desk and on a phone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { GRANTABLE } from "../kit/src/access/permissions";
import { FORBIDDEN, first, merchant, staff, title, unique } from "./parts";
import { apiAs, barriers, expect, PEOPLE, type Portal, signInAs, test } from "./portal";

/** A folder to put pictures of all screens into, for who wants to look at them. */
const pictures = process.env.SCREENSHOTS;

interface Sku {
  sku: string;
}

interface Product {
  id: string;
  store: { id: string };
}

interface Plugin {
  screens: { path: string }[];
}

async function ofStaff(portal: Portal): Promise<string[]> {
  const api = await apiAs(portal, PEOPLE.admin);
  const idOf = async (path: string) => (await first(api, path)).id;
  const product = await first<Product>(api, "/product");
  const store = product.store.id;
  const records = `/store/${store}/phonographic`;
  // Only one has this barcode, whoever was here before.
  const [known] = await api<{ id: string }[]>("GET", records);
  const record = {
    name: unique("Aube"),
    title: "Aube",
    artist: "Nora K",
    label: "Label X",
    sku: unique("NORA"),
    barcode: "3760000000017",
    barcodes: [],
    format: "vinyl",
    releasedOn: "2026-11-13",
    reportable: true,
  };
  const audited = known ?? (await api<{ id: string }>("POST", records, record));
  const user = await idOf("/user");
  const organization = await idOf("/organization");
  return [
    "/admin",
    "/admin/profile",
    "/admin/order",
    "/admin/order/create",
    `/admin/order/${await idOf("/order")}`,
    "/admin/store-product",
    "/admin/store-product/create",
    `/admin/store-product/${product.id}`,
    "/admin/bundle",
    "/admin/bundle/create",
    "/admin/ticket",
    `/admin/ticket/${await idOf("/ticket")}`,
    "/admin/user",
    "/admin/user/create",
    `/admin/user/${user}`,
    "/admin/organization",
    "/admin/organization/create",
    `/admin/organization/${organization}`,
    `/admin/organization/${organization}/legal`,
    "/admin/store",
    "/admin/store/create",
    `/admin/store/${store}`,
    `/admin/store/${store}/audit/create`,
    `/admin/store/${store}/audit/${audited.id}`,
    "/admin/developer",
    "/admin/developer/plugin",
    "/admin/developer/event",
    "/admin/developer/job",
  ];
}

async function ofPlugins(portal: Portal): Promise<string[]> {
  const api = await apiAs(portal, PEOPLE.admin);
  const ids: Record<string, string> = {
    product: (await first<Sku>(api, "/bigblue/product")).sku,
    bundle: (await first<Sku>(api, "/bigblue/bundle")).sku,
    shipmentId: (await first(api, "/bigblue/inbound-shipment")).id,
    carrierId: "colissimo",
  };
  const plugins = await api<Plugin[]>("GET", "/plugins");
  // A screen of one product is `product/:sku`.
  const screens = plugins.flatMap((plugin) => plugin.screens.map(({ path }) => path));
  return screens.map((path) =>
    path.replace(/(\w+)\/:(\w+)/, (_, noun, id) => `${noun}/${ids[id === "sku" ? noun : id]}`),
  );
}

async function ofMerchant(portal: Portal): Promise<string[]> {
  const api = await apiAs(portal, PEOPLE.customer);
  const [organization] = (await api<{ resources: { id: string }[] }>("GET", "/user/current")).resources;
  const records = ["order", "store-product", "inbound-shipment", "ticket", "user"];
  const lists = ["order", "product", "bigblue/inbound-shipment", "ticket", "user"];
  const details = await Promise.all(
    lists.map(async (list, at) => `${records[at]}/${(await first(api, `/${list}`)).id}`),
  );
  const paths = ["", ...records, ...details, "order/create", "user/create", "store", "legal", "profile"];
  return paths.map((path) => `/customer/${organization?.id}/${path}`.replace(/\/$/, ""));
}

async function ofFactory(portal: Portal): Promise<string[]> {
  const api = await apiAs(portal, PEOPLE.factory);
  const [factory] = (await api<{ resources: { id: string }[] }>("GET", "/user/current")).resources;
  return ["", "/user", "/profile"].map((path) => `/factory/${factory?.id}${path}`);
}

/** Until everything that loads is there. */
async function settled(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".mantine-Skeleton-root, [aria-busy=true]")).toHaveCount(0);
}

/** What is wrong with the shown screen at this width and in these colours. */
async function faults(page: Page, width: number, colorScheme: "light" | "dark"): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await settled(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const found = await barriers(page);
  if (over > 0) found.push(`${over} pixels wider than ${width}`);
  return found.map((fault) => `${new URL(page.url()).pathname} ${width} ${colorScheme} ${fault}`);
}

async function picture(page: Page, name: string) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  const path = new URL(page.url()).pathname.slice(1).replace(/[0-9a-f-]{36}/g, "id");
  await page.screenshot({ path: join(pictures, `${path.replaceAll("/", "_")}.${name}.png`), fullPage: true });
}

/** Widths and colours that a language is looked at in. */
const VIEWS = {
  fr: [
    [1440, "light"],
    [390, "dark"],
  ],
  en: [[390, "light"]],
} as const;

const AREAS = [
  { area: "the portal's screens for staff", who: "admin", addresses: ofStaff },
  { area: "the plugins' screens", who: "admin", addresses: ofPlugins },
  { area: "the screens of merchants", who: "customer", addresses: ofMerchant },
  { area: "the screens of factories", who: "factory", addresses: ofFactory },
] as const;

// The longest of all: whoever is free takes the next of them.
test.describe.configure({ mode: "parallel" });

for (const { area, who, addresses } of AREAS) {
  for (const locale of ["fr", "en"] as const) {
    test(`${area} hold in ${locale}`, async ({ page, portal }) => {
      test.setTimeout(600_000);
      const api = await apiAs(portal, PEOPLE[who]);
      await api("PATCH", "/user/current", { locale });
      await signInAs(page, portal, PEOPLE[who]);
      const found: string[] = [];
      for (const address of await addresses(portal)) {
        await test.step(address, async () => {
          await page.goto(address);
          for (const [width, colours] of VIEWS[locale]) {
            found.push(...(await faults(page, width, colours)));
            await picture(page, `${locale}.${width}.${colours}`);
          }
        });
      }
      await api("PATCH", "/user/current", { locale: "fr" });
      expect(found).toEqual([]);
    });
  }
}

/** What only reads. */
const readers = (role: keyof typeof GRANTABLE) =>
  GRANTABLE[role].filter((permission) => permission.startsWith("READ_"));
/** Where something is made, and not looked at. */
const MAKES = /\/(create|import)$/;

test("who may only read is told so wherever something is made", async ({ page, portal, another }) => {
  const reader = await staff(portal, "Léa Lit", readers("admin"));
  const made = [...(await ofStaff(portal)), ...(await ofPlugins(portal))].filter((path) => MAKES.test(path));
  expect(made).toContain("/admin/bigblue/product/create");
  await signInAs(page, portal, reader);
  for (const address of made) {
    await page.goto(address);
    await expect(title(page, FORBIDDEN), address).toBeVisible();
  }
  const { organization, user } = await merchant(portal, unique("Lecture"));
  const theirs = await another();
  await signInAs(theirs, portal, (await user("Lou Lit", readers("customer"))).email);
  await theirs.goto(`/customer/${organization.id}/user/create`);
  await expect(title(theirs, FORBIDDEN)).toBeVisible();
});
