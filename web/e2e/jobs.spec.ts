import { activity, button, control, searchFor, title, trouble } from "./parts";
import { expect, expectAccessible, signIn, test } from "./portal";

test("a super admin finds a job, and asks for one that failed again", async ({ page, portal }) => {
  await signIn(page, portal, "admin");
  // The first pulls are done; the next one of each connection is refused by its provider.
  await page.getByRole("link", { name: "Tâches" }).click();
  await expect(page.getByRole("heading", { name: "Tâches", level: 1 })).toBeVisible();
  await expect(page.getByText("Terminé").first()).toBeVisible({ timeout: 30_000 });
  await searchFor(page, "orders.synchronize");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(page);

  await trouble(portal, "bigblue", "errors500");
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await page.getByRole("button", { name: "Synchroniser les commandes" }).click();
  const shown = await activity(page);
  await expect(shown.getByText("Synchronisation des commandes").first()).toBeVisible();
  await shown.getByRole("link", { name: "Toutes les tâches" }).click();
  await expect(page.getByRole("heading", { name: "Tâches", level: 1 })).toBeVisible();
  await expect(shown).toBeHidden();
  // Shipments and tickets that are pulled meanwhile are refused as well.
  await searchFor(page, "orders.synchronize");
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
  await expect(dialog.getByText("Échouée")).toBeVisible();
  await trouble(portal, "bigblue", "none");
  await dialog.getByRole("button", { name: "Relancer" }).click();
  await expect(dialog.getByText("Terminé")).toBeVisible({ timeout: 30_000 });
});

test("jobs tell their store and what came of them, and cover nothing", { tag: "@task-7" }, async ({
  page,
  portal,
}) => {
  await control(portal, "bigblue", "orders", { count: 3 });
  // No job ends before its panel is open, however slow the browser is.
  await trouble(portal, "bigblue", "slow", { slow_ms: 4_000 });
  await signIn(page, portal, "admin", "/admin/order");
  await page.getByRole("button", { name: "Synchroniser les commandes" }).click();
  const jobs = page.getByRole("button", { name: /^Tâches récentes/ });

  await test.step("none is there until somebody opens them, on a phone either", async () => {
    await expect(jobs).toBeVisible();
    const shown = page.getByRole("region", { name: "Tâches récentes" });
    await expect(shown).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(shown).toHaveCount(0);
    // Pressed where it stands: nothing lies over it.
    await page.getByRole("link", { name: "Créer une commande" }).click();
    await expect(title(page, "Nouvelle commande")).toBeVisible();
    await expect(shown).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("each has its store, how far it is, and what came of it", async () => {
    const shown = await activity(page);
    await expect(shown.getByRole("progressbar").first()).toBeVisible();
    await expect(shown.getByText(/Aurore Records/).first()).toBeVisible();
    const named = await shown.getByText(/^Synchronisation des commandes/).allTextContents();
    expect(new Set(named).size).toBe(named.length);
    await expectAccessible(page);
    await trouble(portal, "bigblue", "none");
    // Three warehouses and two shops, and what other journeys connected before.
    await expect(shown.getByText("Terminé").nth(4)).toBeVisible({ timeout: 40_000 });
    await expect(shown.getByRole("progressbar")).toHaveCount(0, { timeout: 40_000 });
    await expect(shown.getByText(/\d éléments? traités?|Rien de nouveau/).nth(4)).toBeVisible();
    await expect(shown.getByText(/^0 élément/)).toHaveCount(0);
  });

  await test.step("cleared, they are gone for good", async () => {
    await button(page, "Effacer les tâches finies").click();
    await expect(jobs).toHaveCount(0);
    await page.reload();
    await expect(title(page, "Nouvelle commande")).toBeVisible();
    await expect(jobs).toHaveCount(0);
  });
});
