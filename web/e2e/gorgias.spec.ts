import { button, FORBIDDEN, line, staff, title } from "./parts";
import { expect, expectAccessible, type Portal, signIn, signInAs, test } from "./portal";

const trouble = (portal: Portal, mode: string) =>
  fetch(`${portal.providers.gorgias}/control/trouble`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode }),
  });

test("each desk tells of its tag, its tickets and its webhooks", async ({ page, portal }) => {
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Intégrations Gorgias" }).click();
  await expect(title(page, "Intégrations Gorgias")).toBeVisible();
  const aurore = line(page, "Aurore Records");
  await expect(aurore).toContainText("aurore-records");
  await expect(aurore).toContainText("Non enregistrés");
  await expectAccessible(page);
  await aurore.click();
  const dialog = page.getByRole("dialog", { name: "Aurore Records" });
  await expect(dialog.getByRole("row").filter({ hasText: "Celle de la boutique" })).toContainText(
    "aurore-records",
  );
  await expectAccessible(page);

  await test.step("a tag is found", async () => {
    await dialog.getByRole("textbox", { name: "Chercher une étiquette" }).fill("AURORE-REC");
    await dialog.getByRole("button", { name: "Chercher l’étiquette" }).click();
    await expect(dialog.getByRole("row")).toHaveCount(2);
    await dialog.getByRole("textbox", { name: "Chercher une étiquette" }).fill("introuvable");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Aucune étiquette ne correspond.")).toBeVisible();
  });

  await test.step("webhooks are registered, and purged after a question", async () => {
    await dialog.getByRole("button", { name: "Enregistrer les webhooks" }).click();
    await expect(page.getByText("L’enregistrement des webhooks est en cours.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(async () => {
      await button(page, "Interroger Gorgias").click();
      await expect(aurore).toContainText(/[^n] ?Enregistrés/, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await aurore.click();
    await dialog.getByRole("button", { name: "Supprimer les webhooks" }).click();
    const question = page.getByRole("dialog", { name: "Supprimer les webhooks ?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Supprimer les webhooks" }).click();
    await expect(page.getByText("La suppression des webhooks est en cours.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(async () => {
      await button(page, "Interroger Gorgias").click();
      await expect(aurore).toContainText("Non enregistrés", { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  });
});

test("a desk that does not answer says so in its row, and is asked again", async ({
  page,
  portal,
  watch,
}) => {
  await signIn(page, portal, "admin");
  await trouble(portal, "errors500");
  await page.goto("/admin/gorgias/integration");
  const aurore = line(page, "Aurore Records");
  await expect(aurore).toContainText("Gorgias ne répond pas", { timeout: 60_000 });
  await expectAccessible(page);

  watch.tolerate(/status of 503/);
  await aurore.click();
  const told = page.getByRole("dialog", { name: "Aurore Records" }).getByRole("alert");
  await expect(told).toContainText("Le prestataire ne répond pas", { timeout: 60_000 });
  await expectAccessible(page);
  await trouble(portal, "none");
  await told.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("dialog").getByText("Celle de la boutique")).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Interroger Gorgias").click();
  await expect(aurore).toContainText("Non enregistrés");
});

test("who may only read changes nothing, and who may not stays outside", async ({
  page,
  portal,
  another,
}) => {
  await signInAs(page, portal, await staff(portal, "Lise Lectrice", ["READ_CONNECTOR", "READ_STORE"]));
  await page.goto("/admin/gorgias/integration");
  await line(page, "Aurore Records").click();
  const dialog = page.getByRole("dialog", { name: "Aurore Records" });
  await expect(dialog.getByText("Celle de la boutique")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Enregistrer les webhooks" })).toHaveCount(0);

  const outsider = await another();
  await signInAs(outsider, portal, await staff(portal, "Sans Rien", ["READ_ORDER"]));
  const merchant = await another();
  await signIn(merchant, portal, "customer");
  for (const somebody of [outsider, merchant]) {
    await expect(somebody.getByRole("link", { name: "Intégrations Gorgias" })).toHaveCount(0);
    await somebody.goto("/admin/gorgias/integration");
    await expect(title(somebody, FORBIDDEN)).toBeVisible();
  }
});
