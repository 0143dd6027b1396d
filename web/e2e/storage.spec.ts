import { button, card, field, line, merchant, title, unique } from "./parts";
import { expect, expectAccessible, signIn, test } from "./portal";

test("what lies in the warehouse is typed or imported, and charged once it was shown", async ({
  page,
  portal,
}) => {
  const { api, organization, store } = await merchant(portal, unique("Maison du stock"));
  const storages = [{ min: null, max: "1000.00", price: "9.00", units: "m3" }];
  await api("PUT", `/organization/${organization.id}/terms`, { returns: [], storages });
  const preview = card(page, "Ce qui sera facturé");
  await signIn(page, portal, "admin");

  await test.step("a volume that is typed is priced before it is charged", async () => {
    await page.getByRole("link", { name: "Stockage", exact: true }).first().click();
    await expect(title(page, "Stockage")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Facturer le stockage" }).first().click();
    await button(page, "Ajouter un volume").click();
    const stores = page.getByRole("combobox", { name: /^Boutique/ });
    await stores.fill(store.name);
    await page.getByRole("option", { name: store.name }).click();
    await field(page, "Début de quinzaine").fill("16/10/2026");
    await field(page, "Volume moyen").fill("2,4");
    await button(page, "Afficher ce qui sera facturé").click();
    // 2.4 m³ at 9 euros.
    await expect(preview.getByRole("row").last()).toContainText(/21,60\s€/);
    await expectAccessible(page);
    // Over what stands there, as people type.
    await field(page, "Volume moyen").press("ControlOrMeta+a");
    await field(page, "Volume moyen").pressSequentially("3");
    await expect(preview).toHaveCount(0);
    await button(page, "Afficher ce qui sera facturé").click();
    await preview.getByRole("button", { name: "Créer 1 ligne de frais" }).click();
    await expect(page.getByText(/^1 ligne de frais a été créée, 27,00\s€ HT$/)).toBeVisible();
    await expect(line(page, store.name).first()).toContainText("3 m³");
  });

  await test.step("a table is read, tells what is wrong with it, and charges no half-month twice", async () => {
    await page.getByRole("link", { name: "Facturer le stockage" }).first().click();
    const rows = ["Boutique;Début;Volume", `${store.name};16/10/2026;3`, `${store.name};01/11/2026;1,5`];
    const buffer = Buffer.from([...rows, "Inconnue;01/11/2026;1"].join("\n"));
    const table = { name: "volumes.csv", mimeType: "text/csv", buffer };
    await page.locator("input[type=file]").setInputFiles(table);
    await expect(page.getByText("Ligne 4, Boutique : Inconnue")).toBeVisible();
    await expect(preview.getByRole("row").filter({ hasText: "Déjà facturée" })).toHaveCount(1);
    await expect(preview).toContainText(/13,50\s€/);
    await expectAccessible(page);
    await preview.getByRole("button", { name: "Créer 1 ligne de frais" }).click();
    await expect(line(page, store.name)).toHaveCount(2);
    await line(page, store.name).first().getByRole("link", { name: "Voir les frais" }).click();
    await expect(title(page, "Stockage")).toBeVisible();
    // The day of a half-month stays.
    await expect(page.getByRole("textbox", { name: "Date" })).toBeDisabled();
    await expect(page.getByText("Le premier jour de sa période, qui ne change pas")).toBeVisible();
    await expectAccessible(page);
  });
});
