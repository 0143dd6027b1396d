// Each set of permissions that the specification names, in the hands of somebody who holds just that: what it is for can be
// done to its end, and nothing else is offered or answers.
import type { Browser, Locator, Page } from "@playwright/test";
import type { Permission } from "../kit/src/access/permissions";
import {
  addArticle,
  address,
  button,
  card,
  chooseCarrier,
  FORBIDDEN,
  field,
  fillRecipient,
  freeAccount,
  line,
  making,
  newSku,
  PIXEL,
  searchFor,
  stocked,
  storeOf,
  title,
  unique,
} from "./parts";
import { apiAs, barriers, choose, expect, PEOPLE, type Portal, settled, signInAs, test } from "./portal";
import {
  type Area,
  addFinance,
  addInvoices,
  addProject,
  addProviderInvoice,
  addRecords,
  addresses,
  addSimulation,
  BY_ROLE,
  headings,
  ownScreens,
  pluginScreens,
  route,
} from "./routes";

interface Right {
  /** Its row in document 2, section 6, and the side of it. */
  of: string;
  permissions: Permission[];
  /** The screens that open besides everybody's own, below where the area begins. */
  opens: RegExp;
  /** Those of them that it is about, where others are another row's: only these are looked at closely. */
  about?: RegExp;
  /** What it is for, where that is more than to look. */
  does?: (page: Page, portal: Portal) => Promise<void>;
}

const NOTHING = /^$/;
const PLUGINS = "(bigblue|cubyn|gorgias|shopify|snep)";
/** The staff's screens on carriers' prices that no plugin has. */
const SHIPPING = "shipping/(simulation(/:\\w+)?|vat)";
const FINANCE = "(fee|charge|commission|storage)";
const READS_PLUGINS = `${PLUGINS}/(?!.*(create|import)$).*`;
/** Everybody's: home and their own account. */
const ALWAYS = /^(|profile)$/;
/** What changes something that others see. */
const WRITES =
  /^(Créer|Ajouter (?!la note)|Modifier|Synchroniser|Supprimer (?!la note)|Archiver|Connecter|Déconnecter|Importer|Enregistrer$|Renvoyer|Appliquer|Suspendre|Terminer|Facturer|Émettre)/;

/** Goes where the command palette makes something, which is offered on every screen. */
async function make(page: Page, command: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Rechercher un écran/ }).fill(command);
  // The screen before stays until the next is there, and may have fields of the same names.
  const before = await page.locator("h1").elementHandle();
  await page.getByRole("option", { name: command, exact: true }).click();
  await page.waitForFunction((heading) => !heading?.isConnected, before);
}

/** Somebody who is invited: by staff a customer of an organization, by others one of their own. */
async function makeUser(page: Page, portal: Portal, organization?: string) {
  const email = address("droits");
  await make(page, "Créer un utilisateur");
  await field(page, /^Adresse e-mail/).fill(email);
  await field(page, /^Nom affiché/).fill("Nina Neuve");
  if (organization) {
    await choose(page, /^Organisations/, organization);
    await page.keyboard.press("Escape");
  }
  const stores = page.getByRole("combobox", { name: /^Boutiques/ });
  if (await stores.isVisible()) {
    await stores.click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
  }
  await button(page, "Créer un utilisateur").click();
  await expect(page.getByText(`une invitation part à ${email}`)).toBeVisible();
  expect(portal.mail(email)).toContain("Bonjour Nina Neuve,");
}

async function makeOrder(page: Page, portal: Portal) {
  const { store, sku } = await stocked(portal);
  const reference = unique("DROIT").slice(-20);
  await make(page, "Créer une commande");
  await choose(page, /^Boutique/, store);
  await field(page, "Référence").fill(reference);
  await fillRecipient(page);
  await addArticle(page, sku);
  await chooseCarrier(page, "Livraison à domicile");
  await button(page, "Créer une commande").click();
  await expect(page.getByRole("status").filter({ hasText: reference }).first()).toBeVisible();
  await hasLeftForm(page);
}

/** The form leads on once it is done: whatever address is asked for before would be left again. */
async function hasLeftForm(page: Page) {
  await expect(page).not.toHaveURL(/\/create$/);
  await expect(page.locator("h1")).not.toHaveText(/^Nouve/);
}

const tailOf = () => Date.now().toString(36).toUpperCase();

async function makeProduct(page: Page) {
  const name = unique("Produit");
  const tail = tailOf();
  await make(page, "Créer un produit");
  await choose(page, /^Boutique/, "Aurore Merch");
  await field(page, "Nom").fill(name);
  await field(page, "Description").fill("Coton bio, imprimé à Lyon.");
  await field(page, "Référence (SKU)").fill(`CPSL-${tail.slice(0, 4)}PR-${tail.slice(-4)}`);
  const picture = { name: "produit.png", mimeType: "image/png", buffer: PIXEL };
  await page.locator("input[type=file]").setInputFiles(picture);
  await expect(page.getByRole("img", { name: "Image choisie" })).toBeVisible();
  await button(page, "Créer un produit").click();
  await expect(page.getByText(`Le produit « ${name} » est créé`).first()).toBeVisible();
  await hasLeftForm(page);
}

async function makeBundle(page: Page, portal: Portal) {
  const { store, sku } = await stocked(portal);
  await make(page, "Créer un pack");
  await choose(page, /^Boutique/, store);
  await field(page, "Nom").fill(unique("Pack"));
  const tail = tailOf();
  await field(page, "Référence (SKU)").fill(`CPSLSB-${tail.slice(0, 4)}PK-${tail.slice(-4)}`);
  const article = page.getByRole("combobox", { name: "Article" });
  await article.fill(sku);
  await page.getByRole("option", { name: sku }).click();
  await button(page, "Créer un pack").click();
  await expect(page.getByText(/^Le pack .* est créé/).first()).toBeVisible();
  await hasLeftForm(page);
}

async function makeFee(page: Page) {
  await make(page, "Créer des frais");
  await choose(page, /^Boutique/, "Aurore Records");
  await choose(page, /^Catégorie/, "Stockage");
  const type = unique("Palettes");
  await field(page, "Type").fill(type);
  await field(page, "Description").fill("Entrepôt B");
  await field(page, "Montant HT").fill("20");
  await field(page, "Coût interne HT").fill("12,34");
  await button(page, "Créer des frais").click();
  await expect(page.getByText(`Les frais « ${type} » ont été créés`)).toBeVisible();
}

async function makeStore(page: Page) {
  await make(page, "Créer une boutique");
  const name = unique("Boutique neuve");
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill(name);
  const owners = page.getByRole("group", { name: /^Propriétaires/ });
  await choose(owners, /^Organisation/, "Maison Lune");
  await button(page, "Créer une boutique").click();
  await expect(page.getByText(name).first()).toBeVisible();
}

async function makeOrganization(page: Page) {
  await make(page, "Créer une organisation");
  const name = unique("Maison neuve");
  await page.getByRole("combobox", { name: "Rechercher une entreprise" }).fill("exemple musique");
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill(name);
  await button(page, "Créer une organisation").click();
  await expect(page.getByText(name).first()).toBeVisible();
}

async function makeProviderProduct(page: Page) {
  await route(page, "/admin/bigblue/product/create");
  const sku = `MUSI-990001-${tailOf().slice(-4)}`;
  await field(page, "Référence").fill(sku);
  await field(page, "Nom").fill("Tote bag écru");
  await button(page, "Créer un produit").click();
  await expect(page.getByText(sku).first()).toBeVisible();
}

async function makeProject(page: Page) {
  const name = unique("Tournée");
  await make(page, "Créer un projet");
  await field(page, "Nom").fill(name);
  const owner = page.getByRole("combobox", { name: /^Organisation/ });
  await owner.fill("Maison Lune");
  await page.getByRole("option", { name: "Maison Lune" }).click();
  await button(page, "Créer un projet").click();
  await expect(page.getByText(`Le projet « ${name} » a été créé`)).toBeVisible();
  await hasLeftForm(page);
}

/** A project of nobody else's, so that what is done to it is in nobody's way: its address. */
async function ownProject(portal: Portal): Promise<string> {
  const api = await apiAs(portal, PEOPLE.admin);
  const [organization] = await api<{ id: string }[]>("GET", "/organization");
  const own = { name: unique("Festival"), organizationId: organization?.id, estimatedAt: "2027-03-01" };
  const { id } = await api("POST", "/projects", own);
  return `/admin/project/${id}`;
}

/** Takes what else can be done with what is on screen. */
async function takeOther(page: Page, action: string) {
  await button(page, "Autres actions").click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Deletes what is on screen, or what a menu that is open is of. */
async function confirmDeletion(page: Page, action: string) {
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  const told = page.getByRole("status").filter({ hasText: /a été supprimée?/ });
  await expect(told.first()).toBeVisible();
}

async function changeProject(page: Page, portal: Portal) {
  const at = await ownProject(portal);
  const name = unique("Estuaire");
  await route(page, `${at}/setting`);
  await field(page, "Nom").fill(name);
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Le projet a été enregistré")).toBeVisible();
  await route(page, at);
  await expect(title(page, name)).toBeVisible();
  await button(page, "Mettre le projet en attente").click();
  await button(page, "Démarrer le projet").click();
  await expect(page.getByText("Le projet a démarré")).toBeVisible();
  await takeOther(page, "Supprimer le projet");
  await confirmDeletion(page, "Supprimer le projet");
  await expect(title(page, "Projets")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
}

async function makeTag(page: Page) {
  const name = unique("Lin lavé");
  await make(page, "Créer une étiquette");
  await choose(page, /^Groupe/, "Composition");
  await field(page, "Nom").fill(name);
  await button(page, "Créer une étiquette").click();
  await expect(page.getByText(`L’étiquette « ${name} » a été créée`)).toBeVisible();
  await hasLeftForm(page);
}

/** They are made and deleted: nothing changes one. */
async function deleteTag(page: Page, portal: Portal) {
  const name = unique("Chanvre");
  const api = await apiAs(portal, PEOPLE.admin);
  await api("POST", "/tags", { type: "composition", displayName: name });
  await route(page, "/admin/tag");
  await searchFor(page, name);
  await button(page, `Actions sur l’étiquette ${name}`).click();
  await page.getByRole("menuitem", { name: "Supprimer" }).click();
  await confirmDeletion(page, "Supprimer");
  await expect(line(page, name)).toHaveCount(0);
}

async function changeProjectProduct(page: Page, portal: Portal) {
  const at = await ownProject(portal);
  const name = unique("Sweat");
  await route(page, `${at}/product/create`);
  await page.getByRole("textbox", { name: /^Nom(?! de)/ }).fill(name);
  const skus = field(page, "Référence (SKU)");
  await expect(skus).toHaveCount(4);
  for (const sku of await skus.all()) await sku.fill(newSku("CPSL"));
  await button(page, "Créer un produit").click();
  await expect(page.getByText(`Le produit « ${name} » a été créé`)).toBeVisible();
  await expect(title(page, name)).toBeVisible();
  await button(page, "Lancer le produit").click();
  await expect(button(page, "Marquer comme prêt")).toBeVisible();
  await field(page, "Couleur").fill("Écru");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Le produit a été enregistré")).toBeVisible();
  await takeOther(page, "Supprimer le produit");
  await confirmDeletion(page, "Supprimer le produit");
  await expect(page.getByText("Aucun produit")).toBeVisible();
}

async function changeProduction(page: Page, portal: Portal) {
  const at = await ownProject(portal);
  const name = unique("Tirage");
  const column = (name: RegExp) => page.getByRole("region", { name });
  await route(page, `${at}/production/create`);
  await field(page, "Nom").fill(name);
  await button(page, "Créer une production").click();
  await expect(column(/^Brouillon/)).toContainText(name);
  await page.getByRole("button", { name: RegExp(`^Déplacer.*${name}`) }).click();
  await page.getByRole("menuitem", { name: /Échantillon/ }).click();
  await expect(column(/^Échantillon/)).toContainText(name);
  await page.getByRole("link", { name }).click();
  await expect(title(page, name)).toBeVisible();
  await field(page, "Quantité").fill("600");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("La production a été enregistrée")).toBeVisible();
  await takeOther(page, "Passer à « Annulée »");
  await expect(button(page, "Passer à « Brouillon »")).toBeVisible();
  await takeOther(page, "Supprimer la production");
  await confirmDeletion(page, "Supprimer la production");
  await expect(page.getByText("Aucune production")).toBeVisible();
}

async function changeFactory(page: Page) {
  const name = unique("Malhas");
  await make(page, "Créer un atelier");
  await field(page, /^Nom/).fill(name);
  await button(page, "Créer un atelier").click();
  await expect(title(page, name)).toBeVisible();
  await field(page, /^Délai/).fill("6");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("L’atelier a été enregistré")).toBeVisible();
  await takeOther(page, "Supprimer");
  await confirmDeletion(page, "Supprimer");
  await expect(title(page, "Ateliers")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
}

/** A factory says how far it is with what it makes. */
async function moveProduction(page: Page, portal: Portal) {
  const { home, project, production } = await making(portal);
  await route(page, `${home}/project/${project.id}/production/${production.id}`);
  await button(page, "Passer à « En production »").click();
  await expect(button(page, "Passer à « Contrôle qualité »")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("En production");
}

/** The page of a store of nobody else's, so that what is done to it is in nobody's way. */
async function openStore(page: Page, portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const [organization] = await api<{ id: string }[]>("GET", "/organization");
  const store = await api("POST", "/store", storeOf(organization?.id ?? "", unique("Magasin des droits")));
  await route(page, `/admin/store/${store.id}`);
  await expect(title(page, store.name)).toBeVisible();
}

/** What a store's page shows of the two that have permissions of their own. */
async function expectOnStore(page: Page, portal: Portal, shown: string, hidden: string) {
  await openStore(page, portal);
  await settled(page);
  await page.getByRole("tab", { name: shown }).click();
  await expect(page.getByRole("tab", { name: hidden })).toHaveCount(0);
}

async function connect(page: Page, portal: Portal) {
  await freeAccount(portal, "LUNE");
  await expectOnStore(page, portal, "Connexions", "Classements");
  const logistics = card(page, "Logistique");
  await logistics.getByRole("button", { name: "Connecter" }).click();
  const dialog = page.getByRole("dialog", { name: "Connecter : Logistique" });
  await dialog.getByRole("textbox", { name: /^Préfixe de la boutique/ }).fill("LUNE");
  await dialog.getByLabel(/^Clé d’API/).fill("demo-key-lune");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Tester et connecter" }).click();
  await expect(logistics).toContainText("LUNE");
  await logistics.getByRole("button", { name: "Déconnecter" }).click();
  await expect(logistics).toContainText("Aucun prestataire connecté.");
}

async function addRecord(page: Page, portal: Portal) {
  await expectOnStore(page, portal, "Classements", "Connexions");
  const name = unique("Nuit blanche");
  await page.getByRole("link", { name: "Ajouter un disque" }).click();
  await field(page, "Nom").fill(name);
  await field(page, "Référence (SKU)").fill("NUIT-1");
  await field(page, "Code-barres").fill("3760000000024");
  await choose(page, /^Support/, "Vinyle");
  await button(page, "Ajouter un disque").click();
  await line(page, name).getByRole("link").first().click();
  await field(page, "Artiste").fill("Nora K");
  await button(page, "Enregistrer").click();
  await expect(page.getByText("Le disque a été enregistré")).toBeVisible();
}

/** Document 2, section 6. What has no screens yet opens nothing. */
const RIGHTS: Record<Area, Right[]> = {
  admin: [
    { of: "user: read", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "user: write",
      permissions: ["READ_ORGANIZATION", "WRITE_USER"],
      opens: /^(user\/create|organization(\/:\w+(\/legal)?)?)$/,
      about: /^user/,
      does: (page, portal) => makeUser(page, portal, "Studio Nova"),
    },
    {
      of: "bundle, store-product: read",
      permissions: ["READ_PRODUCT"],
      opens: /^(store-product(\/:\w+)?|bundle(\/:\w+)?)$/,
    },
    {
      of: "bundle, store-product: write",
      permissions: ["WRITE_PRODUCT"],
      opens: /^(store-product|bundle)\/create$/,
      does: async (page, portal) => {
        await makeProduct(page);
        await makeBundle(page, portal);
      },
    },
    {
      of: "ticket, analytic: read",
      permissions: ["READ_AUDIT"],
      opens: /^(ticket(\/:\w+)?|analytic\/(report|audit))$/,
    },
    { of: "order: read", permissions: ["READ_ORDER"], opens: /^(order|ticket)(\/:\w+)?$/ },
    {
      of: "order: write",
      permissions: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
      opens: /^(order\/(create|paste)|store-product(\/:\w+)?|bundle(\/:\w+)?)$/,
      about: /^order/,
      does: makeOrder,
    },
    {
      of: "store: read",
      permissions: ["READ_ORGANIZATION", "READ_STORE"],
      opens: /^(store(\/:\w+)?|organization(\/:\w+(\/legal)?)?)$/,
      about: /^store/,
    },
    { of: "store: write", permissions: ["WRITE_STORE"], opens: /^store\/create$/, does: makeStore },
    {
      of: "store connectors: read",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_CONNECTOR"],
      opens: RegExp(
        `^(store(/:\\w+)?|organization(/:\\w+(/legal)?)?|set-aside|${SHIPPING}|${READS_PLUGINS})$`,
      ),
      about: /^store/,
      does: (page, portal) => expectOnStore(page, portal, "Connexions", "Classements"),
    },
    {
      of: "store connectors: write",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_CONNECTOR", "WRITE_CONNECTOR"],
      opens: RegExp(`^(store(/:\\w+)?|organization(/:\\w+(/legal)?)?|set-aside|${SHIPPING}|${PLUGINS}/.*)$`),
      about: /^store/,
      does: connect,
    },
    {
      of: "audit products: read",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_AUDIT"],
      opens:
        /^(store(\/:\w+)?(\/audit\/:\w+)?|organization(\/:\w+(\/legal)?)?|ticket(\/:\w+)?|analytic\/(report|audit))$/,
      about: /^store/,
      does: (page, portal) => expectOnStore(page, portal, "Classements", "Connexions"),
    },
    {
      of: "audit products: write",
      permissions: ["READ_ORGANIZATION", "READ_STORE", "READ_AUDIT", "WRITE_AUDIT"],
      opens:
        /^(store(\/:\w+)?(\/audit\/(create|:\w+))?|organization(\/:\w+(\/legal)?)?|ticket(\/:\w+)?|analytic\/(report|audit))$/,
      about: /^store/,
      does: addRecord,
    },
    {
      of: "organization: read",
      permissions: ["READ_ORGANIZATION"],
      opens: /^organization(\/:\w+(\/legal)?)?$/,
    },
    {
      of: "shipping fees: read",
      permissions: ["READ_ORGANIZATION", "READ_FEE"],
      opens: RegExp(`^(organization(/:\\w+(/legal(/store/:\\w+/shipping-fees)?)?)?|${FINANCE}(/:\\w+)?)$`),
      about: /^organization/,
    },
    {
      of: "organization: write",
      permissions: ["WRITE_ORGANIZATION"],
      opens: /^organization\/create$/,
      does: makeOrganization,
    },
    {
      of: "cubyn, bigblue, shopify, snep: read",
      permissions: ["READ_CONNECTOR"],
      opens: RegExp(`^(set-aside|${SHIPPING}|${READS_PLUGINS})$`),
    },
    {
      of: "cubyn, bigblue, shopify: write",
      permissions: ["WRITE_CONNECTOR"],
      opens: RegExp(`^${PLUGINS}/.*(create|import)$`),
      does: makeProviderProduct,
    },
    { of: "developer", permissions: ["SUPER_ADMIN"], opens: /./, about: /^developer/ },
    {
      of: "fee, charge, commission: read",
      permissions: ["READ_FEE"],
      opens: RegExp(`^${FINANCE}(/:\\w+)?$`),
    },
    {
      of: "fee, charge, commission: write",
      permissions: ["WRITE_FEE", "READ_STORE"],
      opens: RegExp(`^${FINANCE}/create$`),
      does: makeFee,
    },
    {
      of: "finance analysis, invoice: read",
      permissions: ["READ_INVOICE"],
      opens: /^(invoice(\/:\w+)?|finance\/(analysis|accounting(\/entry)?))$/,
    },
    { of: "invoice: write", permissions: ["WRITE_INVOICE"], opens: NOTHING },
    { of: "project: read", permissions: ["READ_PROJECT"], opens: /^project(\/:projectId)?$/ },
    {
      of: "project: write",
      permissions: ["WRITE_PROJECT"],
      opens: /^project\/create$/,
      does: makeProject,
    },
    {
      of: "project: read and write",
      permissions: ["READ_PROJECT", "WRITE_PROJECT"],
      opens: /^project(\/(create|:projectId(\/setting)?))?$/,
      about: /^project\/:projectId/,
      does: changeProject,
    },
    { of: "tag, project products: read", permissions: ["READ_PROJECT_PRODUCT"], opens: /^tag$/ },
    {
      of: "tag, project products: write",
      permissions: ["WRITE_PROJECT_PRODUCT"],
      opens: /^tag\/create$/,
      does: makeTag,
    },
    {
      of: "tag, project products: read and write",
      permissions: ["READ_PROJECT", "READ_PROJECT_PRODUCT", "WRITE_PROJECT_PRODUCT"],
      opens: /^(tag(\/create)?|project(\/:projectId(\/product(\/(create|import|:productId))?)?)?)$/,
      about: /product(\/:productId)?$/,
      does: async (page, portal) => {
        await deleteTag(page, portal);
        await changeProjectProduct(page, portal);
      },
    },
    { of: "production: read", permissions: ["READ_PROJECT_PRODUCTION"], opens: /^production$/ },
    { of: "production: write", permissions: ["WRITE_PROJECT_PRODUCTION"], opens: NOTHING },
    {
      of: "production: read and write",
      permissions: ["READ_PROJECT", "READ_PROJECT_PRODUCTION", "WRITE_PROJECT_PRODUCTION"],
      opens: /^(production|project(\/:projectId(\/production(\/(create|:productionId))?)?)?)$/,
      about: /production(\/:productionId)?$/,
      does: changeProduction,
    },
    { of: "factory, fulfillment invoice", permissions: [], opens: BY_ROLE, does: changeFactory },
  ],
  customer: [
    {
      of: "READ_ORDER",
      permissions: ["READ_ORDER"],
      opens: /^(order|ticket|inbound-shipment)(\/:\w+)?$/,
    },
    {
      of: "WRITE_ORDER",
      permissions: ["WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
      opens: /^(order\/(create|paste)|(store-product|store)(\/:\w+)?)$/,
      about: /^order/,
      does: makeOrder,
    },
    { of: "READ_PRODUCT", permissions: ["READ_PRODUCT"], opens: /^store-product(\/:\w+)?$/ },
    { of: "READ_AUDIT", permissions: ["READ_AUDIT"], opens: /^(ticket(\/:\w+)?|analytic\/(report|audit))$/ },
    {
      of: "READ_FEE",
      permissions: ["READ_FEE"],
      opens: /^(legal(\/store\/:\w+\/shipping-fees)?|fee(\/:\w+)?)$/,
    },
    { of: "READ_USER", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "WRITE_USER",
      permissions: ["WRITE_USER"],
      opens: /^user\/create$/,
      does: (page, portal) => makeUser(page, portal),
    },
    { of: "READ_STORE", permissions: ["READ_STORE"], opens: /^store(\/:\w+)?$/ },
    {
      of: "READ_INVOICE",
      permissions: ["READ_INVOICE"],
      opens: /^(invoice(\/:\w+)?|finance\/analysis)$/,
    },
    { of: "READ_ORGANIZATION", permissions: ["READ_ORGANIZATION"], opens: NOTHING },
  ],
  factory: [
    { of: "READ_USER", permissions: ["READ_USER"], opens: /^user(\/:\w+)?$/ },
    {
      of: "WRITE_USER",
      permissions: ["WRITE_USER"],
      opens: /^user\/create$/,
      does: (page, portal) => makeUser(page, portal),
    },
    {
      of: "READ_PROJECT",
      permissions: ["READ_PROJECT"],
      opens: /^project(\/:projectId(\/(product|production)\/:\w+)?)?$/,
      does: moveProduction,
    },
    { of: "READ_FACTORY", permissions: ["READ_FACTORY"], opens: NOTHING },
  ],
};

/** Somebody of the demo company, and their page. Who they are stays; what they may is another thing in each journey. */
interface Holder {
  id: string;
  page: Page;
  /** Where their area begins. */
  base: string;
}

/** Those of this worker's portal: to come in anew for each journey would be most of its work. */
const holders = new Map<string, Promise<Holder>>();

function holderOf(browser: Browser, portal: Portal, area: Area): Promise<Holder> {
  const key = `${portal.url} ${area}`;
  const holder = holders.get(key) ?? comeIn(browser, portal, area);
  holders.set(key, holder);
  return holder;
}

async function comeIn(browser: Browser, portal: Portal, area: Area): Promise<Holder> {
  const api = await apiAs(portal, PEOPLE.admin);
  const someone = await apiAs(portal, PEOPLE[area]);
  const { resources } = await someone<{ resources: { id: string; type: string }[] }>("GET", "/user/current");
  const ids = (type: string) => resources.filter((each) => each.type === type).map(({ id }) => id);
  const email = address("droit");
  const { id } = await api("POST", "/user", {
    ...{ email, displayName: "Dominique Droit", role: area, locale: "fr", permissions: [] },
    ...(area === "customer" && { organizations: ids("ORGANIZATION"), stores: ids("STORE") }),
    ...(area === "factory" && { factories: ids("FACTORY") }),
  });
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await signInAs(page, portal, email);
  return { id, page, base: new URL(page.url()).pathname };
}

/** Where links lead. */
const pathsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));

/** What the palette offers without and with something typed: the parts of its options' ids. */
async function offered(page: Page, typed: string) {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  const options = dialog.getByRole("option");
  const ids = () => options.evaluateAll((all) => all.map(({ id }) => id));
  await expect(options.first()).toBeVisible();
  const commands = await ids();
  await dialog.getByRole("combobox").fill(typed);
  await expect(options.or(dialog.getByText("Aucun résultat")).first()).toBeVisible();
  await expect(dialog.getByText("Recherche en cours")).toHaveCount(0);
  const found = await ids();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return { commands, found };
}

/** The addresses that show something else than the page that refuses. */
async function notRefused(page: Page, all: string[]): Promise<string[]> {
  const shown = await headings(page, all);
  expect(shown, "each shows a heading").not.toContain(null);
  return all.filter((_, at) => shown[at] !== FORBIDDEN);
}

/** What was looked at for barriers: the same parts of the same screen need no other look. */
const looked = new Set<string>();

async function expectNoBarriers(page: Page, screen: string) {
  await settled(page);
  const parts = await page
    .getByRole("main")
    .locator("h2, h3, button, input, table")
    .evaluateAll((all) => all.map((part) => `${part.tagName} ${part.ariaLabel ?? part.textContent}`));
  const key = `${screen} ${[...new Set(parts)].toSorted().join()}`;
  if (looked.has(key)) return;
  expect(await barriers(page), screen).toEqual([]);
  looked.add(key);
}

/** A holder of just these permissions meets what is theirs, and nothing else. */
async function expectOwn(holder: Holder, portal: Portal, area: Area, right: Right) {
  const { page, base } = holder;
  const { permissions, opens, about, does } = right;
  const own = await ownScreens(area);
  const screens = [...own, ...(area === "admin" ? await pluginScreens(portal) : [])];
  const paths = screens.map(({ path }) => path);
  const isByRole = (path: string) => area === "admin" && BY_ROLE.test(path);
  const isOpen = (path: string) => ALWAYS.test(path) || isByRole(path) || opens.test(path);
  /** The screen of an address: its own, or one of a record. */
  const screenOf = (at: string) => {
    const path = at.slice(base.length + 1);
    const fits = (each: string) => RegExp(`^${each.replace(/:\w+/g, "[^/]+")}$`).test(path);
    return (paths.includes(path) ? path : paths.find(fits)) ?? "";
  };
  const addressOf = (path: string) =>
    `${base}/${path.replace(/:\w+/g, "00000000-0000-7000-8000-000000000000")}`.replace(/\/$/, "");
  const refused = paths.filter((path) => !isOpen(path)).map(addressOf);
  // Whoever may open nothing sees what everybody has; others begin where they may not be.
  const hasNothing = opens === NOTHING;
  const first = hasNothing ? base : (refused[0] ?? base);

  await test.step(`begins at ${first}`, async () => {
    // What is on screen must not ask for anything that is taken away.
    await page.goto("about:blank");
    await (await apiAs(portal, PEOPLE.admin))("PATCH", `/user/${holder.id}`, { permissions });
    await page.goto(first);
    await expect(title(page, first === base ? "Accueil" : FORBIDDEN)).toBeVisible();
    await expectNoBarriers(page, `${area} begins at ${first === base ? "home" : "what is refused"}`);
  });

  await test.step("the navigation and the palette offer what is theirs", async () => {
    const menu = page.getByRole("navigation", { name: "Navigation principale" });
    const entries = screens.filter((screen) => screen.menu && isOpen(screen.path));
    await expect
      .poll(async () => (await pathsOf(menu.getByRole("link"))).toSorted())
      .toEqual(entries.map(({ path }) => addressOf(path)).toSorted());
    const { commands, found } = await offered(page, "au");
    const makes = commands.flatMap((id) => /-create-(.*)/.exec(id)?.[1] ?? []);
    expect(makes.filter((path) => !isOpen(path))).toEqual([]);
    const makable = own.map(({ path }) => path).filter((path) => /^[^:]*\/create$/.test(path));
    expect(makes).toEqual(expect.arrayContaining(makable.filter(isOpen)));
    const lists = own.filter((screen) => screen.menu && isOpen(screen.path)).map(({ feature }) => feature);
    const features = found.flatMap((id) => /-found-([a-z]+)-/.exec(id)?.[1] ?? []);
    expect(features.filter((feature) => !lists.includes(feature))).toEqual([]);
  });

  const isReader = permissions.length > 0 && permissions.every((each) => each.startsWith("READ_"));
  const hasHome = hasNothing || permissions.some((each) => each.startsWith("READ_"));
  const wanted = paths.filter((path) => (path ? (about ?? opens).test(path) && opens.test(path) : hasHome));
  if (wanted.some((path) => path.endsWith(":simulationId"))) await addSimulation(portal);
  if (wanted.some((path) => path.includes("/audit/:"))) await addRecords(portal);
  if (wanted.some((path) => path.startsWith("project/:"))) await addProject(portal);
  if (wanted.some((path) => path.endsWith(":feeId"))) await addFinance(portal);
  if (wanted.some((path) => path.endsWith(":invoiceId"))) await addInvoices(portal);
  if (wanted.some((path) => path.endsWith(":fulfillmentInvoiceId"))) await addProviderInvoice(portal);
  for await (const at of addresses(page, base, paths, wanted)) {
    await test.step(at, async () => {
      await route(page, at);
      const screen = screenOf(at);
      await expectNoBarriers(page, `${area} ${screen}`);
      await expect(title(page, FORBIDDEN)).toHaveCount(0);
      const links = await pathsOf(page.locator("a[href]"));
      const astray = links.filter((to) => to.startsWith(`${base}/`) && !isOpen(screenOf(to) || "?"));
      expect(astray, `links of ${at}`).toEqual([]);
      const writes = page.getByRole("main").getByRole("button", { name: WRITES });
      if (isReader && screen) await expect(writes, at).toHaveCount(0);
      if (hasNothing) await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    });
  }
  if (does)
    await test.step("what it is for", async () => {
      await route(page, `${base}/profile`);
      await does(page, portal);
    });

  await test.step("no other address answers", async () => {
    const own = hasNothing ? [`${base}/profile`] : [];
    expect(await notRefused(page, [...refused.filter((at) => at !== first), ...own])).toEqual(own);
  });
}

// Whoever is free takes the next of them.
test.describe.configure({ mode: "parallel" });

for (const area of ["admin", "customer", "factory"] as const) {
  for (const right of RIGHTS[area].filter(({ opens }) => opens !== NOTHING)) {
    test(`${area}, ${right.of}: its own and no more`, async ({ browser, portal, watch }) => {
      const holder = await holderOf(browser, portal, area);
      watch.listen(holder.page);
      await expectOwn(holder, portal, area, right);
    });
  }

  test(`${area}, what has no screens yet: nothing to open`, async ({ browser, portal, watch }) => {
    const holder = await holderOf(browser, portal, area);
    watch.listen(holder.page);
    for (const right of RIGHTS[area].filter(({ opens }) => opens === NOTHING))
      await test.step(right.of, () => expectOwn(holder, portal, area, right));
  });
}
