import { activity } from "./parts";
import { expect, expectAccessible, signIn, test } from "./portal";

test("a super admin finds a job, and asks for one that failed again", async ({ page, portal, request }) => {
  await signIn(page, portal, "admin");
  // The first pulls are done; the next one of each connection is refused by its provider.
  await page.getByRole("link", { name: "Tâches" }).click();
  await expect(page.getByRole("heading", { name: "Tâches", level: 1 })).toBeVisible();
  await expect(page.getByText("Terminé").first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole("searchbox").fill("orders.synchronize");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(page);

  await request.post(`${portal.providers.bigblue}/control/trouble`, { data: { mode: "errors500" } });
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await page.getByRole("button", { name: "Synchroniser les commandes" }).click();
  const shown = await activity(page);
  await expect(shown.getByText("Synchronisation des commandes").first()).toBeVisible();
  await shown.getByRole("link", { name: "Toutes les tâches" }).click();
  await expect(page.getByRole("heading", { name: "Tâches", level: 1 })).toBeVisible();
  await expect(shown).toBeHidden();
  // Shipments and tickets that are pulled meanwhile are refused as well.
  await page.getByRole("searchbox").fill("orders.synchronize");
  const waiting = page
    .getByRole("row")
    .filter({ hasText: "Synchronisation des commandes" })
    .filter({ hasText: "bigblue" })
    .filter({ hasText: "En attente" });
  // One for each warehouse; other providers' wait for a place as well, and do not fail.
  await expect(waiting.nth(2)).toBeVisible();
  await waiting.first().getByRole("button").first().click();
  const dialog = page.getByRole("dialog", { name: "Tâche" });
  await expect(dialog.getByText("Erreur")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Annuler la tâche" }).click();
  await expect(dialog.getByText("Échoué")).toBeVisible();
  await request.post(`${portal.providers.bigblue}/control/trouble`, { data: { mode: "none" } });
  await dialog.getByRole("button", { name: "Relancer" }).click();
  await expect(dialog.getByText("Terminé")).toBeVisible({ timeout: 30_000 });
});
