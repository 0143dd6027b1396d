import {
  ALL_STORES,
  addArticle,
  button,
  card,
  chooseCarrier,
  control,
  euros,
  FORBIDDEN,
  field,
  fillRecipient,
  first,
  line,
  merchant,
  searchFor,
  stocked,
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
  signIn,
  signInAs,
  test,
} from "./portal";

test("the staff make an order, and see the provider take it", { tag: "@task-12" }, async ({
  page,
  portal,
  watch,
}) => {
  const { store, sku } = await stocked(portal);
  const reference = unique("E2E").slice(-20);
  let price = Number.NaN;
  await signIn(page, portal, "admin", "/admin/order");
  await page.getByRole("link", { name: "Créer une commande" }).click();
  await expect(title(page, "Nouvelle commande")).toBeVisible();
  await expect(page.getByText("Choisissez d’abord une boutique.").first()).toBeVisible();

  await test.step("what is wrong is told at its field", async () => {
    await button(page, "Créer une commande").click();
    await expectRefused(page.getByRole("combobox", { name: "Boutique" }), "Ce champ est obligatoire.");
    await expectRefused(field(page, "Référence"), "Ce champ est obligatoire.");
    await expectRefused(field(page, "E-mail"), "Ce champ est obligatoire.");
    await expect(page.getByText("Vous n’avez encore ajouté aucun article.")).toBeVisible();
    await choose(page, /^Boutique/, store);
    await field(page, "Référence").fill(reference);
    await fillRecipient(page);
    await expect(page.getByText("Ajoutez un article et choisissez le pays")).toBeVisible();
    await addArticle(page, sku);
  });

  await test.step("carriers are offered with their price, and why it is what it is; one has to be taken", async () => {
    const shipping = card(page, "Livraison");
    await expect(shipping.getByRole("radio").first()).toBeVisible();
    await expect(shipping).toContainText("Poids facturable");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await test.step("without its shipping the order has no total yet, and says so", async () => {
      const sums = page.getByRole("group", { name: "Total" }).getByRole("row");
      await expect(sums.filter({ hasText: "Livraison" })).toContainText("À déterminer");
      await expect(sums.filter({ hasText: "Total HT" })).toContainText("À déterminer");
      await expect(sums.filter({ hasText: "Total HT" })).not.toContainText("€");
    });
    await button(page, "Créer une commande").click();
    await expect(shipping).toContainText("Ce champ est obligatoire.");
    price = await chooseCarrier(page, "Livraison à domicile");
    const explanation = page.getByRole("group", { name: "Calcul du prix de livraison" });
    for (const line of ["Tarif du transporteur", "Surcharge carburant", "Marge", "Prix HT"])
      await expect(explanation).toContainText(line);
    await expectAccessible(page);
  });

  await test.step("the total follows what is chosen", async () => {
    const total = page.getByRole("group", { name: "Total" });
    await expect(total).toContainText("Livraison à domicile");
    await expect(total).toContainText(euros(price + 500));
    await page.getByRole("switch", { name: "Achat par l’entreprise" }).check();
    await field(page, "Quantité").fill("3");
    await field(page, "Prix HT payé à la boutique").fill("8");
    await expect(total).toContainText("-19,00 €");
    await page.getByRole("switch", { name: "Sans frais d’envoi promotionnel" }).check();
    await expect(total).toContainText("-24,00 €");
    await expect(total).toContainText("Payé à la boutique");
    await page.getByRole("switch", { name: "Achat par l’entreprise" }).uncheck();
    await page.getByRole("switch", { name: "Sans frais d’envoi promotionnel" }).uncheck();
    await field(page, "Quantité").fill("1");
    await choose(page, /^Pays/, "Suisse");
    await expect(page.getByText("Des droits de douane peuvent s’appliquer")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Point relais" })).toBeDisabled();
    await expect(card(page, "Livraison")).toContainText("Ne dessert pas ce pays.");
    await choose(page, /^Pays/, /^France$/);
    await expect(total).toContainText(euros(price + 500));
  });

  const api = await apiAs(portal, PEOPLE.admin);
  const stores = await api<{ id: string; name: string }[]>("GET", ALL_STORES);
  const settings = `/store/${stores.find(({ name }) => name === store)?.id}/shipping/settings`;
  const { updatedAt: _, ...agreed } = await api<{ updatedAt: string }>("GET", settings);
  await test.step("a price that moved meanwhile is shown before the order is made", async () => {
    await api("PUT", settings, { ...agreed, additionalCost: "1.65" });
    watch.tolerate(/status of 400/);
    await button(page, "Créer une commande").click();
    await expect(card(page, "Livraison")).toContainText("Ce prix a changé");
    await expect(page.getByRole("group", { name: "Total" })).toContainText(euros(price + 600));
    await expectAccessible(page);
  });

  await test.step("confirmed, it is made at that price and at the provider shortly after", async () => {
    await button(page, "Créer une commande").click();
    await expect(title(page, `Commande ${reference}`)).toBeVisible();
    await api("PUT", settings, agreed);
    const push = card(page, "Envoi au prestataire");
    await expect(push).toContainText("Reçue par le prestataire", { timeout: 40_000 });
    const amounts = card(page, "Montants");
    await expect(amounts).toContainText(euros(price + 600));
    await expect(card(page, "Prix de livraison")).toContainText("Surcharge carburant");
    await expectAccessible(page);
  });

  await test.step("a reference is taken once", async () => {
    await page.goto("/admin/order/create");
    await choose(page, /^Boutique/, store);
    await field(page, "Référence").fill(reference);
    await fillRecipient(page);
    await addArticle(page, sku);
    await chooseCarrier(page, "Livraison à domicile");
    await button(page, "Créer une commande").click();
    await expectRefused(field(page, "Référence"), "Cette valeur existe déjà.");
  });

  await test.step("whose it is stays, why it was made may change", async () => {
    await page.goto("/admin/order");
    await searchFor(page, reference);
    await page.getByRole("link", { name: reference, exact: true }).click();
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Modifier le rattachement" }).click();
    const window = page.getByRole("dialog", { name: "Rattachement de la commande" });
    await expect(window).toContainText(store);
    await choose(window, /^Origine/, "Vente");
    await button(page, "Enregistrer").click();
    await expect(window).toBeHidden();
    await expect(card(page, "Commande")).toContainText("Vente");
  });
});

test("a customer orders from their own store, as they are charged", async ({ page, portal }) => {
  const { store, sku } = await stocked(portal);
  const reference = unique("CLI").slice(-20);
  await signIn(page, portal, "customer");
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await page.getByRole("link", { name: "Créer une commande" }).click();
  await expect(title(page, "Nouvelle commande")).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Boutique" }).click();
  await expect(page.getByRole("option", { name: "Aurore" }).first()).toBeVisible();
  await expect(page.getByRole("option", { name: "Nova Wear" })).toHaveCount(0);
  await page.getByRole("option", { name: store }).click();
  await field(page, "Référence").fill(reference);
  await fillRecipient(page);
  await addArticle(page, sku);
  await chooseCarrier(page, "Livraison à domicile");
  await button(page, "Créer une commande").click();
  await expect(page).toHaveURL(/\/customer\/[^/]+\/order\/[0-9a-f-]{36}$/);
  await expect(title(page, `Commande ${reference}`)).toBeVisible();
  await expect(card(page, "Envoi au prestataire")).toContainText("Reçue par le prestataire", {
    timeout: 40_000,
  });
  // Whose it is, staff say.
  await expect(button(page, "Autres actions")).toHaveCount(0);
});

test("what the provider refuses is told in words, and can be sent again", async ({ page, portal }) => {
  const { store, sku } = await stocked(portal);
  const reference = unique("REF").slice(-20);
  await signIn(page, portal, "admin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/order/create");
  await choose(page, /^Boutique/, store);
  await field(page, "Référence").fill(reference);
  await fillRecipient(page);
  await addArticle(page, sku);
  await chooseCarrier(page, "Livraison à domicile");
  await trouble(portal, "bigblue", "forbidden");
  await button(page, "Créer une commande").click();
  const push = card(page, "Envoi au prestataire");
  await expect(push).toContainText("Échec de l’envoi", { timeout: 40_000 });
  await expect(page.getByText("Le prestataire n’a pas pris la commande")).toBeVisible();
  const steps = page.getByRole("list", { name: "Étapes de la commande" });
  await expect(steps.getByRole("listitem").nth(1)).toContainText("Réception par le prestataire");
  await expect(steps).toContainText("En attente");
  await expectAccessible(page);
  await trouble(portal, "bigblue", "none");

  await test.step("its address is corrected, and it is sent there", async () => {
    await button(page, "Corriger l’adresse").click();
    const window = page.getByRole("dialog", { name: "Corriger l’adresse de livraison" });
    const street = window.getByRole("textbox", { name: "Adresse", exact: true });
    await street.fill("");
    await window.getByRole("button", { name: "Enregistrer et renvoyer" }).click();
    await expectRefused(street, "Ce champ est obligatoire.");
    await expectAccessible(page);
    await street.fill("3 rue Neuve");
    await window.getByRole("button", { name: "Enregistrer et renvoyer" }).click();
    await expect(window).toBeHidden();
    await expect(push).toContainText("Reçue par le prestataire", { timeout: 40_000 });
    await expect(card(page, "Adresse de livraison")).toContainText("3 rue Neuve");
    await expect(card(page, "Historique")).toContainText("3 rue Neuve");
    await expect(steps).toContainText("Reçue par le prestataire");
    await expect(steps.getByRole("listitem").nth(2)).toContainText("Prochaine étape");
    await expect(button(page, "Corriger l’adresse")).toHaveCount(0);
    await expectAccessible(page);
  });
});

test("a store without a provider keeps the order; who may not write is not offered to", async ({
  page,
  portal,
  another,
}) => {
  const { store, user } = await merchant(portal, unique("Sans entrepôt"));
  const reader = await user("Lecture seule", ["READ_ORDER", "READ_PRODUCT", "READ_STORE"]);
  await signIn(page, portal, "admin", "/admin/order/create");
  await choose(page, /^Boutique/, store.name);
  await expect(page.getByText("Aucun prestataire logistique")).toBeVisible();
  const theirs = await another();
  await signInAs(theirs, portal, reader.email);
  await theirs.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(title(theirs, "Commandes")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Créer une commande" })).toHaveCount(0);
  await theirs.goto(`${theirs.url()}/create`);
  await expect(title(theirs, FORBIDDEN)).toBeVisible();
});

test("an order that stands still at its provider says why, is put right there, and goes on", {
  tag: "@task-1",
}, async ({ page, portal, watch }) => {
  // What the provider refuses.
  watch.tolerate(/status of 400 .*\/address$/);
  const admin = await apiAs(portal, PEOPLE.admin);
  interface Order {
    id: string;
    providerId: string;
    reference: string;
    status: string;
    store: { id: string };
    lines: { sku: string; quantity: number }[];
  }
  const filters = [
    { field: "status", values: ["PENDING"] },
    { field: "provider", values: ["bigblue"] },
  ];
  const cursor = btoa(JSON.stringify({ take: 1, filters }));
  const { id, providerId, reference, store } = await first<Order>(admin, `/order?cursor=${cursor}`);
  /** It stands still there, and the portal hears of it. */
  const stop = async (status: string) => {
    await control(portal, "bigblue", "stop", { id: providerId, status });
    await admin("POST", "/order/synchronize", {});
    const read = async () => (await admin<Order>("GET", `/order/${id}`)).status;
    await expect.poll(read, { timeout: 60_000 }).toBe(status);
  };
  const street = `${Date.now() % 9_000} rue du Phare`;
  await stop("EXCEPTION");
  await signIn(page, portal, "admin", "/admin/order");
  const stuck = page.getByText("L’adresse de livraison est introuvable");

  await test.step("the list says why, and so does the order, in the reader's language", async () => {
    await searchFor(page, reference);
    // Another store may have one of this reference.
    const row = line(page, reference).filter({ hasText: /Anomalie.*Adresse introuvable/ });
    await expect(row).toHaveCount(1);
    await row.getByRole("link", { name: reference, exact: true }).click();
    await expect(stuck).toBeVisible();
    await expect(page.getByText("could not be resolved")).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("what the provider does not take is told at its field", async () => {
    await button(page, "Corriger l’adresse").click();
    const window = page.getByRole("dialog", { name: "Corriger l’adresse de livraison" });
    const field = window.getByRole("textbox", { name: "Adresse", exact: true });
    await field.fill("x".repeat(36));
    await window.getByRole("button", { name: "Enregistrer" }).click();
    await expectRefused(field, "Trop long ou trop grand.");
    await expectAccessible(page);
    await field.fill(street);
    await window.getByRole("button", { name: "Enregistrer" }).click();
    await expect(window).toBeHidden();
    await expect(stuck).toHaveCount(0);
    await expect(card(page, "Adresse de livraison")).toContainText(street);
    await expect(card(page, "Historique")).toContainText(street);
    await expectAccessible(page);
  });

  await test.step("a missing article is replaced by another one of the store's", async () => {
    await stop("BACKORDER");
    await page.reload();
    const short = page.getByText("Des articles manquent en stock");
    await expect(short).toBeVisible();
    const order = await admin<Order>("GET", `/order/${id}`);
    const skus = order.lines.map(({ sku }) => sku);
    const variants = btoa(JSON.stringify({ take: 100, filters: [{ field: "storeId", values: [store.id] }] }));
    const articles = await admin<{ sku: string }[]>("GET", `/variant?cursor=${variants}`);
    // The warehouse does not know what other journeys made.
    const isKnown = (sku: string) => /^[A-Z]{4}-000\d{3}-\w{4}$/.test(sku) && !skus.includes(sku);
    const other = articles.find(({ sku }) => isKnown(sku))?.sku ?? "";
    await button(page, "Remplacer un article").click();
    const window = page.getByRole("dialog", { name: "Remplacer ou corriger les articles" });
    await expect(window.getByText("Rien ne change pour l’instant")).toBeVisible();
    const box = window.getByRole("combobox", { name: "Article" }).first();
    await box.fill(other);
    await page.getByRole("option", { name: other }).click();
    await expect(window.getByText(/→/)).toBeVisible();
    await expectAccessible(page);
    await window.getByRole("button", { name: "Enregistrer" }).click();
    await expect(window).toBeHidden();
    await expect(card(page, "Articles")).toContainText(other);
    await expect(card(page, "Historique")).toContainText(other);
    await expectAccessible(page);
  });
});
