import {
  ALL_STORES,
  button,
  card,
  first as firstOf,
  line,
  newSku,
  PIXEL,
  stocked,
  title,
  trouble,
  unique,
} from "./parts";
import { apiAs, choose, expect, expectAccessible, PEOPLE, signIn, test, uploadAs } from "./portal";

test("orders are pasted, found, narrowed and worked on together", async ({ page, portal }) => {
  const { store, sku } = await stocked(portal);
  const mailing = unique("PRESSE").replace(" ", "-").slice(-20);
  const [first, second] = [`${mailing}-1`, `${mailing}-2`];
  const paste = (email: string) =>
    [
      "Référence\tNom\tSociété\tAdresse\tCode postal\tVille\tPays\tE-mail\tTéléphone\tSKU:quantité",
      `${first}\tClaire Dubois\tLes Ondes\t12 rue Oberkampf\t75011\tSaint-Étienne\tFrance\t${email}\t06 12 34 56 78\t${sku}:1`,
      `${second}\tHugo Petit\t\t3 rue Neuve\t69001\tLyon\t\thugo.${mailing.toLowerCase()}@radio.example\t\t${sku}:2`,
    ].join("\n");
  await signIn(page, portal, "admin", "/admin/order");

  await test.step("they are pasted, what is wrong is told by cell and mended", async () => {
    await page.getByRole("link", { name: "Coller des commandes" }).click();
    await expect(title(page, "Coller des commandes")).toBeVisible();
    await choose(page, /^Boutique/, store);
    const rows = page.getByRole("textbox", { name: "Lignes copiées d’un tableur" });
    await rows.fill(paste("claire@"));
    await button(page, "Vérifier").click();
    const faults = page.getByRole("region", { name: "Erreurs" });
    await expect(faults.getByRole("row").filter({ hasText: "E-mail" })).toContainText("28E-mail");
    await expectAccessible(page);
    await rows.fill(paste(`claire.${mailing.toLowerCase()}@ondes.example`));
    await button(page, "Vérifier").click();
    await expect(page.getByText("2 lignes vérifiées")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: second })).toContainText("Lyon");
    await expectAccessible(page);
    // The provider takes nothing for now.
    await trouble(portal, "bigblue", "forbidden");
    await button(page, "Importer").click();
    await expect(page.getByText("2 commandes créées")).toBeVisible({ timeout: 40_000 });
  });

  await test.step("one is found by its telephone number and its mailing, both by their SKU", async () => {
    await page.goto("/admin/order");
    const search = page.getByRole("searchbox");
    await search.fill(`claire.${mailing}@ondes.example`);
    await expect(line(page, first)).toBeVisible();
    await expect(line(page, second)).toHaveCount(0);
    await search.fill(`${mailing} ${sku}`);
    await expect(line(page, first)).toContainText("Action requise", { timeout: 40_000 });
    await expect(line(page, second)).toContainText("Action requise", { timeout: 40_000 });
  });

  await test.step("a filter narrows the list", async () => {
    await page.getByRole("button", { name: /^Origine/ }).click();
    // Their state follows the address of the page.
    const sales = page.getByRole("checkbox", { name: "Vente" });
    await sales.click();
    await expect(line(page, first)).toHaveCount(0);
    await expect(sales).toBeChecked();
    await sales.click();
    await page.keyboard.press("Escape");
    await expect(line(page, first)).toBeVisible();
  });

  await test.step("a view that is kept shows the last 30 days of whatever day it is opened on", async () => {
    const filters = page.getByRole("search");
    await filters.getByRole("button", { name: "Passée le" }).click();
    await page.getByRole("button", { name: "30 derniers jours" }).click();
    await page.keyboard.press("Escape");
    const view = unique("Presse");
    await button(page, "Enregistrer la vue").click();
    const dialog = page.getByRole("dialog", { name: "Enregistrer la vue" });
    await dialog.getByRole("textbox", { name: "Nom de la vue" }).fill(view);
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/admin/order");
    await page
      .getByRole("navigation", { name: "Vues" })
      .getByRole("button", { name: new RegExp(`^${view}`) })
      .click();
    await expect(filters.getByRole("button", { name: /^Passée le.*30 derniers jours/ })).toBeVisible();
    await expect(line(page, first)).toBeVisible();
  });

  await test.step("one is cancelled", async () => {
    await line(page, second).getByRole("checkbox").check();
    await button(page, "Annuler les commandes").click();
    const dialog = page.getByRole("dialog", { name: "Annuler les commandes" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Annuler les commandes" }).click();
    await expect(dialog).toContainText("1 commande annulée");
    await page.keyboard.press("Escape");
    await expect(line(page, second)).toContainText("Annulée");
  });

  await test.step("the other is sent again, then its provider refuses to stop it, and says why", async () => {
    await trouble(portal, "bigblue", "none");
    await line(page, first).getByRole("checkbox").check();
    await button(page, "Renvoyer").click();
    const again = page.getByRole("dialog", { name: "Renvoyer les commandes" });
    await again.getByRole("button", { name: "Renvoyer" }).click();
    await expect(again).toContainText("1 commande renvoyée");
    await page.keyboard.press("Escape");
    await expect(line(page, first)).not.toContainText("Action requise", { timeout: 40_000 });
    await line(page, first).getByRole("checkbox").check();
    const stop = button(page, "Annuler chez Bigblue");
    await expect(stop).toBeVisible({ timeout: 40_000 });
    await trouble(portal, "bigblue", "forbidden");
    await stop.click();
    const dialog = page.getByRole("dialog", { name: "Annuler chez Bigblue" });
    await dialog.getByRole("button", { name: "Annuler chez Bigblue" }).click();
    await expect(dialog).toContainText("1 commande a été refusée", { timeout: 40_000 });
    await expect(dialog.getByRole("link", { name: first })).toBeVisible();
    await expectAccessible(page);
    await trouble(portal, "bigblue", "none");
  });
});

test("an order is found by e-mail, SKU and city, and its articles have names and pictures", {
  tag: "@task-6",
}, async ({ page, portal }) => {
  interface Order {
    reference: string;
    email: string;
    city: string;
    lines: { sku: string; variant: { name: string } | null }[];
  }
  const api = await apiAs(portal, PEOPLE.admin);
  const { store } = await stocked(portal);
  const stores = await api<{ id: string; name: string }[]>("GET", ALL_STORES);
  const storeId = stores.find(({ name }) => name === store)?.id;
  const filters = [
    { field: "storeId", values: [storeId] },
    { field: "status", values: ["DELIVERED"] },
  ];
  const { id } = await firstOf(api, `/order?cursor=${btoa(JSON.stringify({ take: 1, filters }))}`);
  const { reference, email, city, lines } = await api<Order>("GET", `/order/${id}`);
  const [{ sku, variant } = { sku: "", variant: null }] = lines;
  await signIn(page, portal, "admin", "/admin/order");
  const search = page.getByRole("searchbox");
  const found = page.getByRole("link", { name: reference, exact: true });

  await test.step("by e-mail, by SKU, by city", async () => {
    for (const words of [email, `${sku} ${email}`, `${city} ${email}`]) {
      await search.fill("nobody knows this");
      await expect(found).toHaveCount(0);
      await search.fill(words);
      await expect(found).toBeVisible();
    }
    await found.click();
    await expect(title(page, `Commande ${reference}`)).toBeVisible();
  });

  await test.step("an article has its name, and leads to its product", async () => {
    await line(page, sku).getByRole("link", { name: variant?.name }).click();
    await expect(page).toHaveURL(/\/store-product\/[0-9a-f-]{36}$/);
    await expect(card(page, "Variantes")).toContainText(sku);
  });

  // The shops of the tests keep their pictures at addresses that nothing answers at.
  await test.step("one with a picture has that too", async () => {
    const own = newSku("CPSL");
    const picture = new File([PIXEL], "affiche.png", { type: "image/png" });
    const image = await uploadAs(portal, PEOPLE.admin, "/file", {}, picture);
    const product = await api<{ variants: { id: string }[] }>("POST", "/product", {
      ...{
        storeId,
        name: "Affiche",
        description: "Offset",
        image: image.id,
        variants: [{ sku: own, weight: 200 }],
      },
    });
    const article = `${product.variants[0]?.id}`;
    const asked = new URLSearchParams({ storeId: `${storeId}`, countryCode: "FR", articles: `${article}:1` });
    const { carriers } = await api<{ carriers: { carrier: { id: string } }[] }>(
      "GET",
      `/shipping/available?${asked}`,
    );
    const created = await api("POST", "/order", {
      ...{ storeId, reference: unique("IMG").slice(-20), carrierId: carriers[0]?.carrier.id },
      customer: { firstName: "Zoé", lastName: "Martin", email: "zoe@example.test" },
      shippingAddress: { address1: "1 rue de la Paix", zip: "75002", city: "Paris", country: "FR" },
      products: [{ id: article, sku: own, quantity: 1, price: { unit: "4.50" } }],
    });
    await page.goto(`/admin/order/${created.id}`);
    await expect(line(page, own).locator("img")).toHaveJSProperty("naturalWidth", 1);
  });
});
