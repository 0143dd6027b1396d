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
