// Every screen that is there, opened in both languages, light and dark, on a desk and on a phone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { GRANTABLE } from "../kit/src/access/permissions";
import { FORBIDDEN, merchant, NOT_FOUND, staff, title, unique } from "./parts";
import { apiAs, barriers, COLOUR_RULES, expect, PEOPLE, signInAs, test } from "./portal";
import {
  addFinance,
  addInvoices,
  addProject,
  addProviderInvoice,
  addRecords,
  addresses,
  addSimulation,
  addSoldRecord,
  BY_ROLE,
  baseOf,
  ownRoutes,
  pluginRoutes,
  route,
} from "./routes";

/** A folder to put pictures of all screens into, for who wants to look at them. */
const pictures = process.env.SCREENSHOTS;

/** What stands in the place of a screen that one may not see. */
const NOTHING = new RegExp(
  [FORBIDDEN, NOT_FOUND, "You are not allowed to access this page", "Oops, page not found"].join("|"),
);

interface View {
  width: number;
  height?: number;
  colorScheme: "light" | "dark";
}

/** What is wrong with the shown screen at this width and in these colours. */
async function faults(page: Page, { width, height = 900, colorScheme }: View): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  // In other colours it is the same page.
  const found = await (colorScheme === "light" ? barriers(page) : barriers(page, COLOUR_RULES));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) found.push(`${over} pixels wider than ${width}`);
  if (await title(page, NOTHING).isVisible()) found.push("shows nothing");
  return found.map((fault) => `${new URL(page.url()).pathname} ${width} ${colorScheme} ${fault}`);
}

async function picture(page: Page, name: string) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  const path = new URL(page.url()).pathname.slice(1).replace(/[0-9a-f-]{36}/g, "id");
  await page.screenshot({ path: join(pictures, `${path.replaceAll("/", "_")}.${name}.png`), fullPage: true });
}

/** Widths and colours that a language is looked at in. */
const VIEWS: Record<"fr" | "en", View[]> = {
  fr: [
    { width: 1440, colorScheme: "light" },
    { width: 390, colorScheme: "dark" },
  ],
  en: [{ width: 390, colorScheme: "light" }],
};

/** Home, the report and the audit, whose plots and bars are drawn by width and colours. */
const FIGURES = /^\/(admin|customer\/[^/]+)(\/analytic\/\w+)?$/;
/** They are looked at in all of them, and so high that what is fetched by who scrolls to it is there. */
const ALL_VIEWS: View[] = [1440, 390].flatMap((width) => [
  { width, height: 3000, colorScheme: "light" },
  { width, height: 3000, colorScheme: "dark" },
]);

const AREAS = [
  { screens: "the portal's screens for staff", area: "admin", routes: () => ownRoutes("admin") },
  { screens: "the plugins' screens", area: "admin", routes: pluginRoutes },
  { screens: "the screens of merchants", area: "customer", routes: () => ownRoutes("customer") },
  { screens: "the screens of factories", area: "factory", routes: () => ownRoutes("factory") },
] as const;

/** Opens a screen by its address alone, or from the one before by the portal's router, which is a quarter of the work. */
const OPEN = {
  fr: (page: Page, address: string) => page.goto(address),
  en: route,
} as const;

// The longest of all: whoever is free takes the next of them.
test.describe.configure({ mode: "parallel" });

for (const { screens, area, routes } of AREAS) {
  for (const locale of ["fr", "en"] as const) {
    test(`${screens} hold in ${locale}`, async ({ page, portal }) => {
      test.setTimeout(600_000);
      await addSoldRecord(portal);
      await addRecords(portal);
      await addFinance(portal);
      await addInvoices(portal);
      await addProviderInvoice(portal);
      await addSimulation(portal);
      await addProject(portal);
      const speak = async (locale: string) =>
        (await apiAs(portal, PEOPLE[area]))("PATCH", "/user/current", { locale });
      await speak(locale);
      await signInAs(page, portal, PEOPLE[area]);
      const found: string[] = [];
      for await (const address of addresses(page, await baseOf(portal, area), await routes(portal))) {
        await test.step(address, async () => {
          await OPEN[locale](page, address);
          for (const view of FIGURES.test(address) ? ALL_VIEWS : VIEWS[locale]) {
            found.push(...(await faults(page, view)));
            await picture(page, `${locale}.${view.width}.${view.colorScheme}`);
          }
        });
      }
      // By a token of its own: the first may have run out.
      await speak("fr");
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
  async function expectForbidden(reader: Page, base: string, routes: string[]) {
    const makes = routes.filter((route) => MAKES.test(route) && !BY_ROLE.test(route));
    expect(makes).not.toEqual([]);
    for await (const address of addresses(reader, base, routes, makes)) {
      await reader.goto(address);
      await expect(title(reader, FORBIDDEN), address).toBeVisible();
    }
  }
  await signInAs(page, portal, await staff(portal, "Léa Lit", readers("admin")));
  await expectForbidden(page, "/admin", [...(await ownRoutes("admin")), ...(await pluginRoutes(portal))]);
  const { organization, user } = await merchant(portal, unique("Lecture"));
  const theirs = await another();
  await signInAs(theirs, portal, (await user("Lou Lit", readers("customer"))).email);
  await expectForbidden(theirs, `/customer/${organization.id}`, await ownRoutes("customer"));
});
