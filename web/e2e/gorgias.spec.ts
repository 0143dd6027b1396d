import { button, card, FORBIDDEN, first, line, searchFor, staff, title, trouble } from "./parts";
import { apiAs, expect, expectAccessible, PEOPLE, signIn, signInAs, test } from "./portal";

interface Ticket {
  id: string;
  providerId: string;
  extra: Record<string, Record<string, string>>;
}

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
    await dialog.getByRole("button", { name: "Purger les webhooks" }).click();
    const question = page.getByRole("dialog", { name: "Purger les webhooks ?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Purger les webhooks" }).click();
    await expect(page.getByText("La purge des webhooks est en cours.")).toBeVisible();
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
  await trouble(portal, "gorgias", "errors500");
  await page.goto("/admin/gorgias/integration");
  const aurore = line(page, "Aurore Records");
  await expect(aurore).toContainText("Gorgias ne répond pas", { timeout: 60_000 });
  await expectAccessible(page);

  watch.tolerate(/status of 503/);
  await aurore.click();
  const alert = page.getByRole("dialog", { name: "Aurore Records" }).getByRole("alert");
  await expect(alert).toContainText("Le prestataire ne répond pas", { timeout: 60_000 });
  await expectAccessible(page);
  await trouble(portal, "gorgias", "none");
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("dialog").getByText("Celle de la boutique")).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Interroger Gorgias").click();
  await expect(aurore).toContainText("Non enregistrés");
});

test("a ticket is closed in Gorgias from the portal, whose list shows what Gorgias tells of it", async ({
  page,
  portal,
}) => {
  const api = await apiAs(portal, PEOPLE.admin);
  await first(api, "/ticket");
  const query = { take: 100, filters: [{ field: "status", values: ["OPEN"] }] };
  const cursor = Buffer.from(JSON.stringify(query)).toString("base64url");
  const tickets = await api<Ticket[]>("GET", `/ticket?cursor=${cursor}`);
  const open = tickets.find(({ extra }) => extra.gorgias?.language);
  if (!open) throw new Error("no ticket is open");
  await signIn(page, portal, "admin", "/admin/ticket");

  await test.step("its columns can be chosen, and stay", async () => {
    const language = page.getByRole("columnheader", { name: "Langue" });
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expect(language).toHaveCount(0);
    await button(page, "Colonnes").click();
    await page.getByRole("checkbox", { name: "Langue" }).check();
    await page.getByRole("checkbox", { name: "Priorité" }).check();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(language).toBeVisible();
    await expectAccessible(page);
  });

  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${open.id}"]`) });
  await test.step("a selected ticket is closed after a question", async () => {
    await searchFor(page, open.providerId, "Objet, client, responsable");
    await expect(row).toContainText("Ouvert");
    await row.getByRole("checkbox").check();
    await button(page, "Clore dans Gorgias").click();
    const question = page.getByRole("dialog", { name: /Clore dans Gorgias/ });
    await expect(question).toContainText("Une réponse du client la rouvre.");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Clore dans Gorgias" }).click();
    await expect(page.getByText("C’est fait.")).toBeVisible();
    await expect(row).toContainText("Clos", { timeout: 60_000 });
  });

  await test.step("its page opens it again, and its history tells of both", async () => {
    await row.getByRole("link").first().click();
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Rouvrir dans Gorgias" }).click();
    // The word of the first may still be in sight.
    await expect(page.getByRole("main").getByText("Ouvert", { exact: true })).toBeVisible();
    await page.reload();
    const history = card(page, "Historique");
    await expect(history).toContainText(/a demandé.: Clore dans Gorgias/);
    await expect(history).toContainText(/a demandé.: Rouvrir dans Gorgias/);
    await expectAccessible(page);
  });
});

test("who may only read changes nothing, and who may not stays outside", async ({
  page,
  portal,
  another,
}) => {
  await signInAs(
    page,
    portal,
    await staff(portal, "Lise Lectrice", ["READ_CONNECTOR", "READ_STORE"]),
    "/admin/gorgias/integration",
  );
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
