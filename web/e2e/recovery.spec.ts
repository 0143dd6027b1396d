// What was open goes on when the host restarts, and when a newer portal took the place of the one that is open.
import type { Page } from "@playwright/test";
import { button, merchant, title, unique } from "./parts";
import { expect, PEOPLE, signIn, signInAs, test } from "./portal";

const STALE = "La page n’est peut-être pas à jour";

/** Opens an address and waits until all is there, what is fetched while nobody waits for it too. */
async function openAtRest(page: Page, address: string) {
  const last = page.waitForResponse(/\/PaletteWindow-.*js$/);
  await page.goto(address);
  await (await last).finished();
}

test("a host that restarts takes nothing from who has a list or a form open", async ({
  page,
  portal,
  watch,
  another,
}) => {
  const name = unique("Reprise");
  const { organization } = await merchant(portal, name);
  await signIn(page, portal, "admin");
  await openAtRest(page, "/admin/organization");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  const count = await page.getByRole("row").count();

  const writer = await another();
  await signInAs(writer, portal, PEOPLE.admin);
  await openAtRest(writer, `/admin/organization/${organization.id}`);
  const field = writer.getByRole("textbox", { name: /^Nom/ });
  const renamed = `${name} et Fils`;
  await field.fill(renamed);

  watch.tolerate(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|50\d/);
  await portal.withoutHost(async () => {
    for (const open of [page, writer]) {
      // As a browser says that comes back into its network; who comes back to a tab looks again too.
      await open.evaluate(() => dispatchEvent(new Event("online")));
      await expect(open.getByText(STALE)).toBeVisible();
    }
    await expect(page.getByRole("row")).toHaveCount(count);
    await expect(field).toHaveValue(renamed);
  });
  // Nobody does anything: the stream of events is back, and with it what may have happened meanwhile.
  for (const open of [page, writer]) await expect(open.getByText(STALE)).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole("row")).toHaveCount(count);
  await expect(field).toHaveValue(renamed);
  await button(writer, "Enregistrer").click();
  await expect(writer.getByText("Modifications enregistrées")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: renamed })).toBeVisible();
});

test("code or texts that are gone leave an error in their place, and the way to the newer portal", async ({
  page,
  portal,
  watch,
}) => {
  watch.tolerate(/404|Failed to fetch dynamically imported module|Unable to preload/);
  await signIn(page, portal, "admin");
  for (const [gone, link] of [
    [/\/UserList-/, "Utilisateurs"],
    [/\/tickets-/, "Tickets"],
  ] as const) {
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: link, exact: true }).click();
    const retry = page.getByRole("main").getByRole("button", { name: "Réessayer" });
    await expect(retry).toBeVisible();
    await page.unroute(gone);
    await retry.click();
    await expect(title(page, link)).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  }
});
