import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  activity,
  button,
  card,
  FORBIDDEN,
  first,
  line,
  NOT_FOUND,
  newSku,
  searchFor,
  staff,
  title,
  trouble,
  unique,
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

interface Sku {
  sku: string;
}

/** Puts a file into the field of an import. */
const give = (page: Page, name: string, csv: string) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(csv, "utf8") });

const COLUMNS = "SKU,Name,Description,Barcode,Value,Currency,TariffNumber,OriginCountry,CustomsDescription";

test("a product is made at Bigblue, changed, and not deleted there", async ({ page, portal, watch }) => {
  const sku = newSku("MUSI");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Produits Bigblue" }).click();
  await page.getByRole("link", { name: "Créer un produit" }).click();
  await expect(title(page, "Nouveau produit")).toBeVisible();

  await test.step("what is wrong is told at its field", async () => {
    await expect(field(page, "Référence")).toBeFocused();
    await button(page, "Créer un produit").click();
    await expectRefused(field(page, "Référence"), /Ce champ est obligatoire/);
    await expectRefused(field(page, "Nom"), "Ce champ est obligatoire.");
    await field(page, "Référence").fill("pas une référence");
    await field(page, "Nom").fill("Tote bag écru");
    await page.getByRole("textbox", { name: "Valeur en douane" }).fill("abc");
    await button(page, "Créer un produit").click();
    await expectRefused(page.getByRole("textbox", { name: "Valeur en douane" }), /n’est pas un nombre/);
    await page.getByRole("textbox", { name: "Valeur en douane" }).fill("4,50");
    await field(page, "Devise").fill("EUR");
    watch.tolerate(/status of 400/);
    await button(page, "Créer un produit").click();
    await expect(field(page, "Référence")).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
  });

  await test.step("made, it has a page of its own", async () => {
    await field(page, "Référence").fill(sku);
    await button(page, "Créer un produit").click();
    await expect(title(page, "Tote bag écru")).toBeVisible();
    await expect(card(page, "Stock").getByText(sku)).toBeVisible();
  });

  await test.step("a change lasts", async () => {
    await field(page, "Nom").fill("Tote bag noir");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le produit a été enregistré chez Bigblue")).toBeVisible();
    await page.reload();
    await expect(title(page, "Tote bag noir")).toBeVisible();
  });

  await test.step("a SKU that is taken is told at its field", async () => {
    await page.goto("/admin/bigblue/product/create");
    await field(page, "Référence").fill(sku);
    await field(page, "Nom").fill("Un autre");
    watch.tolerate(/status of 409/);
    await button(page, "Créer un produit").click();
    await expect(field(page, "Référence")).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("Bigblue deletes none, and says so", async () => {
    await page.goto(`/admin/bigblue/product/${sku}`);
    watch.tolerate(/status of 422/);
    await button(page, "Supprimer").click();
    const question = page.getByRole("dialog", { name: `Supprimer ${sku} ?` });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText(`${sku} n’a pas été supprimé`)).toBeVisible();
    await expect(title(page, "Tote bag noir")).toBeVisible();
  });
});

test("a file of products is checked before it may run, and exported again", { tag: "@task-10" }, async ({
  page,
  portal,
}) => {
  const sku = newSku("MUSI");
  await signIn(page, portal, "admin", "/admin/bigblue/product/import");
  const start = button(page, "Importer");
  await expect(start).toBeDisabled();
  await test.step("there is a template", async () => {
    const template = page.waitForEvent("download");
    await button(page, "Télécharger le modèle").click();
    const file = readFileSync(await (await template).path(), "utf8");
    expect(file).toMatch(/^\uFEFF?SKU.Name.Description.Barcode/);
  });

  await test.step("faults name their line, column and the allowed form, and nothing runs", async () => {
    await give(page, "faux.csv", `${COLUMNS}\nnimporte,Un,,,4.50,EUR,,FR,\n${sku},,,,x,EUR,,FR,\n`);
    const faults = card(page, "Erreurs");
    await expect(faults.getByRole("row").nth(1)).toContainText("2");
    await expect(faults.getByRole("row").nth(1)).toContainText("SKU");
    await expect(faults.getByRole("row").nth(1)).toContainText("ABCD-000042-000M");
    await expect(faults.getByRole("row").filter({ hasText: "Value" })).toContainText("3");
    await expect(start).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step("without faults it runs", async () => {
    await give(page, "juste.csv", `${COLUMNS}\n${sku},Affiche A2,,,4.50,EUR,,FR,Poster\n`);
    await expect(page.getByText("1 ligne vérifiée : aucune erreur.")).toBeVisible();
    await start.click();
    await expect(page.getByRole("status").filter({ hasText: "Créés : 1" })).toBeVisible({ timeout: 30_000 });
    const downloading = page.waitForEvent("download");
    await button(page, "Télécharger le rapport").click();
    const report = readFileSync(await (await downloading).path(), "utf8");
    expect(report).toContain(`2;${sku};créé;`);
    await expectAccessible(page);
  });

  await test.step("it is there, and in the file of an export", async () => {
    await page.goto(`/admin/bigblue/product/${sku}`);
    await expect(title(page, "Affiche A2")).toBeVisible();
    await page.goto("/admin/bigblue/product");
    await page.getByRole("link", { name: "Exporter les produits" }).click();
    const downloading = page.waitForEvent("download");
    await button(page, "Exporter").click();
    const file = readFileSync(await (await downloading).path(), "utf8");
    expect(file).toContain("SKU,Name,Description");
    expect(file).toContain(`${sku},Affiche A2`);
  });
});

test("a large import goes on without its page, which shows it again and gives its report", {
  tag: "@task-4",
}, async ({ page, portal }) => {
  const skus = Array.from({ length: 120 }, () => newSku("MUSI"));
  const rows = skus.map((sku) => `${sku},Affiche A2,,,4.50,EUR,,FR,Poster`);
  await signIn(page, portal, "admin", "/admin/bigblue/product/import");
  await give(page, "catalogue.csv", [COLUMNS, ...rows].join("\n"));
  await expect(page.getByText("120 lignes vérifiées : aucune erreur.")).toBeVisible();
  await trouble(portal, "bigblue", "slow", { slow_ms: 700 });
  const bar = page.getByRole("progressbar", { name: "Importer des produits" });

  await test.step("it tells how far it is", async () => {
    await button(page, "Importer").click();
    await expect(page.getByText("Vous pouvez quitter cette page")).toBeVisible();
    await expect(page.getByText(/^\d+ sur 120$/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("left, it goes on, and the activity leads back to it", async () => {
    await page.goto("/admin/order");
    const shown = await activity(page);
    await expect(shown.getByRole("progressbar", { name: "Importer des produits" })).toBeVisible();
    await shown.getByRole("link", { name: "Importer des produits · Bigblue" }).click();
    await expect(bar).toBeVisible();
    await page.reload();
    await expect(bar).toBeVisible();
  });

  await test.step("its report has each row", async () => {
    await trouble(portal, "bigblue", "none");
    await expect(page.getByRole("status").filter({ hasText: "Créés : 120" })).toBeVisible({
      timeout: 90_000,
    });
    const downloading = page.waitForEvent("download");
    await button(page, "Télécharger le rapport").click();
    const report = readFileSync(await (await downloading).path(), "utf8");
    for (const [at, sku] of skus.entries()) expect(report).toContain(`${at + 2};${sku};créé;`);
  });
});

test("a bundle is put together with its preview in sight", async ({ page, portal, watch }) => {
  const sku = newSku("MUSIBU");
  const api = await apiAs(portal, PEOPLE.admin);
  const products = await api<Sku[]>("GET", "/bigblue/product?search=MUSI-");
  const [one = "", two = ""] = products.map((product) => product.sku);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Packs Bigblue" }).click();
  await page.getByRole("link", { name: "Créer un pack" }).click();
  const preview = card(page, "Aperçu");
  await expect(preview).toContainText("rien ne manque");

  await test.step("what is missing is told at its field", async () => {
    await button(page, "Créer un pack").click();
    await expectRefused(field(page, "Référence"), /Ce champ est obligatoire/);
    await expectRefused(field(page, /^Nom/).first(), "Ce champ est obligatoire.");
    await expect(page.getByText("Aucune option n’a été ajoutée.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the preview shows what a buyer gets", async () => {
    await field(page, "Référence").fill(sku);
    await field(page, /^Nom/).first().fill("Coffret d’hiver");
    await button(page, "Ajouter une option").click();
    const options = page.getByRole("group", { name: /^Options/ });
    await options.getByRole("textbox", { name: "Nom" }).fill("Édition");
    await options.getByRole("textbox", { name: "Valeur" }).fill("Hiver");
    const common = page.getByRole("group", { name: /^Produits communs/ });
    await common.getByRole("combobox", { name: "Produit" }).fill(one);
    await page.getByRole("option", { name: one }).click();
    await common.getByRole("textbox", { name: "Quantité" }).fill("2");
    await expect(preview.getByRole("row").nth(1)).toContainText(`2 × ${one}`);
    await button(page, "Ajouter une variante").click();
    await expect(preview).toContainText("rien ne manque");
    await field(page, "Titre de la variante").fill("Grande");
    const variants = page.getByRole("group", { name: /^Produits$|^Produits \*/ });
    await variants.getByRole("combobox", { name: "Produit" }).fill(two);
    await page.getByRole("option", { name: two }).click();
    await variants.getByRole("textbox", { name: "Quantité" }).fill("1");
    await expect(preview.getByRole("row").nth(1)).toContainText(`2 × ${one}, 1 × ${two}`);
    await expectAccessible(page);
  });

  await test.step("made, it is found in the list with its products", async () => {
    await button(page, "Créer un pack").click();
    await expect(title(page, "Coffret d’hiver")).toBeVisible();
    await page.getByRole("link", { name: "Packs Bigblue" }).first().click();
    await searchFor(page, sku);
    await expect(page.getByRole("row")).toHaveCount(2);
    await button(page, "Détails de Coffret d’hiver").click();
    await expect(page.getByRole("link", { name: `2 × ${one}` })).toBeVisible();
  });

  await test.step("Bigblue deletes none, and says so", async () => {
    await page.goto(`/admin/bigblue/bundle/${sku}`);
    watch.tolerate(/status of 422/);
    await button(page, "Supprimer").click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText(`${sku} n’a pas été supprimé`)).toBeVisible();
  });
});

test("bundles come from a file, and are paged by 20, 50 and 100", async ({ page, portal }) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const product = await first<Sku>(api, "/bigblue/product?search=MUSI-");
  const lines = Array.from(
    { length: 25 },
    () => `${newSku("MUSIBU")},Pack importé,,${product.sku},1,Édition,Une`,
  );
  await signIn(page, portal, "admin", "/admin/bigblue/bundle/import");
  const columns = "SKU,Name,Variant,ComponentSKU,Quantity,OptionName1,OptionValue1";
  await give(page, "packs.csv", [columns, ...lines].join("\n"));
  await expect(page.getByText("25 lignes vérifiées : aucune erreur.")).toBeVisible();
  await button(page, "Importer").click();
  await expect(page.getByRole("status").filter({ hasText: "Créés : 25" })).toBeVisible({ timeout: 60_000 });
  await page.goto("/admin/bigblue/bundle");
  await expect(page.getByRole("row")).toHaveCount(21);
  const size = page.getByRole("combobox", { name: "Lignes par page" });
  await size.selectOption("50");
  await expect(page.getByRole("row").nth(26)).toBeVisible();
  await size.selectOption("100");
  await expect(size).toHaveValue("100");
  await expect(page.getByRole("row").nth(26)).toBeVisible();
});

/** The latest shipment. */
async function shipment(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const found = await first<{ id: string; providerRef: string }>(api, "/inbound-shipment");
  return { api, found };
}

test("a shipment shows what arrived of each article, and whose it is", async ({ page, portal }) => {
  const { found, api } = await shipment(portal);
  const address = `/inbound-shipment/${found.id}`;
  const { units } = await api<{ units: (Sku & { expectedQuantity: number })[] }>("GET", address);
  const { sku = "", expectedQuantity } = units[0] ?? {};
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Réceptions Bigblue" }).click();
  await button(page, "Synchroniser").click();
  await expect(page.getByRole("button", { name: /^Tâches récentes/ })).toBeVisible();
  await searchFor(page, found.providerRef);
  // The heading's row, and the one that is looked for.
  await expect(page.getByRole("row")).toHaveCount(2);
  await line(page, found.providerRef).getByRole("link").first().click();
  await expect(line(page, sku)).toContainText(String(expectedQuantity));
  await expectAccessible(page);
  await page.getByRole("link", { name: "Rattachements" }).click();

  const mapping = page.getByRole("dialog", { name: "Ajouter un rattachement" });
  await test.step("what is missing is told at its field", async () => {
    await button(page, "Ajouter un rattachement").click();
    await mapping.getByRole("button", { name: "Enregistrer" }).click();
    await expectRefused(mapping.getByRole("textbox", { name: "Expression" }), /Ce champ est obligatoire/);
    await expectRefused(mapping.getByRole("combobox", { name: "Organisation" }), /Ce champ est obligatoire/);
    await expectAccessible(page);
  });

  await test.step("what an expression takes is seen before it is saved", async () => {
    await mapping.getByRole("textbox", { name: "Expression" }).fill("RIEN");
    await mapping.getByRole("button", { name: "Aperçu" }).click();
    await expect(mapping.getByText("Aucune unité de la réception ne correspond.")).toBeVisible();
    await mapping.getByRole("textbox", { name: "Expression" }).fill(sku);
    await mapping.getByRole("button", { name: "Aperçu" }).click();
    await expect(mapping.getByRole("row").filter({ hasText: sku })).toBeVisible();
    await mapping.getByRole("combobox", { name: "Organisation" }).fill("Studio");
    await page.getByRole("option", { name: "Studio Nova" }).click();
    await mapping.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Le rattachement a été enregistré")).toBeVisible();
    await expect(line(page, sku)).toContainText("Studio Nova");
  });

  await test.step("taken away again", async () => {
    await button(page, `Retirer ${sku}`).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click();
    await expect(page.getByText("Le rattachement a été retiré")).toBeVisible();
    await expect(line(page, sku)).toHaveCount(0);
  });
});

/** A carrier of Bigblue's with one price, 4.20 € for parcels of up to 500 g to France. */
async function pricedCarrier(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const name = unique("Transporteur");
  const carrier = await api("POST", "/shipping/carrier", { provider: "bigblue", name });
  const band = { carrierId: carrier.id, minWeight: 0, maxWeight: 500 };
  await api("POST", "/shipping/price", { ...band, countries: ["FR"], price: "4.20" });
  return { api, band, name, prices: `/admin/bigblue/shipping/price?carrier=${carrier.id}` };
}

test("a carrier is one of Bigblue's services, gets a price, and goes again", async ({
  page,
  portal,
  watch,
}) => {
  const name = unique("Colis");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Transporteurs Bigblue" }).click();
  await page.getByRole("link", { name: "Créer un transporteur" }).click();
  await button(page, "Créer un transporteur").click();
  await expectRefused(field(page, /^Nom/), "Ce champ est obligatoire.");
  await choose(page, /^Service du prestataire/, /\(pickup\)|pickup/);
  await field(page, /^Nom/).fill("Colissimo");
  watch.tolerate(/status of 409/);
  await button(page, "Créer un transporteur").click();
  await expectRefused(field(page, /^Nom/), /a déjà un transporteur de ce nom/);
  await field(page, /^Nom/).fill(name);
  await expectAccessible(page);
  await button(page, "Créer un transporteur").click();
  await expect(title(page, name)).toBeVisible();
  await expectAccessible(page);

  await test.step("without a price its grid says what to do", async () => {
    await page.getByRole("link", { name: "Voir les tarifs" }).click();
    await expect(page.getByRole("heading", { name: "Aucun prix ce jour-là" })).toBeVisible();
    await button(page, "Ajouter, Ajouter à la grille").click();
    await page.getByRole("menuitem", { name: "Un prix…" }).click();
    const window = page.getByRole("dialog", { name: "Nouveau prix" });
    await window.getByRole("combobox", { name: "Pays" }).fill("Belg");
    await page.getByRole("option", { name: "Belgique" }).click();
    await field(page, "Jusqu’à (inclus)").fill("0,5");
    await field(page, "Prix hors taxes").fill("0");
    await window.getByRole("button", { name: "Ajouter le prix" }).click();
    await expectRefused(field(page, "Prix hors taxes"), /0,01/);
    await expectAccessible(page);
    await field(page, "Prix hors taxes").fill("5,90");
    await window.getByRole("button", { name: "Ajouter le prix" }).click();
    await expect(page.getByText("Prix ajouté")).toBeVisible();
    await expect(line(page, "Belgique")).toContainText("5,90");
  });

  await test.step("deleted, it is in the list no more, until that is undone", async () => {
    await page.getByRole("link", { name: "Transporteurs Bigblue" }).click();
    await button(page, `Actions sur Transporteur ${name}`).click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(line(page, name)).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await expect(line(page, name)).toBeVisible();
  });
});

test("prices are pasted into the grid, looked at, saved at once, and stay", async ({
  page,
  portal,
  context,
  watch,
}) => {
  const { prices } = await pricedCarrier(portal);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, portal, "admin", prices);
  const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
  await expect(cell("4,20")).toBeVisible();

  await test.step("rows and columns are added", async () => {
    await button(page, "Ajouter, Ajouter à la grille").click();
    await page.getByRole("menuitem", { name: "Une tranche de poids…" }).click();
    await field(page, "Jusqu’à (inclus)").fill("1");
    await button(page, "Ajouter la tranche").click();
    await expect(page.getByRole("columnheader", { name: "0,5–1 kg" })).toBeVisible();
    await button(page, "Ajouter, Ajouter à la grille").click();
    await page.getByRole("menuitem", { name: "Des pays…" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Pays" }).fill("Ital");
    await page.getByRole("option", { name: "Italie" }).click();
    await page.keyboard.press("Tab");
    await button(page, "Ajouter les pays").click();
    await expect(line(page, "Italie")).toBeVisible();
  });

  await test.step("a block of a spreadsheet is laid over them", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("4,50\t5,60\n7.00\t8,25"));
    await cell("4,20").click();
    await page.keyboard.press("Control+v");
    await expect(cell("8,25")).toBeVisible();
    await expect(page.getByText("4 prix non enregistrés")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(cell("4,20")).toBeVisible();
    await page.keyboard.press("Control+Shift+z");
    await expect(cell("4,50")).toBeVisible();
  });

  await test.step("typed, marked where it is wrong, and raised", async () => {
    await cell("8,25").click();
    await page.keyboard.type("huit");
    await page.keyboard.press("Enter");
    await expect(cell("huit")).toHaveAttribute("aria-invalid", "true");
    await expect(button(page, "Vérifier et enregistrer")).toHaveAttribute("aria-disabled", "true");
    await button(page, "1 cellule à corriger").click();
    await page.keyboard.type("8");
    await page.keyboard.press("Tab");
    await cell("7,00").click();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText("2 cellules sélectionnées")).toBeVisible();
    await button(page, "Augmenter…").click();
    await field(page, /^Augmentation/).fill("10");
    await button(page, "Augmenter").click();
    await expect(cell("8,80")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the review tells old and new, and all is saved at once", async () => {
    await button(page, "Vérifier et enregistrer").click();
    const review = page.getByRole("dialog", { name: "Enregistrer 4 prix" });
    await expect(line(review, "4,50")).toContainText(/4,20\s€\s*4,50\s€\s*\+7,1/);
    await expectAccessible(page);
    await test.step("what they would have done is tried on orders first, and found again", async () => {
      await review.getByRole("button", { name: "Simuler sur les commandes" }).click();
      const simulation = page.getByRole("dialog", { name: "Simuler 4 prix" });
      await expectAccessible(page);
      await simulation.getByRole("button", { name: "Lancer la simulation" }).click();
      const opened = page.waitForEvent("popup");
      await review.getByRole("link", { name: "Voir la simulation" }).click();
      const result = await opened;
      watch.listen(result);
      await expect(title(result, /^Simulation de prix/)).toBeVisible();
      await expect(result.getByText("Commandes").first()).toBeVisible({ timeout: 30_000 });
      await result.getByRole("link", { name: "Simulations de prix" }).click();
      await expect(result.getByRole("row").filter({ hasText: "Camille Martin" }).first()).toContainText("4");
      await result.close();
    });
    await review.getByRole("button", { name: "Enregistrer 4 prix" }).click();
    await expect(page.getByText("4 prix ont été enregistrés")).toBeVisible();
    await page.reload();
    await expect(line(page, "France")).toContainText(/4,50\s*5,60/);
    await expect(line(page, "Italie")).toContainText(/7,70\s*8,80/);
  });
});

test("a price that moved meanwhile is refused at its cell; a tariff is entered ahead", async ({
  page,
  portal,
  watch,
}) => {
  const { api, band, prices } = await pricedCarrier(portal);
  await signIn(page, portal, "admin", prices);
  const cell = (name: string) => page.getByRole("gridcell", { name, exact: true });
  const type = async (over: string, price: string) => {
    await cell(over).click();
    await page.keyboard.type(price);
    await page.keyboard.press("Enter");
    await button(page, "Vérifier et enregistrer").click();
  };
  await type("4,20", "5");
  const change = { ...band, countryCode: "FR", was: "4.20", price: "4.40" };
  await api("POST", "/shipping/price/changes", { changes: [change] });
  watch.tolerate(/status of 400/);
  await button(page, "Enregistrer 1 prix").click();
  await expect(page.getByText(/1 prix a été refusé/)).toBeVisible();
  await expect(cell("5,00")).toHaveAttribute("title", /a changé entre-temps.*4,40\s€/);
  await expectAccessible(page);
  await button(page, "Vérifier et enregistrer").click();
  await button(page, "Enregistrer 1 prix").click();
  await expect(page.getByText("1 prix a été enregistré")).toBeVisible();

  await type("5,00", "6");
  await field(page, "Valable à partir du").fill("01/01/2999");
  await button(page, "Enregistrer 1 prix").click();
  const tariff = page.getByRole("combobox", { name: "Tarif affiché" });
  await expect(tariff).toHaveValue("2999-01-01");
  await expect(cell("6,00")).toBeVisible();
  await tariff.selectOption("");
  await expect(cell("5,00")).toBeVisible();
  await expect(page.getByText("saisi d’avance, à partir du 01/01/2999")).toBeVisible();
});

test("who may only read sees no way to change; others see nothing", async ({
  page,
  portal,
  another,
  watch,
}) => {
  const { found } = await shipment(portal);
  watch.tolerate(/status of 40[34]/);
  await signInAs(page, portal, await staff(portal, "Lecteur", ["READ_CONNECTOR"]));
  for (const list of ["product", "bundle"]) {
    await page.goto(`/admin/bigblue/${list}`);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByRole("link", { name: /^(Créer|Importer)/ })).toHaveCount(0);
  }
  await page.goto(`/admin/bigblue/inbound-shipment/${found.id}/mapping`);
  await expect(title(page, "Rattachements de la réception")).toBeVisible();
  await expect(button(page, "Ajouter un rattachement")).toHaveCount(0);
  await page.goto("/admin/bigblue/shipping/carrier");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("link", { name: "Créer un transporteur" })).toHaveCount(0);
  await page.goto("/admin/bigblue/shipping/price");
  await expect(page.getByRole("gridcell").nth(1)).toHaveAttribute("aria-readonly", "true");
  await expect(button(page, "Augmenter…")).toHaveCount(0);

  const stranger = await another();
  await signIn(stranger, portal, "customer", "/admin/bigblue/product");
  await expect(title(stranger, FORBIDDEN)).toBeVisible();
  await expect(stranger.getByRole("link", { name: /Bigblue/ })).toHaveCount(0);
});

test("what Bigblue does not answer is told in its place, and tried again", async ({
  page,
  portal,
  watch,
}) => {
  await signIn(page, portal, "admin");
  watch.tolerate(/status of (404|50\d)/);
  await page.goto("/admin/bigblue/product/MUSI-NONE00-NONE");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(NOT_FOUND);
  await expectAccessible(page);
  await trouble(portal, "bigblue", "errors500");
  await page.goto("/admin/bigblue/product/MUSI-NONE01-NONE");
  const again = button(page, "Réessayer");
  await expect(again).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);
  await trouble(portal, "bigblue", "none");
  await again.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(NOT_FOUND);
});
