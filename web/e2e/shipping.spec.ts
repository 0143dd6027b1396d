import { readFile } from "node:fs/promises";
import {
  ALL_STORES,
  addArticle,
  button,
  card,
  chooseCarrier,
  euros,
  field,
  fillRecipient,
  stocked,
  title,
  unique,
} from "./parts";
import { apiAs, choose, expect, expectAccessible, PEOPLE, signIn, test } from "./portal";

/** A carrier of the demo company, as French consumers read its name. */
const CARRIER = "Livraison à domicile";

interface Table {
  carriers: {
    carrier: { id: string; name: string };
    prices: { countryCode: string; minWeight: number; maxWeight: number; priceExVat: string }[];
  }[];
}

test("a merchant reads what shipping costs, sees what was agreed on, and orders at that price", async ({
  page,
  portal,
}) => {
  const { store, sku } = await stocked(portal);
  const staff = await apiAs(portal, PEOPLE.admin);
  const merchant = await apiAs(portal, PEOPLE.customer);
  const stores = await staff<{ id: string; name: string }[]>("GET", ALL_STORES);
  const storeId = stores.find(({ name }) => name === store)?.id ?? "";
  const { carriers } = await merchant<Table>("GET", `/store/${storeId}/shipping/prices`);
  const of = carriers.find(({ carrier }) => carrier.name === CARRIER);
  const lightest = of?.prices.find(({ countryCode, minWeight }) => countryCode === "FR" && minWeight === 0);
  const agree = (price: string | null, was: string | null) =>
    staff("POST", "/shipping/store/exceptions", {
      storeId,
      exceptions: [
        {
          carrierId: of?.carrier.id,
          countryCode: "FR",
          minWeight: 0,
          maxWeight: lightest?.maxWeight,
          was,
          price,
        },
      ],
    });
  await agree("3.33", null);

  await test.step("its contract leads to its prices", async () => {
    await signIn(page, portal, "customer");
    await page.getByRole("link", { name: "Contrat et tarifs" }).click();
    await card(page, `Boutique ${store}`).getByRole("link", { name: "Voir les frais de livraison" }).click();
    await expect(title(page, `Frais de livraison de ${store}`)).toBeVisible();
    await expect(page.getByText("Aucun colis à calculer")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("a parcel is charged by its size where that is more, and the price says why", async () => {
    await field(page, "Poids d’un article").fill("100");
    await expect(card(page, CARRIER)).toContainText("3,33 €");
    await expect(card(page, CARRIER)).toContainText("Prix convenu avec la boutique");
    await expect(card(page, CARRIER)).not.toContainText("Marge");
    await field(page, "Largeur").fill("300");
    await field(page, "Hauteur").fill("250");
    await field(page, "Profondeur").fill("60");
    await expect(page.getByText(/^900\sg$/)).toHaveCount(2);
    await expect(card(page, CARRIER)).not.toContainText("Prix convenu");
    await expectAccessible(page);
  });

  await test.step("all prices are there: searched, on paper, as a file", async () => {
    const all = card(page, "Tous les prix");
    await all.getByRole("tab", { name: CARRIER }).click();
    await field(page, "Chercher un pays").fill("franc");
    await expect(all.getByRole("row")).toHaveCount(2);
    await expect(all.getByRole("row").last()).toContainText("Prix convenu");
    await expectAccessible(page);
    const file = page.waitForEvent("download");
    await button(page, "Télécharger les prix").click();
    const text = await readFile(await (await file).path(), "utf8");
    expect(text).toContain(`${CARRIER};France;FR;0;${lightest?.maxWeight};3,33;20;4,00;Oui`);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 3, name: CARRIER })).toBeVisible();
    await expect(button(page, "Télécharger les prix")).toBeHidden();
    await expect(page.getByRole("navigation").first()).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await expect(field(page, "Profondeur")).toHaveValue("60");
  });

  await test.step("an order is made at that price", async () => {
    const reference = unique("PRX").slice(-20);
    await page.getByRole("link", { name: "Commandes", exact: true }).click();
    await page.getByRole("link", { name: "Créer une commande" }).click();
    await choose(page, /^Boutique/, store);
    await field(page, "Référence").fill(reference);
    await fillRecipient(page);
    await addArticle(page, sku);
    expect(await chooseCarrier(page, CARRIER)).toBe(333);
    await expect(page.getByRole("group", { name: "Total" })).toContainText(euros(833));
    await button(page, "Créer une commande").click();
    await expect(title(page, `Commande ${reference}`)).toBeVisible();
    const quote = card(page, "Prix de livraison");
    await expect(quote).toContainText("Prix convenu avec la boutique");
    await expect(quote).toContainText("Poids facturable");
    await expect(quote).not.toContainText("Coût");
    await expectAccessible(page);
  });
  await agree(null, "3.33");
});

test("staff choose whose carriers a store is offered", async ({ page, portal }) => {
  const { store } = await stocked(portal);
  await signIn(page, portal, "admin", "/admin/store");
  await page.getByRole("link", { name: store, exact: true }).click();
  await page.getByRole("tab", { name: "Expédition" }).click();
  await button(page, "Modifier la livraison").click();
  const dialog = page.getByRole("dialog", { name: "Livraison de la boutique" });
  await dialog.getByRole("textbox", { name: "Remise" }).fill("101");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog.getByRole("textbox", { name: "Remise" })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Remise" }).fill("10");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, "Livraison")).toContainText(/10\s%/);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Notes et historique" }).click();
  await expect(card(page, "Historique")).toContainText("Remise");
});
