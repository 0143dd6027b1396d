import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { button, card, FORBIDDEN, field, line, merchant, PIXEL, staff, title, unique } from "./parts";
import { choose, expect, expectAccessible, signIn, signInAs, test } from "./portal";

test("a project is made, described, made ready, produced and deleted, and somebody else sees its cards move", async ({
  page,
  portal,
  another,
  watch,
}) => {
  test.setTimeout(180_000);
  const [project, product, production] = [unique("Tournée"), unique("T-shirt"), unique("Tirage")];
  const tag = unique("Coton bio");
  const { api, organization, store } = await merchant(portal, unique("Port"));
  const factory = { name: unique("Atelier Bursa"), countryCode: "TR", tags: [] };
  await api("POST", "/factories", factory);
  const area = page.getByRole("navigation", { name: project });
  const column = (name: RegExp, on = page) => on.getByRole("region", { name });
  const moveTo = async (name: RegExp) => {
    await page.getByRole("button", { name: new RegExp(`^Déplacer.*${production}`) }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await signIn(page, portal, "admin");

  await test.step("it is made for an organization, to be done in three months", async () => {
    await page.getByRole("link", { name: "Projets", exact: true }).first().click();
    await page.getByRole("link", { name: "Créer un projet" }).first().click();
    await field(page, "Nom").fill(project);
    const owner = page.getByRole("combobox", { name: /^Organisation/ });
    await owner.fill(organization.name);
    await page.getByRole("option", { name: organization.name }).click();
    await expect(field(page, "Date prévue")).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
    await expectAccessible(page);
    await button(page, "Créer un projet").click();
    await expect(page.getByText(`Le projet « ${project} » a été créé`)).toBeVisible();
    await expect(title(page, project)).toBeVisible();
  });

  await test.step("its moodboard is looked at apart from its files", async () => {
    const board = { name: "planche.png", mimeType: "image/png", buffer: PIXEL };
    await card(page, "Moodboard").locator("input[type=file]").setInputFiles(board);
    await expect(card(page, "Moodboard")).toContainText("planche.png");
    await expect(card(page, "Fichiers")).not.toContainText("planche.png");
    await expectAccessible(page);
    await area.getByRole("link", { name: "Paramètres" }).click();
    const contract = { name: "cahier.png", mimeType: "image/png", buffer: PIXEL };
    await card(page, "Fichiers").locator("input[type=file]").setInputFiles(contract);
    await expect(card(page, "Fichiers")).toContainText("cahier.png");
    await expectAccessible(page);
  });

  await test.step("a product is described, its pieces split, a tag made and its variants put in order", async () => {
    await area.getByRole("link", { name: "Produits" }).click();
    await page.getByRole("link", { name: "Créer un produit" }).first().click();
    const variants = page.getByRole("list", { name: "Variantes" });
    await expect(variants.getByRole("listitem").first()).toContainText("83 pièces");
    await page.getByRole("textbox", { name: /^Nom(?! de)/ }).fill(product);
    await field(page, "Couleur").fill("Écru");
    await field(page, "Grammage du tissu").fill("180");
    await choose(page, /^Boutique/, store.name);
    await page.getByRole("combobox", { name: "Composition" }).fill(tag);
    await page.getByRole("option", { name: `Créer « ${tag} »` }).click();
    await button(page, "Créer un produit").click();
    await expect(page.getByText("Complétez la référence.")).toHaveCount(4);
    const skus = field(page, "Référence (SKU)");
    for (let at = 0; at < 4; at++) await skus.nth(at).fill(unique("CPSL-").replace(" ", ""));
    await page.getByRole("button", { name: /^Déplacer.*XL$/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "En premier" }).click();
    await expect(field(page, "Nom de la variante").first()).toHaveValue("XL");
    await expectAccessible(page);
    await button(page, "Créer un produit").click();
    await expect(page.getByText(`Le produit « ${product} » a été créé`)).toBeVisible();
    await expect(title(page, product)).toBeVisible();
  });

  await test.step("it is made ready, and opened again once it is said why", async () => {
    await button(page, "Lancer le produit").click();
    await button(page, "Marquer comme prêt").click();
    await expect(page.getByText("Un produit au statut « Prêt » ne se modifie plus")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Rouvrir le produit" }).click();
    const dialog = page.getByRole("dialog", { name: "Rouvrir le produit" });
    await dialog.getByRole("textbox", { name: "Raison" }).fill("Une autre couleur");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Rouvrir le produit" }).click();
    await expect(page.getByText("Le produit a été rouvert")).toBeVisible();
    await expect(card(page, "Historique")).toContainText("Une autre couleur");
    await button(page, "Marquer comme prêt").click();
    await expect(button(page, "Marquer comme prêt")).toHaveCount(0);
  });

  await test.step("its store sells it, and has nobody to send it to yet", async () => {
    const here = page.url();
    await page.getByRole("main").getByRole("link", { name: product, exact: true }).click();
    await expect(title(page, product)).toBeVisible();
    await expect(page.getByRole("main")).toContainText(store.name);
    await page.goto(here);
    await button(page, "Autres actions").click();
    watch.tolerate(/status of 404/);
    await page.getByRole("menuitem", { name: "Envoyer au prestataire logistique" }).click();
    await expect(page.getByText(`Le produit « ${product} » n’a pas été envoyé`)).toBeVisible();
  });

  await test.step("the list tells it, and the project counts it", async () => {
    await page.getByRole("link", { name: "Produits", exact: true }).first().click();
    await expect(line(page, product)).toContainText("1 étiquette");
    await expect(line(page, product)).toContainText(/180\sg\/m²/);
    await expect(line(page, product)).toContainText("500");
    await expect(line(page, product)).toContainText("Prêt");
    await expectAccessible(page);
    await area.getByRole("link", { name: "Vue d’ensemble" }).click();
    await expect(page.getByText("1 / 1", { exact: true })).toBeVisible();
  });

  await test.step("labels of two selected products are printed", async () => {
    const [, , , projectId] = new URL(page.url()).pathname.split("/");
    const other = unique("Affiche");
    const variants = [{ name: "A2", sku: unique("CPSL-A2"), ean: "3760000000017", quantity: 40 }];
    await api("POST", "/project-products", { projectId, name: other, quantityMode: "normal", variants });
    await area.getByRole("link", { name: "Produits" }).click();
    for (const name of [product, other]) {
      await page.getByRole("checkbox", { name: `Sélectionner le produit ${name}` }).check();
    }
    await expectAccessible(page);
    await button(page, "Imprimer les étiquettes de produits").click();
    const dialog = page.getByRole("dialog", { name: "Imprimer les étiquettes de produits" });
    await expect(dialog.getByRole("radio", { name: "Feuilles A4" })).toBeChecked();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Télécharger le PDF" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("Étiquettes de produits.pdf");
    expect(await readFile(await file.path(), "latin1")).toMatch(/^%PDF/);
    await expect(dialog).toHaveCount(0);
    await area.getByRole("link", { name: "Vue d’ensemble" }).click();
  });

  await test.step("once it waits for the customer its settings stay as they are", async () => {
    await button(page, "Mettre le projet en attente").click();
    await expect(button(page, "Démarrer le projet")).toBeVisible();
    await area.getByRole("link", { name: "Paramètres" }).click();
    await expect(page.getByText(/ne se modifie qu’en brouillon/)).toBeVisible();
    await expect(field(page, "Nom")).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step("a production is planned at a factory", async () => {
    await area.getByRole("link", { name: "Productions" }).click();
    await page.getByRole("link", { name: "Créer une production" }).first().click();
    await field(page, "Nom").fill(production);
    await choose(page, /^Produit/, product);
    const maker = page.getByRole("combobox", { name: /^Atelier/ });
    await maker.fill(factory.name);
    await page.getByRole("option", { name: factory.name }).click();
    await field(page, "Quantité").fill("500");
    // A day that no other journey uses: a cell of the calendar shows three.
    await field(page, "Échéance").fill("02/10/2026");
    await expectAccessible(page);
    await button(page, "Créer une production").click();
    await expect(column(/^Brouillon/)).toContainText(production);
    await expect(column(/^Brouillon/)).toContainText("En retard");
    await expectAccessible(page);
  });

  await test.step("its card moves, for somebody else too, and is put back", async () => {
    const elsewhere = await another();
    await signIn(elsewhere, portal, "admin", new URL(page.url()).pathname);
    await expect(column(/^Brouillon/, elsewhere)).toContainText(production);
    await moveTo(/Échantillon/);
    await expect(column(/^Échantillon/)).toContainText(production);
    await expect(column(/^Échantillon/, elsewhere)).toContainText(production);
    await button(page, "Annuler l’action").click();
    await expect(column(/^Brouillon/)).toContainText(production);
    await expect(column(/^Brouillon/, elsewhere)).toContainText(production);
    await elsewhere.close();
  });

  await test.step("its card is dragged, which a reload shows", async () => {
    const dragged = page.getByRole("listitem").filter({ hasText: production });
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await dragged.getByText("500 pièces").dragTo(column(/^En production/));
    expect((await saved).ok()).toBe(true);
    await page.reload();
    await expect(column(/^En production/)).toContainText(production);
  });

  await test.step("its due date is dragged to another day, and taken back", async () => {
    // Both days in sight, as for whoever drags, however much other journeys have in the first week.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await page.goto("/admin/production?view=calendar&month=2026-10");
    const day = (name: RegExp) => page.getByRole("cell", { name });
    const [before, after] = [day(/^vendredi 2 octobre 2026/), day(/^mercredi 14 octobre 2026/)];
    // What is dragged is made so by a script of its own, which comes after the page.
    const movable = (cell: Locator) =>
      cell.getByRole("listitem").filter({ hasText: project }).and(page.locator("[draggable=true]"));
    await movable(before).getByText(project).dragTo(after);
    await expect(page.getByRole("status").filter({ hasText: "14 octobre 2026" })).toContainText(production);
    await page.reload();
    await expect(after).toContainText(production);
    await movable(after).getByText(project).dragTo(before);
    await button(page, "Annuler l’action").click();
    await expect(after).toContainText(production);
    await expect(before).not.toContainText(production);
    await page.setViewportSize({ width: 1280, height: 720 });
    // The board has the same fields as the calendar.
    await page.getByRole("tab", { name: "Tableau" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: production })).toBeVisible();
  });

  await test.step("all productions are on a board or in a list, which the address keeps", async () => {
    await page.getByRole("link", { name: "Productions", exact: true }).first().click();
    const maker = page.getByRole("combobox", { name: "Atelier" });
    await maker.fill(factory.name);
    await page.getByRole("option", { name: factory.name }).click();
    await expect(page.getByRole("listitem").filter({ hasText: production })).toContainText(project);
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Liste" }).click();
    await expect(line(page, production)).toContainText("En production");
    await page.reload();
    await expect(line(page, production)).toContainText(factory.name);
    await expectAccessible(page);
    await page.getByRole("link", { name: production }).click();
    await expect(button(page, "Passer à « Contrôle qualité »")).toBeVisible();
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Passer à « Annulée »" }).click();
    await expect(button(page, "Passer à « Brouillon »")).toBeVisible();
  });

  await test.step("the project is deleted, and that is taken back", async () => {
    await page.getByRole("link", { name: project, exact: true }).click();
    await area.getByRole("link", { name: "Paramètres" }).click();
    await button(page, "Supprimer le projet").click();
    const question = page.getByRole("dialog", { name: `Supprimer le projet « ${project} » ?` });
    await question.getByRole("button", { name: "Supprimer le projet" }).click();
    await expect(title(page, "Projets")).toBeVisible();
    await expect(page.getByRole("link", { name: project })).toHaveCount(0);
    const toast = page.getByRole("status").filter({ hasText: "supprimé" });
    await button(toast, "Annuler l’action").click();
    await page.getByRole("link", { name: project }).click();
    await expect(title(page, project)).toBeVisible();
  });
});

test("who only reads projects changes nothing, and others are kept out", async ({
  page,
  portal,
  another,
}) => {
  const name = unique("Festival");
  const { api, organization } = await merchant(portal, unique("Rade"));
  const input = { name, organizationId: organization.id, estimatedAt: "2027-03-01" };
  const { id } = await api("POST", "/projects", input);
  await signInAs(page, portal, await staff(portal, "Lou", ["READ_PROJECT"]), `/admin/project/${id}`);
  await expect(title(page, name)).toBeVisible();
  await expect(button(page, "Mettre le projet en attente")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name }).getByRole("link")).toHaveCount(1);
  await page.goto(`/admin/project/${id}/setting`);
  await expect(title(page, FORBIDDEN)).toBeVisible();
  const elsewhere = await another();
  await signInAs(elsewhere, portal, await staff(portal, "Sam", ["READ_ORDER"]), `/admin/project/${id}`);
  await expect(title(elsewhere, FORBIDDEN)).toBeVisible();
});
