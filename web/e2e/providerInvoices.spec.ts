import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { activity, address, button, card, field, line, merchant, searchFor, title, unique } from "./parts";
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
  uploadAs,
} from "./portal";

/** Where pictures of the steps are put, for who wants to look at them. */
const pictures = process.env.SCREENSHOTS;

interface Order {
  id: string;
  provider: string;
  providerId: string;
  reference: string;
  status: string;
  store: { id: string; name: string };
}

/** Three orders of one store that Bigblue delivered. */
async function delivered(portal: Portal): Promise<[Order, Order, Order]> {
  const api = await apiAs(portal, PEOPLE.admin);
  const filters = [{ field: "status", values: ["DELIVERED"] }];
  const cursor = btoa(JSON.stringify({ take: 100, filters }));
  const find = async () => {
    const orders = await api<Order[]>("GET", `/order?cursor=${cursor}`);
    const shipped = orders.filter(({ provider }) => provider === "bigblue");
    return [...Map.groupBy(shipped, ({ store }) => store.id).values()].find((of) => of.length >= 3);
  };
  await expect.poll(find, { message: "the first pull is over", timeout: 60_000 }).toBeDefined();
  const [one, two, three] = (await find()) ?? [];
  if (!one || !two || !three) throw new Error("orders are gone");
  return [one, two, three];
}

const HEADINGS = "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country";

/** A file as Bigblue gives it. */
const fileOf = (lines: string[]) => ({
  name: "bigblue.csv",
  mimeType: "text/csv",
  buffer: Buffer.from([HEADINGS, ...lines].join("\n")),
});

const over = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** On a phone nothing is wider than it. */
async function expectNarrow(page: Page) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => over(page)).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

async function picture(page: Page, name: string) {
  if (!pictures) return;
  const size = page.viewportSize();
  for (const [width, look] of [
    [1440, "desk"],
    [390, "phone"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const path = `${pictures}/provider-${name}.${look}.png`;
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
  if (size) await page.setViewportSize(size);
}

test("a provider’s invoice is checked step by step, becomes fees, and is taken back", async ({
  page,
  portal,
  another,
  watch,
}) => {
  test.setTimeout(240_000);
  const [known, plain, asked] = await delivered(portal);
  const { store: other } = await merchant(portal, unique("Maison imputée"));
  const label = unique("Bigblue");
  const sku = unique("INCONNU").replace(/\s/g, "-");
  const service = unique("Studio");
  const file = fileOf([
    `${known.providerId},Shipping - Transport,Colissimo,1,29.20,29.20,EUR,FR`,
    `${known.providerId},Shipping - Extra fees,Remote area,1,3.00,3.00,EUR,FR`,
    `${known.providerId},Logistics - Preparation,,1,1.50,1.50,EUR,FR`,
    `${plain.providerId},Shipping - Transport,Colissimo,1,6.10,6.10,EUR,FR`,
    `${asked.reference},Shipping - Transport,Colissimo,1,7.00,7.00,EUR,FR`,
    `${sku},Storage,Shelf,2,2.00,4.00,EUR,FR`,
    ",Storage,Pallet month,4,12.00,48.00,EUR,FR",
    `,${service},Pictures,1,80.00,80.00,EUR,FR`,
    `${plain.providerId},Shipping - Transport,Colissimo,1,five,five,EUR,FR`,
  ]);
  const input = page.locator("input[type=file]");
  const onward = button(page, "Continuer");
  const step = (name: string) => page.getByRole("heading", { level: 3, name, exact: true });
  const totals = card(page, "Totaux du fichier");
  await signIn(page, portal, "admin");

  await test.step("the file is imported, and read in the background", async () => {
    await page.getByRole("link", { name: "Factures prestataires", exact: true }).first().click();
    await page.getByRole("link", { name: "Importer une facture" }).first().click();
    await choose(page, /^Prestataire/, "Bigblue");
    await field(page, "Libellé").fill(label);
    await input.setInputFiles(file);
    await expectAccessible(page);
    await button(page, "Importer la facture").click();
    await expect(title(page, label)).toBeVisible();
    await expect(step("Commandes")).toBeVisible();
    await expect(totals).toContainText(/Lignes lues\s*8\s*Lignes rejetées\s*1/);
  });

  await test.step("an order that nobody knows goes to the store that is proposed", async () => {
    await expect(onward).toHaveAttribute("title", "1 décision reste à prendre");
    await expect(line(page, asked.reference)).toContainText(/même référence, 95\s%/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "1-orders");
    await button(page, `Attribuer à ${known.store.name}`).click();
    await expect(page.getByText("Tout est décidé")).toBeVisible();
    await onward.click();
  });

  await test.step("a product goes to another store", async () => {
    await expect(step("Produits")).toBeFocused();
    await button(page, `Choisir pour ${sku}`).click();
    const dialog = page.getByRole("dialog", { name: `À qui appartient ${sku} ?` });
    await dialog.getByRole("combobox", { name: /^Boutique/ }).fill(other.name);
    await page.getByRole("option", { name: other.name }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Attribuer" }).click();
    await expect(page.getByText("Tout est décidé")).toBeVisible();
    await expect(line(page, sku)).toContainText(other.name);
    await picture(page, "2-products");
    // Two went today, as the demo company's prices hold from today on, and with a carrier that has prices.
    portal.sql(
      `update orders set shipped_at = now(), carrier = 'Colissimo' where id in ('${known.id}', '${plain.id}')`,
    );
    await onward.click();
  });

  await test.step("what shipping cost stands beside what was agreed, and says why", async () => {
    await expect(step("Contrôle des frais de port")).toBeFocused();
    const parcel = line(page, known.providerId);
    await expect(parcel).toContainText(/32,20\s€/);
    await parcel.getByRole("button", { name: /le colis/ }).click();
    await expect(parcel).toContainText("Colissimo");
    const why = page.getByRole("group", { name: "Calcul du prix de livraison" });
    await expect(why).toContainText(/Surcharge carburant\s*\+8\s%/);
    await expect(why.getByRole("row").last()).toContainText(/Prix HT.*€/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "3-shipping");
  });

  await test.step("parcels are summed up, and a carrier’s are looked at alone", async () => {
    await page.getByRole("tab", { name: "Par transporteur" }).click();
    const sums = page.getByRole("group", { name: /^Totaux des colis/ });
    await expect(line(sums, "Colissimo")).toContainText(/2.*38,30\s€/);
    await button(page, "Inconnu").click();
    await expect(line(page, asked.reference)).toBeVisible();
    await expect(line(page, known.providerId)).toBeHidden();
    await page.getByRole("button", { name: /^Inconnu.*voir tous les colis$/ }).click();
    await button(page, "Colissimo").click();
    await expect(line(page, known.providerId)).toBeVisible();
    await expect(line(page, asked.reference)).toBeHidden();
    await expectAccessible(page);
    await picture(page, "3-sums");
  });

  await test.step("what is beyond the agreed prices is claimed by a file", async () => {
    await button(page, "Voir les lignes").click();
    const dialog = page.getByRole("dialog", { name: "Colis facturés au-delà du tarif convenu" });
    await expect(line(dialog, known.providerId)).toContainText(/29,20\s€.*\+\d+,\d\d\s€/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "3-claim");
    await dialog.getByRole("button", { name: "Fermer" }).click();
    await button(page, "Télécharger la réclamation (CSV)").click();
    await expect(page.getByText(/^La réclamation est en préparation/)).toBeVisible();
    const shown = await activity(page);
    const link = shown.getByRole("link", { name: "Télécharger" });
    await expect(link).toBeVisible();
    const theirs = await another();
    await signIn(theirs, portal, "admin");
    await theirs.goto((await link.getAttribute("href")) ?? "");
    const download = theirs.waitForEvent("download");
    await button(theirs, "Télécharger le fichier").click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain("Votre identifiant");
    expect(text).toMatch(RegExp(`${known.providerId};.*Colissimo;[A-Z]{2};29,20`));
    // What stores and consumers pay is nobody else’s.
    expect(text).not.toMatch(/client|boutique/i);
    await theirs.close();
    await page.keyboard.press("Escape");
    await onward.click();
  });

  await test.step("a surcharge is not passed on", async () => {
    await expect(step("Exceptions de port")).toBeFocused();
    const parcel = line(page, known.providerId);
    await expect(parcel).toContainText("Refacturé");
    await parcel.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Ne pas refacturer" }).click();
    await expect(parcel).toContainText("Non refacturé");
    await expectAccessible(page);
    await picture(page, "4-exceptions");
    await onward.click();
  });

  await test.step("a new service has a margin, and its line a store", async () => {
    await expect(step("Autres prestations")).toBeFocused();
    await choose(page, RegExp(`^Payée par .${service}`), "Les boutiques");
    await field(page, `Marge (${service})`).fill("10");
    await expect(onward).toHaveAttribute("aria-disabled", "true");
    await button(page, "Enregistrer les marges").click();
    await expect(page.getByText("Les marges ont été enregistrées")).toBeVisible();
    await line(page, "Pictures")
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: "Attribuer", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `À qui appartient cette ligne (${service}) ?` });
    await dialog.getByRole("combobox", { name: /^Boutique/ }).fill(other.name);
    await page.getByRole("option", { name: other.name }).click();
    await dialog.getByRole("button", { name: "Attribuer" }).click();
    await expect(line(page, "Pictures")).toContainText(other.name);
    await button(page, "La société prend le reste").click();
    await expect(line(page, "Pallet month")).toContainText("La société");
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "5-services");
  });

  await test.step("there is no summary before the sums agree, which is told at their fields", async () => {
    watch.tolerate(/status of 4\d\d/);
    const rejected = field(page, /^Montant HT des lignes rejetées/);
    const stated = field(page, /^Total HT annoncé/);
    const save = async () => {
      await button(page, "Enregistrer les totaux").click();
      await expect(page.getByText("Les totaux ont été enregistrés").last()).toBeVisible();
    };
    await onward.click();
    await expectRefused(rejected, /./);
    await expect(rejected).toBeFocused();
    await rejected.fill("5");
    await stated.fill("200");
    await expect(onward).toHaveAttribute("title", "Enregistrez d’abord les totaux du fichier");
    await save();
    await expect(page.getByText(/^Il manque 16,20\s€/)).toBeVisible();
    await onward.click();
    await expectRefused(stated, /total du prestataire/);
    await expectAccessible(page);
    await picture(page, "6-totals");

    await test.step("who looked at an older version is told so, in English", async () => {
      const api = await apiAs(portal, PEOPLE.admin);
      const email = address("second");
      const who = { email, displayName: "Nora Second", role: "admin", locale: "en", permissions: [] };
      await api("POST", "/user", who);
      const theirs = await another();
      await signInAs(theirs, portal, email, new URL(page.url()).pathname);
      const total = field(theirs, /^Stated total/);
      await expect(total).toHaveValue("200.00");
      await total.fill("150");
      await stated.fill("183,80");
      await button(page, "Enregistrer les totaux").click();
      await expect(page.getByText(/^Il manque/)).toBeHidden();
      await button(theirs, "Save totals").click();
      const conflict = theirs.getByRole("dialog", { name: "The totals were not saved" });
      await expect(conflict).toContainText(/changed/);
      await expectAccessible(theirs);
      await picture(theirs, "6-conflict");
      await conflict.getByRole("button").last().click();
      await expect(total).toHaveValue("183.80");
      await theirs.close();
    });
    await onward.click();
  });

  const preview = page.getByText(/^3 lignes de frais seront créées, pour un total de .* HT$/);

  await test.step("the summary says what each store will pay", async () => {
    await expect(step("Synthèse")).toBeFocused();
    await expect(preview).toBeVisible();
    await expect(line(page, service)).toContainText(/80,00\s€.*88,00\s€.*\+8,00\s€/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "7-summary");
  });

  const validate = async () => {
    await button(page, "Valider la facture").click();
    const dialog = page.getByRole("dialog", { name: "Valider cette facture ?" });
    await expect(dialog).toContainText("3 lignes de frais");
    await dialog.getByRole("button", { name: "Valider la facture" }).click();
    await expect(card(page, "Refacturation par boutique")).toBeVisible();
  };
  /** The fees of the new service, which no other invoice has. */
  const fees = async (count: number) => {
    await page.getByRole("link", { name: "Frais", exact: true }).first().click();
    await searchFor(page, service, "Type ou description");
    if (count === 0) await expect(page.getByText("Aucun résultat")).toBeVisible();
    else await expect(line(page, service)).toHaveCount(count);
  };
  const back = async () => {
    await page.getByRole("link", { name: "Factures prestataires", exact: true }).first().click();
    await page.getByRole("link", { name: label, exact: true }).click();
  };

  await test.step("validated, its fees lead back to it", async () => {
    await validate();
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "8-validated");
    await fees(1);
    await expect(line(page, service)).toContainText(/88,00\s€/);
    await page.getByRole("link", { name: service }).click();
    await expect(field(page, "Description")).toHaveValue(`${label} : 1 ligne`);
    await card(page, "Origine").getByRole("link", { name: label }).click();
    await expect(title(page, label)).toBeVisible();
  });

  await test.step("reopened, they are gone until it is validated again", async () => {
    await button(page, "Rouvrir la facture").click();
    const dialog = page.getByRole("dialog", { name: "Rouvrir cette facture ?" });
    await expect(dialog).toContainText("Tous les frais créés seront retirés");
    await dialog.getByRole("button", { name: "Rouvrir la facture" }).click();
    await expect(preview).toBeVisible();
    await fees(0);
    await back();
    await validate();
    await fees(1);
  });

  await test.step("what it left is told by month and service, and on the store’s page", async () => {
    await page.getByRole("link", { name: "Factures prestataires", exact: true }).first().click();
    await page.getByRole("link", { name: "Marges prestataires" }).click();
    await expect(title(page, "Marges prestataires")).toBeVisible();
    await expect(line(card(page, "Par prestation"), service)).toContainText(/80,00\s€.*88,00\s€.*\+8,00\s€/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "10-margins");
    await page.goto(`/admin/store/${other.id}?tab=margins`);
    await expect(line(card(page, "Par prestation"), service)).toContainText(/\+8,00\s€/);
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "10-store");
  });

  await test.step("what providers’ invoices leave open is found, and leads to what it is about", async () => {
    await page.getByRole("link", { name: "Écarts prestataires", exact: true }).first().click();
    await button(page, "Rechercher les écarts").click();
    await expect((await activity(page)).getByText("Terminé").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Facturée, mais inconnue" }).click();
    const unknown = line(page, asked.reference);
    await expect(unknown).toContainText(/Facturée, mais inconnue.*7,00\s€/);
    await expect(line(page, sku)).toBeHidden();
    await expectAccessible(page);
    await expectNarrow(page);
    await picture(page, "11-gaps");
    await page.getByRole("link", { name: "Stockage sans stock" }).click();
    await expect(line(page, sku)).toContainText(/4,00\s€/);
    await line(page, sku).getByRole("link", { name: label }).click();
    await expect(title(page, label)).toBeVisible();
  });

  await test.step("the same file is refused", async () => {
    await page.getByRole("link", { name: "Factures prestataires", exact: true }).first().click();
    await page.getByRole("link", { name: "Importer une facture" }).first().click();
    await choose(page, /^Prestataire/, "Bigblue");
    await input.setInputFiles(file);
    await button(page, "Importer la facture").click();
    await expect(page.getByRole("alert")).toContainText(/déjà/);
    await expectAccessible(page);
    await picture(page, "9-again");
  });
});

test("thousands of lines are scrolled through, of which those in sight are drawn", async ({
  page,
  portal,
}) => {
  const count = 12_000;
  const text = unique("Palettes");
  const lines = Array.from({ length: count }, (_, at) => `,Storage,${text} ${at + 1},1,0.50,0.50,EUR,FR`);
  const { mimeType, buffer, name } = fileOf(lines);
  const facts = { provider: "bigblue", start: "2026-10-01", end: "2026-10-31", label: text };
  const file = new File([new Uint8Array(buffer)], name, { type: mimeType });
  const { id } = await uploadAs(portal, PEOPLE.admin, "/fulfillment-invoice", facts, file);
  await signIn(page, portal, "admin", `/admin/fulfillment-invoice/${id}`);
  const box = page.getByRole("group", { name: "Autres lignes" });
  const rows = box.getByRole("row");
  const last = async () => {
    await box.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    return rows.filter({ hasText: `${text} ${count}` }).count();
  };

  await test.step("by wheel, row after row", async () => {
    await expect(rows.filter({ hasText: `${text} 1` }).first()).toBeVisible();
    await expect(page.getByText(/^12\s000 lignes$/)).toBeVisible();
    await box.hover();
    for (const _ of Array.from({ length: 10 })) await page.mouse.wheel(0, 600);
    await expect(rows.filter({ hasText: `${text} 150` })).toBeVisible();
    expect(await rows.count()).toBeLessThan(60);
    await expectAccessible(page);
  });

  await test.step("what is selected stays so, however far one scrolls", async () => {
    await rows
      .filter({ hasText: `${text} 150` })
      .getByRole("checkbox")
      .check();
    await expect.poll(last, { timeout: 30_000 }).toBe(1);
    expect(await rows.count()).toBeLessThan(60);
    await expect(page.getByText("1 ligne sélectionnée")).toBeVisible();
  });

  await test.step("another order begins at its first row", async () => {
    await page.getByRole("button", { name: "Ligne", exact: true }).click();
    await expect(rows.filter({ hasText: `${text} ${count}` })).toBeVisible();
    await expect(box).toHaveJSProperty("scrollTop", 0);
    await picture(page, "long");
  });

  await test.step("a phone has pages", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Autres lignes" }).getByRole("listitem")).toHaveCount(100);
    await expectNarrow(page);
  });
});
