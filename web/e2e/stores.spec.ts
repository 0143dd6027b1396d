import type { Locator, Page } from "@playwright/test";
import {
  button,
  card,
  FORBIDDEN,
  freeAccount,
  line,
  merchant,
  NOT_FOUND,
  searchFor,
  staff,
  storeOf,
  title,
  unique,
} from "./parts";
import {
  apiAs,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  type Portal,
  signIn,
  signInAs,
  test,
} from "./portal";

const name = (page: Page) => page.getByRole("textbox", { name: "Nom", exact: true });
const organization = (owners: Locator, place: number) =>
  owners.getByRole("combobox", { name: "Organisation" }).nth(place);
const share = (owners: Locator, place: number) => owners.getByRole("textbox", { name: "Part" }).nth(place);

async function choosePlace(owners: Locator, place: number, option: string) {
  await organization(owners, place).click();
  await owners.page().getByRole("option", { name: option }).click();
}

const cursorOf = (asked: object) => Buffer.from(JSON.stringify(asked)).toString("base64url");

/** Opens a part of the page. */
const tab = (page: Page, called: string) => page.getByRole("tab", { name: called }).click();

/** A store of Maison Lune. */
async function newStore(portal: Portal, called = unique("Magasin")) {
  const api = await apiAs(portal, PEOPLE.admin);
  const organizations = await api<{ id: string; name: string }[]>("GET", "/organization");
  const lune = organizations.find((each) => each.name === "Maison Lune");
  return api("POST", "/store", storeOf(lune?.id ?? "", called));
}

test("a store of two owners is made, changed, and deleted", async ({ page, portal, watch }) => {
  const called = unique("Duo");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Boutiques", exact: true }).click();
  await expect(line(page, "Aurore Records")).toContainText("Label Aurore");
  await expect(line(page, "Aurore Records")).toContainText("Bigblue");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Créer une boutique" }).click();
  const owners = page.getByRole("group", { name: /^Propriétaires/ });

  await test.step("what is wrong is told at its field", async () => {
    await expect(name(page)).toBeFocused();
    await expectAccessible(page);
    await button(page, "Créer une boutique").click();
    await expectRefused(name(page), "Ce champ est obligatoire.");
    await expectRefused(organization(owners, 0), "Ce champ est obligatoire.");
    await name(page).fill("Lune");
    await page.getByRole("textbox", { name: "Coût d’un ticket" }).fill("abc");
    await page.getByRole("textbox", { name: "Coût d’un retour" }).fill("2,605");
    await page.getByRole("textbox", { name: "Marge sur les expéditions" }).fill("101");
    await button(page, "Créer une boutique").click();
    await expectRefused(page.getByRole("textbox", { name: "Coût d’un ticket" }), /n’est pas un nombre/);
    await expectRefused(page.getByRole("textbox", { name: "Coût d’un retour" }), /2 décimales au plus/);
    await expectRefused(page.getByRole("textbox", { name: "Marge sur les expéditions" }), /Trop grand \(100/);
    await page.getByRole("textbox", { name: "Coût d’un ticket" }).fill("2,5");
    await page.getByRole("textbox", { name: "Coût d’un retour" }).fill("2,60");
    await page.getByRole("textbox", { name: "Marge sur les expéditions" }).fill("7,5");
  });

  await test.step("the keyboard types over what it comes upon", async () => {
    const cost = page.getByRole("textbox", { name: "Coût d’un ticket" });
    await cost.fill("12345,5");
    await cost.press("Tab");
    await expect(cost).toHaveValue(/^12\s345,50$/);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("2,5");
    await page.keyboard.press("Tab");
    await expect(cost).toHaveValue("2,50");
  });

  await test.step("shares sum to a whole", async () => {
    await choosePlace(owners, 0, "Maison Lune");
    await share(owners, 0).fill("60");
    await owners.getByRole("button", { name: "Ajouter une organisation" }).click();
    // What is left.
    await expect(share(owners, 1)).toHaveValue("40");
    await choosePlace(owners, 1, "Studio Nova");
    await expect(page.getByText("Total : 100 %")).toBeVisible();
  });

  await test.step("a name that is taken, too", async () => {
    watch.tolerate(/status of 409/);
    await button(page, "Créer une boutique").click();
    await expectRefused(name(page), "Une boutique porte déjà ce nom.");
    await name(page).fill(called);
    await page.getByRole("button", { name: "Ajouter un lien" }).click();
    await page.getByRole("textbox", { name: "Adresse" }).fill("duo");
    watch.tolerate(/status of 400/);
    await button(page, "Créer une boutique").click();
    await expectRefused(page.getByRole("textbox", { name: "Adresse" }), "Adresse incorrecte (https://…).");
    await page.getByRole("textbox", { name: "Adresse" }).fill("https://duo.example");
    await button(page, "Créer une boutique").click();
    await expect(title(page, called)).toBeVisible();
    await expect(page.getByText(`La boutique « ${called} » a été créée`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("what it lacks is told, until nobody wants to hear of it", async () => {
    const setup = card(page, "Mise en service");
    await expect(setup.getByRole("listitem").filter({ hasText: /Logistique/ })).toContainText("à faire");
    await setup.getByRole("button", { name: "Masquer" }).click();
    await expect(setup).toHaveCount(0);
  });

  const history = card(page, "Historique");
  await test.step("a change is told by its history", async () => {
    await tab(page, "Réglages");
    await page.getByRole("button", { name: "Ajouter une prestation" }).click();
    await page.getByRole("textbox", { name: "Libellé" }).fill("Abonnement");
    await page.getByRole("textbox", { name: "Prix", exact: true }).fill("20");
    await page.getByRole("textbox", { name: "Unité" }).fill("mois");
    await page.getByRole("textbox", { name: "Coût d’un ticket" }).fill("3");
    await share(owners, 0).fill("55");
    await share(owners, 1).fill("45");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("La boutique a été enregistrée")).toBeVisible();
    await tab(page, "Notes et historique");
    await expect(history).toContainText("Camille Martin a modifié cette fiche");
    await expect(history).toContainText("Coût d’un ticket : 2,50 → 3,00");
    await expect(history).toContainText(/Organisations\s:.*Maison Lune · 60\s%.* → .*Maison Lune · 55\s%/);
    await expect(history).toContainText(/Autres prestations\s: — → .*Abonnement · 20,00\s€ \/ mois/);
    await expect(history).not.toContainText(/[0-9a-f]{8}-|[{}]|Cost|Percentage/);
  });

  await test.step("it is deleted, and that is taken back", async () => {
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Supprimer la boutique" }).click();
    const dialog = page.getByRole("dialog", { name: `Supprimer « ${called} » ?` });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Supprimer la boutique" }).click();
    await expect(title(page, "Boutiques")).toBeVisible();
    await expect(page.getByRole("link", { name: called })).toHaveCount(0);
    // The toast of the step before may still stand.
    const notice = page.getByRole("status").filter({ hasText: `La boutique « ${called} » a été supprimée` });
    await notice.getByRole("button", { name: "Annuler l’action" }).click();
    await page.getByRole("link", { name: called }).click();
    await tab(page, "Notes et historique");
    await expect(history).toContainText("Camille Martin a rétabli cette fiche");
  });
});

test("a store of shares of 90 % is refused where one looks", { tag: "@task-9" }, async ({ page, portal }) => {
  await signIn(page, portal, "admin", "/admin/store/create");
  const owners = page.getByRole("group", { name: /^Propriétaires/ });
  await name(page).fill(unique("Partagée"));
  await choosePlace(owners, 0, "Maison Lune");
  await share(owners, 0).fill("60");
  await owners.getByRole("button", { name: "Ajouter une organisation" }).click();
  await choosePlace(owners, 1, "Studio Nova");
  await share(owners, 1).fill("30");
  // On a short screen the shares are out of sight of what is pressed.
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.getByRole("textbox", { name: "Coût d’un retour" }).fill("2,60");
  await expect(share(owners, 0)).not.toBeInViewport();
  await button(page, "Créer une boutique").click();
  await expectRefused(owners, "Le total des parts est de 90 % ; il doit faire 100 %.");
  await expect(owners.getByText("Le total des parts est de 90")).toBeInViewport();
  await expect(owners.locator(":focus")).toBeInViewport();
  await expectAccessible(page);
});

test("a store is connected with the right key only, disconnected and connected again", async ({
  page,
  portal,
  watch,
}) => {
  await freeAccount(portal, "LUNE");
  const store = await newStore(portal, unique("Reliée"));
  await signIn(page, portal, "admin", `/admin/store/${store.id}?tab=connections`);
  const logistics = card(page, "Logistique");
  await expect(logistics).toContainText("Aucun prestataire connecté.");
  // Each role asks what its plugin wants to know.
  await card(page, "Service client").getByRole("button", { name: "Connecter" }).click();
  const desk = page.getByRole("dialog", { name: "Connecter : Service client" });
  await expect(desk.getByRole("textbox", { name: /^Étiquette de la boutique/ })).toBeVisible();
  await expectAccessible(page);
  await desk.getByRole("button", { name: "Fermer" }).click();

  await logistics.getByRole("button", { name: "Connecter" }).click();
  const dialog = page.getByRole("dialog", { name: "Connecter : Logistique" });
  const prefix = dialog.getByRole("textbox", { name: /^Préfixe de la boutique/ });
  const key = dialog.getByLabel(/^Clé d’API/);
  const connect = dialog.getByRole("button", { name: "Tester et connecter" });
  await test.step("what is wrong is told at its field", async () => {
    await connect.click();
    await expectRefused(prefix, "Ce champ est obligatoire.");
    await expectRefused(key, "Ce champ est obligatoire.");
    await prefix.fill("nova");
    await key.fill("a wrong key");
    await connect.click();
    await expectRefused(prefix, /format/);
    await prefix.fill("LUNE");
    watch.tolerate(/status of 400/);
    await connect.click();
    await expectRefused(key, /.+/);
    await expectAccessible(page);
    // The key is good, of another account.
    await key.fill("demo-key-nova");
    await connect.click();
    await expectRefused(prefix, /.+/);
  });

  await test.step("the right one connects", async () => {
    await key.fill("demo-key-lune");
    await connect.click();
    await expect(page.getByText("Bigblue est connecté")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(logistics).toContainText("LUNE");
    await expect(logistics).toContainText("Conservé chiffré, jamais réaffiché");
    await expect(page.locator("body")).not.toContainText("demo-key-lune");
    // No webhook secret was entered.
    await expect(logistics).not.toContainText("Secret des webhooks");
    await expectAccessible(page);
  });

  await test.step("what comes next is told, and done from there", async () => {
    const step = (called: RegExp) =>
      card(page, "Mise en service").getByRole("listitem").filter({ hasText: called });
    await expect(step(/Logistique/)).toContainText("Bigblue");
    await step(/Première synchronisation/)
      .getByRole("button", { name: "Synchroniser" })
      .click();
    await expect(step(/Première synchronisation/)).toContainText("fait", { timeout: 60_000 });
    await expectAccessible(page);
  });

  await test.step("a store that is connected is archived, not deleted", async () => {
    await button(page, "Autres actions").click();
    await expect(page.getByRole("menuitem", { name: "Archiver", exact: true })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Supprimer la boutique" })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("the connection ends and is taken up again; the history tells it", async () => {
    await logistics.getByRole("button", { name: "Déconnecter" }).click();
    await expect(page.getByText("Bigblue est déconnecté")).toBeVisible();
    await expect(logistics).toContainText("Aucun prestataire connecté.");
    await button(page, "Annuler l’action").click();
    await expect(logistics).toContainText("LUNE");
    await tab(page, "Notes et historique");
    const history = card(page, "Historique");
    await expect(history).toContainText("Camille Martin a ajouté une connexion");
    await expect(history).toContainText("Camille Martin a retiré une connexion");
    await expect(history).toContainText(/Prestataire\s: «\sBigblue\s»/);
    await expect(history).toContainText(/Préfixe de la boutique\s: «\sLUNE\s»/);
    await expect(history).not.toContainText(/[0-9a-f]{8}-|demo-key|fulfillment|settings/);
  });
});

test("a shop that one store is connected to is refused to another, however it is written", {
  tag: "@task-2",
}, async ({ page, portal, watch }) => {
  const store = await newStore(portal, unique("Double"));
  const api = await apiAs(portal, PEOPLE.admin);
  const [aurore] = await api<{ id: string }[]>(
    "GET",
    `/store?cursor=${cursorOf({ search: "Aurore Records" })}`,
  );
  const connected = await api<{ role: string; data: { shop: string } }[]>(
    "GET",
    `/store/${aurore?.id}/connector`,
  );
  const taken = connected.find(({ role }) => role === "shop")?.data.shop ?? "";
  await signIn(page, portal, "admin", `/admin/store/${store.id}?tab=connections`);
  await card(page, "Plateforme de vente").getByRole("button", { name: "Connecter" }).click();
  const dialog = page.getByRole("dialog", { name: "Connecter : Plateforme de vente" });
  await expect(dialog.getByText("Shopify", { exact: true })).toBeVisible();
  const shop = dialog.getByRole("textbox", { name: /^Boutique/ });
  const connect = dialog.getByRole("button", { name: "Tester et connecter" });
  watch.tolerate(/status of 400/);

  await test.step("an unknown shop and a wrong token are told apart", async () => {
    await shop.fill("https://Nobody-Knows.myshopify.com/admin");
    await dialog.getByLabel(/^Jeton d’accès/).fill("shpat_demo_musi");
    await connect.click();
    await expect(shop).toHaveValue("nobody-knows");
    await expectRefused(shop, /ne connaît pas ce compte/);
    await shop.fill(taken);
    await dialog.getByLabel(/^Jeton d’accès/).fill("wrong");
    await connect.click();
    await expectRefused(dialog.getByLabel(/^Jeton d’accès/), /refuse cet identifiant/);
    await expectAccessible(page);
  });

  await test.step("the store that has it is named", async () => {
    await shop.fill(`https://${taken.toUpperCase()}.myshopify.com/admin/`);
    await dialog.getByLabel(/^Jeton d’accès/).fill("shpat_demo_musi");
    await connect.click();
    await expectRefused(shop, /déjà connecté à une autre boutique.*Aurore Records/);
  });
});

test("webhooks need a shop, and the list says that there is none", async ({ page, portal }) => {
  const store = await newStore(portal);
  await signIn(page, portal, "admin", "/admin/store");
  // Stores of other journeys fill the first page.
  await searchFor(page, store.name, "Nom de la boutique");
  await page.getByRole("checkbox", { name: `Sélectionner la boutique ${store.name}` }).check();
  const selection = card(page, "Sélection");
  await expect(selection).toContainText("1 ligne sélectionnée");
  await expectAccessible(page);
  await selection.getByRole("button", { name: "Enregistrer les webhooks" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Aucune de ces boutiques n’est connectée à un service qui en accepte.");
  await alert.getByRole("button", { name: "Fermer" }).click();
  await expect(alert).toHaveCount(0);
  await selection.getByRole("button", { name: "Purger les webhooks" }).click();
  const dialog = page.getByRole("dialog", { name: "Purger les webhooks ?" });
  await dialog.getByRole("button", { name: "Purger les webhooks" }).click();
  await expect(alert).toContainText("Aucun webhook à traiter");
});

test("stores go into the archive and come back, one and many", async ({ page, portal }) => {
  const both = unique("Archives");
  const [one, other] = [await newStore(portal, `${both} A`), await newStore(portal, `${both} B`)];
  await signIn(page, portal, "admin");

  await test.step("one, on its page", async () => {
    await page.goto(`/admin/store/${one.id}`);
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Archiver" }).click();
    await expect(page.getByText("Archivée", { exact: true })).toBeVisible();
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Sortir de l’archive" }).click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await tab(page, "Notes et historique");
    await expect(card(page, "Historique")).toContainText("Camille Martin a désarchivé cette fiche");
  });

  await test.step("many, in the list", async () => {
    // Stores of other journeys fill the first page.
    await page.getByRole("link", { name: "Boutiques", exact: true }).first().click();
    await searchFor(page, both, "Nom de la boutique");
    for (const { name } of [one, other]) {
      await page.getByRole("checkbox", { name: `Sélectionner la boutique ${name}` }).check();
    }
    await card(page, "Sélection").getByRole("button", { name: "Archiver" }).click();
    await expect(page.getByText("2 boutiques archivées")).toBeVisible();
    await expect(page.getByRole("link", { name: one.name })).toHaveCount(0);
    await button(page, "Statut").click();
    await page.getByRole("checkbox", { name: "Archivées" }).click();
    await page.keyboard.press("Escape");
    await expect(line(page, one.name)).toContainText("Archivée");
    // The toast of the step before may still stand.
    const notice = page.getByRole("status").filter({ hasText: "2 boutiques archivées" });
    await notice.getByRole("button", { name: "Annuler l’action" }).click();
    await expect(page.getByRole("link", { name: one.name })).toHaveCount(0);
    await button(page, "Retirer le filtre Statut").click();
    await expect(line(page, one.name)).toContainText("Active");
    await expect(line(page, other.name)).toContainText("Active");
    await expectAccessible(page);
  });
});

test("of two who change a store the second is told of the first", async ({
  page,
  portal,
  another,
  watch,
}) => {
  const store = await newStore(portal);
  const email = await staff(portal, "Ben Vite", ["READ_ORGANIZATION", "READ_STORE", "WRITE_STORE"]);
  await signIn(page, portal, "admin");
  const other = await another();
  await signInAs(other, portal, email);
  for (const each of [page, other]) await each.goto(`/admin/store/${store.id}?tab=settings`);
  await page.getByRole("textbox", { name: "Coût d’un ticket" }).fill("9");
  await other.getByRole("textbox", { name: "Coût d’un retour" }).fill("8");
  await button(other, "Enregistrer").click();
  await expect(other.getByText("La boutique a été enregistrée")).toBeVisible();
  watch.tolerate(/status of 409/);
  await button(page, "Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "La boutique n’a pas été enregistrée" });
  await expect(dialog).toContainText("Modifié par Ben Vite");
  await dialog.getByRole("button", { name: "Recharger" }).click();
  await expect(page.getByRole("textbox", { name: "Coût d’un retour" })).toHaveValue(/^8,00/);
  await expect(page.getByRole("textbox", { name: "Coût d’un ticket" })).toHaveValue(/^2,60/);
});

test("a customer looks at their stores, and knows nothing of others", async ({ page, portal, watch }) => {
  const { organization, store, user } = await merchant(portal, unique("Client"));
  const foreign = await newStore(portal);
  const { email } = await user("Nora Cliente", ["READ_STORE"]);
  await signInAs(page, portal, email);
  await page.getByRole("link", { name: "Boutiques", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Créer une boutique" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: store.name }).click();
  await expect(card(page, "Coûts")).toContainText("2,60 €");
  // The company's margins are its own, and so is who did what.
  await expect(page.getByText("Marge sur les expéditions")).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Connexions" })).toHaveCount(0);
  await expect(card(page, "Historique")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  watch.tolerate(/status of 404/);
  for (const path of [`store/${foreign.id}`, "store/create"]) {
    await page.goto(`/customer/${organization.id}/${path}`);
    await expect(title(page, NOT_FOUND)).toBeVisible();
  }
  await page.goto(`/admin/store/${store.id}`);
  await expect(title(page, FORBIDDEN)).toBeVisible();
});

test("staff see of stores what their permissions say", async ({ page, portal, another }) => {
  const store = await newStore(portal);
  await signInAs(page, portal, await staff(portal, "Léo Lit", ["READ_ORGANIZATION", "READ_STORE"]));
  await page.getByRole("link", { name: "Boutiques", exact: true }).click();
  await expect(page.getByRole("link", { name: "Créer une boutique" })).toHaveCount(0);
  // Others have made stores meanwhile: it need not stand on the first page.
  await searchFor(page, store.name);
  await page.getByRole("link", { name: store.name }).click();
  await expect(card(page, "Coûts")).toContainText("Marge sur les expéditions");
  await expect(page.getByRole("tab", { name: "Connexions" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/admin/store/create");
  await expect(title(page, FORBIDDEN)).toBeVisible();

  const other = await another();
  await signInAs(other, portal, await staff(portal, "Sam Sans", ["READ_ORDER"]));
  await expect(other.getByRole("link", { name: "Boutiques", exact: true })).toHaveCount(0);
  for (const path of ["store", `store/${store.id}`, "store/create"]) {
    await other.goto(`/admin/${path}`);
    await expect(title(other, FORBIDDEN)).toBeVisible();
  }
});
