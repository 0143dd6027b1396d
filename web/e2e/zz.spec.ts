import { addArticle, button, chooseCarrier, field, fillRecipient, stocked, title } from "./parts";
import { apiAs, choose, expect, expectAccessible, PEOPLE, signIn, test } from "./portal";

const out = "/dev/shm/shots";
test("shots", async ({ page, portal }) => {
  const { store, sku } = await stocked(portal);
  const api = await apiAs(portal, PEOPLE.admin);
  const stores = await api<{ id: string; name: string; organizations: { id: string }[] }[]>("GET", "/store");
  const it = stores.find(({ name }) => name === store);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, portal, "admin", "/admin/order/create");
  await choose(page, /^Boutique/, store);
  await field(page, "Référence").fill("Cadeau presse");
  await fillRecipient(page);
  await addArticle(page, sku);
  await choose(page, /^Pays/, "Suisse");
  await chooseCarrier(page, "Livraison à domicile");
  await page.screenshot({ path: `${out}/order.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${out}/order-390-dark.png`, fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await button(page, "Créer une commande").click();
  await expect(title(page, /Commande Cadeau/)).toBeVisible();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${out}/detail.png`, fullPage: true });
  await page.goto(`/admin/organization/${it?.organizations[0]?.id}/legal`);
  await expect(page.getByRole("link", { name: "Voir les frais de livraison" }).first()).toBeVisible();
  await page.screenshot({ path: `${out}/legal.png`, fullPage: true });
  await page.goto(`/admin/organization/${it?.organizations[0]?.id}/legal/store/${it?.id}/shipping-fees`);
  await expect(page.getByText("Tous les prix")).toBeVisible();
  await page.screenshot({ path: `${out}/fees-empty.png`, fullPage: true });
  await field(page, "Poids d’un article").fill("550");
  await field(page, "Largeur").fill("300");
  await field(page, "Hauteur").fill("250");
  await field(page, "Profondeur").fill("60");
  await field(page, "Quantité").fill("2");
  await page.waitForTimeout(500);
  await expectAccessible(page);
  await page.screenshot({ path: `${out}/fees.png`, fullPage: true });
  await page.pdf({ path: `${out}/fees.pdf`, format: "A4", landscape: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page
    .getByRole("button", { name: /^(Langue|FR|Français)/ })
    .first()
    .click()
    .catch(() => {});
  await page.screenshot({ path: `${out}/fees-390-dark.png`, fullPage: true });
});
test("merchant", async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, portal, "customer");
  await page.getByRole("link", { name: "Contrat et tarifs" }).click();
  await page.getByRole("link", { name: "Voir les frais de livraison" }).first().click();
  await field(page, "Poids d’un article").fill("550");
  await expect(page.getByText("Tous les prix")).toBeVisible();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${out}/fees-merchant.png`, fullPage: true });
});
