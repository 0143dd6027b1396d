import type { Page } from "@playwright/test";
import {
  ALL_STORES,
  activity,
  button,
  card,
  FORBIDDEN,
  line,
  searchFor,
  staff,
  title,
  trouble,
} from "./parts";
import {
  type Answer,
  apiAs,
  choose,
  expect,
  expectAccessible,
  PEOPLE,
  type Portal,
  signIn,
  signInAs,
  test,
} from "./portal";

const SHOP = "demo-nova";

/** Asks the shop itself, as its owner, who waits where the portal has just spent what the shop answers at once. */
async function shop<T>(portal: Portal, query: string, variables: object = {}): Promise<T> {
  const given: { data?: T } = {};
  await expect(async () => {
    given.data = await ask<T>(portal, query, variables);
  }).toPass({ timeout: 60_000 });
  return given.data as T;
}

async function ask<T>(portal: Portal, query: string, variables: object): Promise<T> {
  const answer = await fetch(`${portal.providers.shopify}/${SHOP}/admin/api/2026-07/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": "shpat_demo_nova" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** A zone at the shop, with a rate; the portal's own begin with "Comptoir · ". */
async function giveZone(portal: Portal, name: string, country: string) {
  interface Profiles {
    deliveryProfiles: { nodes: { id: string; profileLocationGroups: { locationGroup: { id: string } }[] }[] };
  }
  const { deliveryProfiles } = await shop<Profiles>(
    portal,
    "{ deliveryProfiles(first: 1) { nodes { id profileLocationGroups { locationGroup { id } } } } }",
  );
  const [profile] = deliveryProfiles.nodes;
  const zone = {
    name,
    countries: [{ code: country, includeAllProvinces: true }],
    methodDefinitionsToCreate: [
      { name: "Standard", active: true, rateDefinition: { price: { amount: "9.90", currencyCode: "EUR" } } },
    ],
  };
  const group = profile?.profileLocationGroups[0]?.locationGroup.id;
  await shop(
    portal,
    `mutation Give($id: ID!, $profile: DeliveryProfileInput!) {
      deliveryProfileUpdate(id: $id, profile: $profile) { userErrors { message } } }`,
    {
      id: profile?.id,
      profile: { locationGroupsToUpdate: [{ id: group, zonesToCreate: [zone] }] },
    },
  );
}

interface ShopZone {
  zone: { id: string; name: string; countries: { code: { countryCode: string | null } }[] };
  methodDefinitions: { nodes: { name: string; rateProvider: { price?: { amount: string } } }[] };
}

/** What the shop has, as its owner sees it: its first zones, as many as one question may cost. */
async function zonesOf(portal: Portal) {
  interface Zones {
    deliveryProfiles: {
      nodes: { id: string; profileLocationGroups: { locationGroupZones: { nodes: ShopZone[] } }[] }[];
    };
  }
  const { deliveryProfiles } = await shop<Zones>(
    portal,
    `{ deliveryProfiles(first: 1) { nodes { id profileLocationGroups { locationGroupZones(first: 12) { nodes {
      zone { id name countries { code { countryCode } } }
      methodDefinitions(first: 16) { nodes { name rateProvider { ... on DeliveryRateDefinition { price { amount } } } } }
    } } } } } }`,
  );
  const [profile] = deliveryProfiles.nodes;
  const groups = profile?.profileLocationGroups ?? [];
  return { profile, zones: groups.flatMap(({ locationGroupZones }) => locationGroupZones.nodes) };
}

/** Takes a zone away at the shop, as its owner. */
async function takeZone(portal: Portal, name: string) {
  const { profile, zones } = await zonesOf(portal);
  const ids = zones.filter(({ zone }) => zone.name === name).map(({ zone }) => zone.id);
  await shop(
    portal,
    `mutation Take($id: ID!, $profile: DeliveryProfileInput!) {
      deliveryProfileUpdate(id: $id, profile: $profile) { userErrors { message } } }`,
    { id: profile?.id, profile: { zonesToDelete: ids } },
  );
}

async function openShop(page: Page, store: string) {
  await line(page, store).click();
  const dialog = page.getByRole("dialog", { name: store });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("each connected shop tells of its pulls, webhooks, markets and events", async ({
  page,
  portal,
  watch,
}) => {
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Intégration Shopify" }).click();
  await expect(title(page, "Intégration Shopify")).toBeVisible();
  await expect(line(page, "Nova Wear")).toContainText(SHOP);
  await expect(page.getByRole("row")).toHaveCount(3);
  await searchFor(page, "musi");
  await expect(page.getByRole("row")).toHaveCount(2);
  await searchFor(page, "");

  const dialog = await openShop(page, "Nova Wear");
  await expect(dialog.getByText("aucun webhook n’est enregistré")).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Marchés" })).toContainText("France");
  await expectAccessible(page);

  await test.step("webhooks are registered, and purged after a question", async () => {
    await dialog.getByRole("button", { name: "Enregistrer les webhooks" }).click();
    await expect(page.getByText("L’enregistrement des webhooks est en cours.")).toBeVisible();
    const webhooks = dialog.getByRole("group", { name: "Webhooks" });
    await expect(async () => {
      await page.reload();
      await openShop(page, "Nova Wear");
      await expect(webhooks).toContainText("orders/create", { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await dialog.getByRole("button", { name: "Purger les webhooks" }).click();
    const question = page.getByRole("dialog", { name: "Purger les webhooks ?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Purger les webhooks" }).click();
    await expect(page.getByText("La purge des webhooks est en cours.")).toBeVisible();
  });

  await test.step("a shop that does not answer says so in place, and can be asked again", async () => {
    watch.tolerate(/status of 50[234]/);
    await trouble(portal, "shopify", "errors500");
    await page.reload();
    await openShop(page, "Nova Wear");
    const alert = dialog.getByRole("region", { name: "Marchés" }).getByRole("alert");
    await expect(alert).toContainText("Le prestataire ne répond pas", { timeout: 60_000 });
    await expectAccessible(page);
    await trouble(portal, "shopify", "none");
    await alert.getByRole("button", { name: "Réessayer" }).click();
    await expect(dialog.getByRole("group", { name: "Marchés" })).toContainText("France");
  });
});

/** Opens the shipping fees of Nova Wear, as somebody finds them. */
async function openFees(page: Page) {
  await page.getByRole("link", { name: "Frais de port Shopify" }).click();
  await choose(page, /^Boutique/, "Nova Wear");
}

/** What is under way at a shop takes its time. */
const DEPLOYED = { timeout: 90_000 };

test("the countries of the portal's market are set, and its rates cleared", async ({ page, portal }) => {
  test.setTimeout(300_000);
  await giveZone(portal, "Comptoir · Suisse", "CH");
  await signIn(page, portal, "admin");
  await openFees(page);
  const rates = card(page, "Tarifs de la boutique en ce moment");
  await rates
    .getByText(/Suisse/)
    .first()
    .click();
  await expect(rates.getByRole("group", { name: /^Tarifs de la zone .*Suisse/ })).toContainText(/9,90\s€/);
  await expectAccessible(page);

  await test.step("countries", async () => {
    const markets = card(page, "Marchés");
    const ours = markets.getByRole("row").filter({ hasText: "Comptoir" });
    await markets.getByRole("button", { name: "Choisir les pays" }).click();
    const dialog = page.getByRole("dialog", { name: "Pays où Nova Wear vend par le portail" });
    for (const country of ["Grèce", "Portugal"]) {
      await dialog.getByRole("combobox", { name: "Pays" }).fill(country);
      await page.getByRole("option", { name: country }).click();
    }
    await page.keyboard.press("Tab");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Enregistrer les pays" }).click();
    await expect(dialog).toBeHidden();
    await expect(ours).toContainText("Portugal", DEPLOYED);
    // Asked for again, it says what the market holds, and lets go of it.
    await markets.getByRole("button", { name: "Choisir les pays" }).click();
    await expect(dialog.getByText("Portugal")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Pays" }).press("Backspace");
    // The list of countries lies over the button while the field has the focus.
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Enregistrer les pays" }).click();
    await expect(ours).not.toContainText("Portugal", DEPLOYED);
    await expect(ours).toContainText("Grèce");
  });

  await test.step("rates", async () => {
    const clear = rates.getByRole("button", { name: "Retirer les tarifs du portail" });
    await clear.click();
    const question = page.getByRole("dialog", { name: "Retirer les tarifs du portail chez Nova Wear ?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Retirer les tarifs du portail" }).click();
    await expect(page.getByText("Le retrait des tarifs du portail a commencé")).toBeVisible();
    await expect(rates.getByText("Suisse")).toHaveCount(0, DEPLOYED);
    await expect(clear).toHaveAccessibleDescription("Le portail n’a posé aucun tarif dans cette boutique.");
    const last = card(page, "Dernières mises en ligne").getByRole("row");
    await expect(last.filter({ hasText: "Tarifs du portail retirés" })).toContainText("Terminée");
    await expect(last.filter({ hasText: "Pays enregistrés" })).toHaveCount(2);
  });
});

test("rates are set up, compared with the shop's and deployed; the shop's own stay", async ({
  page,
  portal,
  watch,
}) => {
  test.setTimeout(300_000);
  // What a deployment used of the shop's points is missing when it is read again at once: it is asked for again.
  watch.tolerate(/status of 503 .*\/shipping\/store\/diff/);
  await giveZone(portal, "Retrait à Rio", "BR");
  await giveZone(portal, "Italie", "IT");
  await signIn(page, portal, "admin");
  await openFees(page);
  const next = button(page, "Continuer");
  await next.click();
  await test.step("setup", async () => {
    const margin = page.getByRole("textbox", { name: "Marge" });
    await margin.fill("6");
    await expectAccessible(page);
    await next.click();
    await expect(page.getByText("Les réglages ont été enregistrés")).toBeVisible();
  });
  await test.step("exceptions", async () => {
    await page.getByRole("tab", { name: "Colissimo", exact: true }).click();
    const sheet = page.getByRole("grid", { name: /^Exceptions de Colissimo/ });
    // The carrier before has the same field.
    const panel = page.getByRole("tabpanel", { name: "Colissimo", exact: true });
    await panel.getByRole("searchbox", { name: "Rechercher un pays" }).fill("belg");
    await expect(sheet.getByRole("row")).toHaveCount(2);
    const cell = line(sheet, "Belgique").getByRole("gridcell").nth(1);
    await expect(cell).toContainText("(par défaut)");
    await expectAccessible(page);
    // Whoever types before the cell is theirs begins again.
    await expect(async () => {
      await cell.click();
      await page.keyboard.type("31,5");
      await page.keyboard.press("Enter");
      await expect(cell).toHaveText("31,50", { timeout: 1_000 });
    }).toPass();
    await expect(page.getByText("1 prix non enregistré")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Enregistrer 1 modification et continuer").click();
    const review = page.getByRole("dialog", { name: "Enregistrer 1 prix" });
    await expect(line(review, "Belgique")).toContainText(/31,50\s€/);
    await expectAccessible(page);
    await review.getByRole("button", { name: "Enregistrer 1 prix" }).click();
    await expect(page.getByText("1 prix a été enregistré")).toBeVisible();
  });
  await test.step("a country in a zone of the shop's own stands in the way until it is taken out", async () => {
    await expect(page.getByText(/Italie \(zone .*Italie/)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await expect(page.getByRole("button", { name: /^Mettre en ligne/ })).toHaveAccessibleDescription(
      "Des pays se trouvent dans une zone de la boutique, à laquelle le portail ne touche pas",
    );
    await takeZone(portal, "Italie");
    await page.reload();
  });
  await test.step("summary", async () => {
    const rates = page.getByRole("group", { name: /Tarifs de la zone/ });
    await expect(rates.filter({ hasText: "Ajouté" }).first()).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await page.getByRole("tab", { name: /De la boutique/ }).click();
    await expect(page.getByRole("group", { name: /^Tarifs de la zone .*Retrait à Rio/ })).toContainText(
      "De la boutique, inchangé",
    );
    await page.getByRole("button", { name: /^Mettre en ligne/ }).click();
  });
  await test.step("deployment", async () => {
    await expect(page.getByText(/^Terminé\s: la boutique a été relue/)).toBeVisible(DEPLOYED);
    await expectAccessible(page);
    await button(page, "Terminer").click();
    const last = card(page, "Dernières mises en ligne").getByRole("row");
    await expect(last.filter({ hasText: "Tarifs mis en ligne" })).toContainText("Terminée");
  });
  await test.step("what the shop has is told, its own beside the portal's", async () => {
    const rates = card(page, "Tarifs de la boutique en ce moment");
    await rates.getByText("France", { exact: true }).click();
    await expect(rates.getByRole("group", { name: /^Tarifs de la zone .*FR/ })).toContainText(
      "Livraison express",
    );
    await rates.getByText("Retrait à Rio").click();
    await expect(rates.getByRole("group", { name: /^Tarifs de la zone .*Retrait à Rio/ })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("what it has is not deployed once more", async () => {
    // Each step has the same button: a press before the next one is there is one too few.
    for (const step of ["Réglages", "Exceptions", "Récapitulatif"]) {
      await next.click();
      await expect(page.getByRole("heading", { name: step, level: 3 })).toBeVisible();
    }
    await expect(page.getByRole("button", { name: /^Mettre/ })).toHaveAccessibleDescription(
      "La boutique a déjà exactement ces tarifs.",
      DEPLOYED,
    );
  });
});

test("what was deployed before is deployed again, whatever the prices are by now", async ({
  page,
  portal,
  watch,
}) => {
  test.setTimeout(300_000);
  // While deployments use up the shop's points, what it has is asked for again.
  watch.tolerate(/status of 503 .*\/shipping\/store\/diff/);
  const api = await apiAs(portal, PEOPLE.admin);
  const storeId = (await api<Answer[]>("GET", ALL_STORES)).find(({ name }) => name === "Nova Wear")?.id;
  const [carrier] = await api<{ id: string; provider: string }[]>("GET", "/shipping/carrier");
  const grid = `/shipping/price?provider=${carrier?.provider}&carrierId=${carrier?.id}`;
  const { prices } = await api<{ prices: { countryCode: string; minWeight: number; maxWeight: number }[] }>(
    "GET",
    grid,
  );
  const { minWeight, maxWeight } = prices.find(({ countryCode }) => countryCode === "FR") ?? prices[0] ?? {};
  const agree = (price: string | null, was: string | null) =>
    api("POST", "/shipping/store/exceptions", {
      storeId,
      exceptions: [{ carrierId: carrier?.id, countryCode: "FR", minWeight, maxWeight, was, price }],
    });
  /** What consumers in France read, and the merchant's own zones, as they are. */
  const shown = async () => {
    const { zones } = await zonesOf(portal);
    const isOurs = ({ zone }: ShopZone) => zone.name.startsWith("Comptoir · ");
    const inFrance = zones.filter(({ zone }) => zone.countries.some(({ code }) => code.countryCode === "FR"));
    const amounts = inFrance.flatMap(({ methodDefinitions }) =>
      methodDefinitions.nodes.map(({ rateProvider }) => Number(rateProvider.price?.amount)),
    );
    return { france: amounts.sort((one, other) => one - other), own: zones.filter((zone) => !isOurs(zone)) };
  };
  const rows = card(page, "Dernières mises en ligne").getByRole("row");
  const deployed = rows.filter({ hasText: "Tarifs mis en ligne" }).filter({ hasText: "Terminée" });
  const deploy = async () => {
    await page.goto(`/admin/shopify/shipping-fee?store=${storeId}&step=summary&carriers=${carrier?.id}`);
    await page.getByRole("button", { name: /^Mettre en ligne/ }).click({ timeout: 60_000 });
    await expect(page.getByText(/^Terminé\s: la boutique a été relue/)).toBeVisible(DEPLOYED);
  };

  await agree("77.00", null);
  await signIn(page, portal, "admin");
  await deploy();
  const first = await shown();
  expect(first.france).toContain(92.4);
  expect(first.own.map(({ zone }) => zone.name)).toContain("Nouvelle-Zélande");
  await agree("88.00", "77.00");
  await deploy();
  const second = await shown();
  expect(second.france).toContain(105.6);
  expect(second.france).not.toContain(92.4);
  await agree(null, "88.00");

  await button(page, "Terminer").click();
  await expect(deployed.nth(1)).toBeVisible();
  const count = await deployed.count();
  await deployed.nth(1).getByRole("button", { name: "Remettre en ligne" }).click();
  const question = page.getByRole("dialog", { name: "Remettre ces tarifs en ligne chez Nova Wear ?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remettre en ligne" }).click();
  await expect(page.getByText("La mise en ligne a commencé")).toBeVisible();
  await expect(deployed).toHaveCount(count + 1, DEPLOYED);
  expect(await shown()).toEqual(first);
});

test("a product is exported to the shop, by variant and as a whole, and keeps its page", {
  tag: "@task-3",
}, async ({ page, portal }) => {
  test.setTimeout(240_000);
  const api = await apiAs(portal, PEOPLE.admin);
  const sku = "CPSL-NOVA42-EXPO";
  const name = `Écharpe ${Date.now()}`;
  const picture = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
  await signIn(page, portal, "admin", "/admin/store-product/create");
  await choose(page, /^Boutique/, "Nova Wear");
  await page.getByRole("textbox", { name: "Nom" }).fill(name);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: picture });
  await page.getByRole("textbox", { name: /^Référence/ }).fill(sku);
  await page.getByRole("textbox", { name: /^Description/ }).fill("Laine peignée.");
  await button(page, "Créer un produit").click();
  await expect(title(page, name)).toBeVisible();
  const own = page.url();

  for (const [mode, action] of [
    ["Un seul produit avec ses variantes", "Exporter vers la boutique en ligne"],
    // It is there by now.
    ["Un produit par variante", "Mettre à jour dans la boutique en ligne"],
  ] as const) {
    await test.step(mode, async () => {
      await button(page, action).click();
      const dialog = page.getByRole("dialog", { name: `Exporter « ${name} »` });
      await choose(dialog, /^Présentation/, mode);
      await expectAccessible(page);
      await button(dialog, action).click();
      const shown = await activity(page);
      await expect(shown.getByText("Terminé").first()).toBeVisible({ timeout: 60_000 });
      await page.keyboard.press("Escape");
      // The record stays; once its product is pulled from the shop, that is where it is changed.
      await expect(page.getByText("Ce produit est géré par Shopify")).toBeVisible({ timeout: 60_000 });
    });
  }
  await test.step("the record has kept its page, its author and its history", async () => {
    await page.goto(own);
    await expect(title(page, name)).toBeVisible();
    const history = card(page, "Historique");
    await expect(history).toContainText("Camille Martin a créé cette fiche");
    await expect(history).toContainText("Camille Martin a envoyé cette fiche à la boutique en ligne");
    await expectAccessible(page);
  });
  interface Found {
    productVariants: { nodes: { sku: string }[] };
  }
  // Twice, and there once: what is there already is found by its SKU.
  const query = "query Find($query: String!) { productVariants(first: 5, query: $query) { nodes { sku } } }";
  const { productVariants } = await shop<Found>(portal, query, { query: `sku:${sku}` });
  expect(productVariants.nodes).toEqual([{ sku }]);
  // Nor is it in the portal's list a second time.
  const cursor = Buffer.from(JSON.stringify({ search: name })).toString("base64url");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  expect(await api<Answer[]>("GET", `/product?cursor=${cursor}`)).toMatchObject([{ id }]);
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
    "/admin/shopify/shipping-fee",
  );
  await choose(page, /^Boutique/, "Nova Wear");
  const zone = card(page, "Tarifs de la boutique en ce moment").getByText("Nouvelle-Zélande").first();
  await zone.click();
  await expect(page.getByRole("group", { name: /^Tarifs de la zone/ })).toBeVisible();
  await expect(button(page, "Continuer")).toHaveCount(0);
  await expect(button(page, "Choisir les pays")).toHaveCount(0);
  await expect(button(page, "Retirer les tarifs du portail")).toHaveCount(0);
  await page.goto("/admin/shopify/integration");
  const dialog = await openShop(page, "Nova Wear");
  await expect(dialog.getByRole("group", { name: "Marchés" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Enregistrer les webhooks" })).toHaveCount(0);

  const outsider = await another();
  await signInAs(outsider, portal, await staff(portal, "Sans Rien", ["READ_ORDER"]));
  await expect(outsider.getByRole("link", { name: "Intégration Shopify" })).toHaveCount(0);
  const merchant = await another();
  await signIn(merchant, portal, "customer");
  for (const path of ["/admin/shopify/integration", "/admin/shopify/shipping-fee"]) {
    await outsider.goto(path);
    await expect(title(outsider, FORBIDDEN)).toBeVisible();
    await merchant.goto(path);
    await expect(title(merchant, FORBIDDEN)).toBeVisible();
  }
});
