import { gzipSync } from "node:zlib";
import { expect, settled, signIn, test } from "./portal";

// What loads first, in KiB of gzip: the sign-in page and what every page needs. A list, which most people see next, brings
// its views, columns, filters and export, the navigation with a line for every screen there is, the palette and the texts of
// orders: a good half more.
test("the first screens need few scripts", async ({ page, portal }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js") && response.ok()) scripts.set(pathname, response.body());
  });
  const weight = async () => {
    const sizes = (await Promise.all(scripts.values())).map((script) => gzipSync(script).length);
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
  };
  await page.goto("/login");
  await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
  expect(await weight()).toBeLessThanOrEqual(190);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await settled(page);
  expect(await weight()).toBeLessThanOrEqual(285);
});

// A rule like `.page:has(…) > *` has each node that comes or goes restyle all others: charts, which measure their texts by
// nodes of their own, then take seconds.
test("a node that comes has no other's style found anew", async ({ page, portal, browser }) => {
  await signIn(page, portal, "admin", "/admin/order");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await settled(page);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(() => {
    for (let at = 0; at < 10; at++) {
      document.body.append(document.createElement("span"));
      document.body.getBoundingClientRect();
    }
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const restyled = traceEvents.flatMap(({ name, args }) =>
    name === "UpdateLayoutTree" && args.elementCount !== undefined ? [args.elementCount] : [],
  );
  expect(restyled.length).toBeGreaterThanOrEqual(10);
  expect(Math.max(...restyled)).toBeLessThan(50);
});
