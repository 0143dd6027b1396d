import type { Page } from "@playwright/test";
import {
  ALL_STORES,
  activity,
  button,
  card,
  FORBIDDEN,
  first,
  line,
  NOT_FOUND,
  newSku,
  PIXEL,
  searchFor,
  staff,
  title,
} from "./parts";
import {
  apiAs,
  choose,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  type Portal,
  signIn,
  signInAs,
  test,
} from "./portal";

const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });

interface Owned {
  id: string;
  name: string;
  store: { name: string };
}

/** A desk gives its tickets one by one: the second desk's may come late in a portal that has just started. */
const WHILE_FIRST_PULLS_RUN = { timeout: 60_000 };

/** A record of a merchant's own stores, and one of somebody else's. */
async function ownAndForeign(portal: Portal, path: string) {
  const own = await first<Owned>(await apiAs(portal, PEOPLE.customer), path);
  const api = await apiAs(portal, PEOPLE.admin);
  let foreign: Owned | undefined;
  await expect
    .poll(async () => {
      const all = await api<Owned[]>("GET", path);
      foreign = all.find(({ store }) => !store.name.startsWith("Aurore"));
      return foreign;
    }, WHILE_FIRST_PULLS_RUN)
    .toBeDefined();
  return { own, foreign: foreign as Owned };
}

test("a product of a store is made, changed and deleted, and the pack of it is opened", {
  tag: "@task-8",
}, async ({ page, portal, watch }) => {
  const sku = newSku("CPSL");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Produits des boutiques" }).click();
  await page.getByRole("link", { name: "Créer un produit" }).click();
  await expect(page.getByRole("combobox", { name: "Boutique" })).toBeFocused();

  await test.step("what is wrong is told at its field", async () => {
    await button(page, "Créer un produit").click();
    await expectRefused(page.getByRole("combobox", { name: "Boutique" }), "Ce champ est obligatoire.");
    await expectRefused(field(page, "Nom"), "Ce champ est obligatoire.");
    await choose(page, /^Boutique/, "Aurore Merch");
    await field(page, "Nom").fill("T-shirt de tournée");
    await field(page, "Description").fill("Coton bio, imprimé à Lyon.");
    await field(page, "Référence (SKU)").fill(sku);
    await field(page, "EAN").fill("1234567890123");
    await button(page, "Créer un produit").click();
    await expectRefused(field(page, "EAN"), "EAN incorrect.");
    await expect(page.getByText("Choisissez l’image du produit.")).toBeVisible();
    await field(page, "EAN").fill("3760000000017");
    await expectAccessible(page);
  });

  await test.step("made, it shows its picture and can be found", async () => {
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "maillot.png", mimeType: "image/png", buffer: PIXEL });
    await expect(page.getByRole("img", { name: "Image choisie" })).toBeVisible();
    await button(page, "Créer un produit").click();
    await expect(title(page, "T-shirt de tournée")).toBeVisible();
    await expectAccessible(page);
    const picture = page.getByRole("img", { name: "T-shirt de tournée" });
    // It is shown before it is there.
    await expect(picture).toHaveJSProperty("naturalWidth", 1);
    await page.goto("/admin/store-product");
    await searchFor(page, sku);
    await expect(line(page, "T-shirt de tournée")).toContainText("Aurore Merch");
  });

  await test.step("changed, its history tells it", async () => {
    await page.getByRole("link", { name: "T-shirt de tournée" }).click();
    await page.getByRole("link", { name: "Modifier", exact: true }).click();
    await field(page, "Nom").fill("T-shirt de la tournée");
    await field(page, "Poids").fill("210");
    await expectAccessible(page);
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le produit a été enregistré")).toBeVisible();
    await page.getByRole("link", { name: "T-shirt de la tournée" }).first().click();
    await expect(card(page, "Variantes")).toContainText("210 g");
    await expect(card(page, "Historique")).toContainText("210 g");
  });

  await test.step("a pack of it has a page, from which it is changed", async () => {
    const api = await apiAs(portal, PEOPLE.admin);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { store, variants } = await api<Owned & { store: { id: string }; variants: { id: string }[] }>(
      "GET",
      `/product/${id}`,
    );
    const name = "Pack de la tournée";
    const components = [{ name, sku, quantity: 2, externalVariantId: variants[0]?.id }];
    await api("POST", "/bundle", { storeId: store.id, sku: newSku("CPSLSB"), name, components });
    await page.reload();
    await card(page, "Dans les packs").getByRole("link", { name }).click();
    await expect(title(page, name)).toBeVisible();
    await expect(card(page, "Composants")).toContainText(sku);
    const pack = page.url();
    await page.getByRole("link", { name: "Créer son produit" }).click();
    await expect(field(page, "Nom")).toHaveValue(name);
    await expect(field(page, "Référence (SKU)")).toHaveValue(/^CPSLSB-/);
    await field(page, "Description").fill("Deux maillots, un seul colis.");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "pack.png", mimeType: "image/png", buffer: PIXEL });
    await expect(page.getByRole("img", { name: "Image choisie" })).toBeVisible();
    await button(page, "Créer un produit").click();
    await expect(title(page, name)).toBeVisible();
    await page.goto(pack);
    // It has a picture from now on, and its product's way to the shop.
    await expect(page.getByRole("img", { name })).toHaveJSProperty("naturalWidth", 1);
    await expect(page.getByRole("link", { name: "Créer son produit" })).toHaveCount(0);
    await page.getByRole("link", { name: "Modifier le pack" }).click();
    await expect(page.getByRole("textbox", { name: "Quantité" })).toHaveValue("2");
    await page.goto(`/admin/store-product/${id}`);
  });

  await test.step("deleted, it comes back", async () => {
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(title(page, "Produits des boutiques")).toBeVisible();
    await button(page, "Annuler l’action").click();
    await searchFor(page, sku);
    await expect(line(page, "T-shirt de la tournée")).toBeVisible();
  });

  await test.step("a SKU that is taken is told at its field", async () => {
    await page.goto("/admin/store-product/create");
    await choose(page, /^Boutique/, "Aurore Merch");
    await field(page, "Nom").fill("Un autre");
    await field(page, "Description").fill("Le même, en bleu.");
    await field(page, "Référence (SKU)").fill(sku);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "autre.png", mimeType: "image/png", buffer: PIXEL });
    await expect(page.getByRole("img", { name: "Image choisie" })).toBeVisible();
    watch.tolerate(/status of 409/);
    await button(page, "Créer un produit").click();
    await expect(field(page, "Référence (SKU)")).toHaveAttribute("aria-invalid", "true");
  });
});

test("products are pulled again, and followed", async ({ page, portal }) => {
  await signIn(page, portal, "admin", "/admin/store-product");
  await button(page, "Synchroniser les produits").click();
  const shown = await activity(page);
  await expect(shown.getByText("Terminé").first()).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press("Escape");
  await button(page, "Autres synchronisations").click();
  await page.getByRole("menuitem", { name: "Synchroniser les poids" }).click();
  const weights = page.getByRole("dialog", { name: "Synchroniser les poids" });
  await weights.getByRole("button", { name: "Synchroniser les poids" }).click();
  await expect(weights).toBeHidden();
  await expect(await activity(page)).toBeVisible();
});

test("a bundle of a store is made and deleted", async ({ page, portal, watch }) => {
  const sku = newSku("CPSLSB");
  const api = await apiAs(portal, PEOPLE.admin);
  const article = await first<Owned>(api, "/variant");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Packs", exact: true }).click();
  await page.getByRole("link", { name: "Créer un pack" }).first().click();

  await test.step("what is wrong is told at its field", async () => {
    await button(page, "Créer un pack").click();
    await expectRefused(page.getByRole("combobox", { name: "Boutique" }), "Ce champ est obligatoire.");
    await expectRefused(field(page, "Nom"), "Ce champ est obligatoire.");
    await choose(page, /^Boutique/, article.store.name);
    await field(page, "Nom").fill("Pack de l’été");
    await field(page, "Référence (SKU)").fill("ETE");
    await page.getByRole("combobox", { name: "Article" }).click();
    await page.getByRole("option").first().click();
    await page.getByRole("textbox", { name: "Quantité" }).fill("0");
    await button(page, "Créer un pack").click();
    await expect(page.getByRole("textbox", { name: "Quantité" })).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("textbox", { name: "Quantité" }).fill("2");
    watch.tolerate(/status of 400/);
    await button(page, "Créer un pack").click();
    await expect(field(page, "Référence (SKU)")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
  });

  await test.step("made, its page shows what it holds, and it is changed", async () => {
    await field(page, "Référence (SKU)").fill(sku);
    await button(page, "Créer un pack").click();
    await expect(title(page, "Pack de l’été")).toBeVisible();
    await expect(card(page, "Composants").getByRole("row")).toHaveCount(2);
    await expect(card(page, "Stock possible")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Modifier le pack" }).click();
    await page.getByRole("textbox", { name: "Quantité" }).fill("3");
    await expectAccessible(page);
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le pack a été enregistré")).toBeVisible();
    await page.getByRole("link", { name: "Pack de l’été" }).first().click();
    await expect(card(page, "Historique")).toContainText("3 × ");
  });

  await test.step("it stands in the list with its components", async () => {
    await page.getByRole("link", { name: "Packs", exact: true }).first().click();
    await searchFor(page, sku);
    const row = line(page, "Pack de l’été");
    await expect(row).toContainText(article.store.name);
    await row.getByRole("button", { name: /1 composant/ }).click();
    await expect(page.getByRole("dialog", { name: /Composants de/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("deleted, it is gone", async () => {
    await button(page, "Actions sur le pack Pack de l’été").click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Le pack « Pack de l’été » a été supprimé")).toBeVisible();
    await expect(line(page, "Pack de l’été")).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await expect(line(page, "Pack de l’été")).toBeVisible();
  });
});

test("a merchant sees their own products, shipments and tickets, and nobody else's", async ({
  page,
  portal,
  watch,
}) => {
  await signIn(page, portal, "customer");
  const home = new URL(page.url()).pathname;
  watch.tolerate(/status of 404/);
  const kinds = [
    { path: "store-product", calls: "/product", menu: "Produits des boutiques" },
    { path: "ticket", calls: "/ticket", menu: "Tickets" },
  ];
  for (const { path, calls, menu } of kinds) {
    await test.step(path, async () => {
      const { own, foreign } = await ownAndForeign(portal, calls);
      await page.getByRole("link", { name: menu }).click();
      await expect(page.getByRole("row").nth(1)).toBeVisible();
      // Staff's ways to change something are not theirs.
      await expect(page.getByRole("button", { name: /^Synchroniser/ })).toHaveCount(0);
      await expect(page.getByRole("link", { name: /^Créer/ })).toHaveCount(0);
      await page.goto(`${home}/${path}/${own.id}`);
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(NOT_FOUND);
      await page.goto(`${home}/${path}/${foreign.id}`);
      await expect(title(page, NOT_FOUND)).toBeVisible();
    });
  }
  await test.step("inbound-shipment", async () => {
    const own = await first<{ id: string }>(await apiAs(portal, PEOPLE.customer), "/inbound-shipment");
    const all = await (await apiAs(portal, PEOPLE.admin))<{ id: string }[]>("GET", "/inbound-shipment");
    const mine = await (await apiAs(portal, PEOPLE.customer))<{ id: string }[]>("GET", "/inbound-shipment");
    const foreign = all.find(({ id }) => mine.every((each) => each.id !== id));
    await page.getByRole("link", { name: "Réceptions" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.goto(`${home}/inbound-shipment/${own.id}`);
    await expect(card(page, "Articles").getByRole("row").nth(1)).toBeVisible();
    await page.goto(`${home}/inbound-shipment/${foreign?.id}`);
    await expect(title(page, NOT_FOUND)).toBeVisible();
  });
});

test("staff without the permission find no way in", async ({ page, portal, another, watch }) => {
  watch.tolerate(/status of 40[34]/);
  await signInAs(page, portal, await staff(portal, "Comptable", ["READ_ORDER"]));
  for (const path of ["store-product", "bundle", "bundle/create", "store-product/create", "developer/job"]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByText(FORBIDDEN)).toBeVisible();
  }
  const workshop = await another();
  await signIn(workshop, portal, "factory");
  const home = new URL(workshop.url()).pathname;
  for (const path of ["store-product", "ticket", "inbound-shipment"]) {
    await expect(workshop.getByRole("link", { name: /Produits|Tickets|Réceptions/ })).toHaveCount(0);
    await workshop.goto(`${home}/${path}`);
    await expect(title(workshop, NOT_FOUND)).toBeVisible();
  }
});

test("a ticket is read with its conversation and what it costs", async ({ page, portal }) => {
  const api = await apiAs(portal, PEOPLE.admin);
  await first(api, "/ticket");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Tickets", exact: true }).click();
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(card(page, "Conversation")).toBeVisible();
  await expect(card(page, "Facturation")).toContainText("Montant à facturer HT");
  await expectAccessible(page);
  await page.goBack();
  // The desk lets so few calls through that it lasts.
  await button(page, "Synchroniser les tickets").click();
  await expect(await activity(page)).toBeVisible();
});

test("a record is audited, changed, and taken out again", async ({ page, portal, watch }) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const store = ((await api("GET", ALL_STORES)) as unknown as { id: string; name: string }[]).find(
    ({ name }) => name === "Lune",
  );
  await signIn(page, portal, "admin", `/admin/store/${store?.id}?tab=charts`);
  await page.getByRole("link", { name: "Ajouter un disque" }).click();

  await test.step("what is wrong is told at its field", async () => {
    await expect(field(page, "Nom")).toBeFocused();
    await button(page, "Ajouter un disque").click();
    await expectRefused(field(page, "Nom"), "Ce champ est obligatoire.");
    await expectRefused(field(page, "Référence (SKU)"), /Ce champ est obligatoire/);
    await expectRefused(field(page, "Code-barres"), /Ce champ est obligatoire/);
    // An article that the store has tells the rest.
    const filters = [{ field: "storeId", values: [store?.id] }];
    const cursor = btoa(JSON.stringify({ take: 1, filters }));
    const { sku } = await first<{ sku: string }>(api, `/variant?cursor=${cursor}`);
    await field(page, "Référence (SKU)").fill(sku);
    await expect(field(page, "Nom")).toHaveValue(/./);
    await expect(field(page, "Code-barres")).toHaveValue(/./);
    await field(page, "Nom").fill("Nuit blanche (LP)");
    await field(page, "Référence (SKU)").fill("NUIT-1");
    await field(page, "Code-barres").fill("123");
    await choose(page, /^Support/, "Vinyle");
    watch.tolerate(/status of 400/);
    await button(page, "Ajouter un disque").click();
    await expect(field(page, "Code-barres")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
  });

  await test.step("added, changed, deleted, and brought back", async () => {
    await field(page, "Code-barres").fill("3760000000024");
    await button(page, "Ajouter un disque").click();
    await expect(page.getByText("Le disque « Nuit blanche (LP) » a été ajouté")).toBeVisible();
    await line(page, "Nuit blanche (LP)").getByRole("link").first().click();
    await field(page, "Artiste").fill("Nora K");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le disque a été enregistré")).toBeVisible();
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Le disque « Nuit blanche (LP) » a été supprimé")).toBeVisible();
    await button(page, "Annuler l’action").click();
    await expect(line(page, "Nuit blanche (LP)")).toBeVisible();
  });
});
