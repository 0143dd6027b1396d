import type { Page } from "@playwright/test";
import { card, first, title } from "./parts";
import { apiAs, expect, expectAccessible, PEOPLE, settled, signIn, test } from "./portal";

const numberOf = (text: string | null) => Number((text ?? "").replace(/\D/g, ""));

/** Goes home, and there where a link leads: how many it promised, and how many its list counts. */
async function follow(page: Page, area: string, name: RegExp, promised: (link: string) => Promise<number>) {
  await page.getByRole("link", { name: "Accueil", exact: true }).click();
  await expect(title(page, "Accueil")).toBeVisible();
  await settled(page);
  const link = page.getByRole("main").getByRole("link", { name });
  const count = await promised((await link.textContent()) ?? "");
  await link.click();
  await expect(title(page, area)).toBeVisible();
  await settled(page);
  const span = page.getByText(/^\d+–\d+ sur /);
  if (!(await span.isVisible())) return { count, listed: 0 };
  return { count, listed: numberOf(((await span.textContent()) ?? "").replace(/^.* sur /, "")) };
}

/** The figure of a card, by its label. */
const figureOf = (page: Page, label: string) =>
  page
    .getByRole("main")
    .getByRole("link", { name: label, exact: true })
    .locator("xpath=../following-sibling::span[1]");

/** What home says leads to a list that counts as many. Orders come in meanwhile, and are counted within a minute. */
async function expectSame(ways: () => Promise<{ count: number; listed: number }>) {
  await expect(async () => {
    const { count, listed } = await ways();
    expect(listed).toBe(count);
  }).toPass({ timeout: 90_000 });
}

/** All of home, once it was looked at from above to below, on a desk and on a phone. */
async function expectWhole(page: Page) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await card(page, "Jour par jour").scrollIntoViewIfNeeded();
    await card(page, "Meilleures ventes").scrollIntoViewIfNeeded();
    await expect(card(page, "Ventes par pays").getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

for (const who of ["admin", "customer"] as const) {
  test(`home tells ${who === "admin" ? "staff" : "a customer"} what needs a hand and how the month goes`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(240_000);
    // The demo's first pull comes first, and what it brought is counted each minute.
    const api = await apiAs(portal, PEOPLE[who]);
    await first(api, "/order");
    const sold = "/analytic/product?startAt=2026-01-01&endAt=2035-12-31";
    await expect.poll(() => api("GET", sold), { timeout: 90_000 }).not.toEqual([]);
    await signIn(page, portal, who);

    await test.step("what lies below is fetched by who looks at it", async () => {
      await page.setViewportSize({ width: 1280, height: 600 });
      await expect(title(page, "Accueil")).toBeVisible();
      await settled(page);
      await expect(card(page, "Jour par jour")).toHaveCount(0);
      await page.mouse.wheel(0, 600);
      await expect(card(page, "Jour par jour").getByRole("figure")).toBeVisible();
      await expectWhole(page);
    });

    await test.step("what needs a hand leads to the list of just that", async () => {
      await expectSame(() =>
        follow(page, "Commandes", /^Commandes en anomalie/, async (link) => numberOf(link)),
      );
      await expect(page.getByRole("button", { name: /^Statut\s:\sAnomalie/ })).toBeVisible();
      await expectSame(() =>
        follow(page, "Produits", /^Produits en stock faible/, async (link) => numberOf(link)),
      );
    });

    await test.step("a figure of the month leads to the list of what it counts", async () => {
      await expectSame(() =>
        follow(page, "Commandes", /^Commandes vendues$/, async () =>
          numberOf(await figureOf(page, "Commandes vendues").textContent()),
        ),
      );
      await expectSame(() =>
        follow(page, "Commandes", /^Commandes annulées$/, async () =>
          numberOf(await figureOf(page, "Commandes annulées").textContent()),
        ),
      );
    });
  });
}
