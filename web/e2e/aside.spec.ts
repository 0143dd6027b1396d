import { first } from "./parts";
import { apiAs, expect, expectAccessible, PEOPLE, signIn, test } from "./portal";

test("an order that was set aside is found from home, ignored, wanted again and taken", async ({
  page,
  portal,
}) => {
  // The demo's first pull comes first.
  const api = await apiAs(portal, PEOPLE.admin);
  await first(api, "/order");
  // As if the provider had told of one of its orders in a way that nobody understood.
  portal.sql(
    `insert into items_set_aside (connector_id, function, provider_id, code, field, reason, raw)
     select connector_id, 'orders', provider_id, 'rejected', '', 'no such date', '{"id":"' || provider_id || '"}'
     from orders where provider = 'bigblue' and provider_id is not null order by submitted_at desc limit 1`,
  );
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: /^Éléments mis de côté 1 / }).click();
  await expect(page.getByRole("heading", { name: "Éléments mis de côté", level: 1 })).toBeVisible();
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("L’extension ne l’a pas compris");
  await expectAccessible(page);

  await row.getByRole("button").first().click();
  const dialog = page.getByRole("dialog", { name: "Élément mis de côté" });
  await expect(dialog.getByText("no such date")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ignorer" }).click();
  await expect(page.getByText("Rien n’est mis de côté")).toBeVisible();
  await page.getByRole("button", { name: "Annuler l’action" }).click();
  await expect(row).toContainText("L’extension ne l’a pas compris");

  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole("button").first().click();
  await dialog.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText("1 élément est réessayé")).toBeVisible();
  // The plugin is asked for its orders once more, and tells of this one as it should.
  await expect(page.getByText("Rien n’est mis de côté")).toBeVisible({ timeout: 60_000 });
});
