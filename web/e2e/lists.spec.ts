import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { account, activity, button, card, line, merchant, searchFor, staff, title, unique } from "./parts";
import { apiAs, expect, expectAccessible, expectRefused, PEOPLE, signIn, signInAs, test } from "./portal";

const views = (page: Page) => page.getByRole("navigation", { name: "Vues" });

test("a question to a list is kept as a view, shared, changed and deleted", async ({
  page,
  portal,
  another,
}) => {
  const { organization } = await merchant(portal, unique("Vue"));
  const name = unique("Nos vues");
  await signIn(page, portal, "admin", "/admin/organization");
  await searchFor(page, organization.name);
  await expect(page.getByRole("row")).toHaveCount(2);
  await button(page, "Enregistrer la vue").click();
  const dialog = page.getByRole("dialog", { name: "Enregistrer la vue" });
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expectRefused(dialog.getByRole("textbox", { name: "Nom de la vue" }), "Ce champ est obligatoire.");
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Nom de la vue" }).fill(name);
  await dialog.getByRole("combobox", { name: "Partager avec" }).selectOption("Les administrateurs");
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  await expect(views(page).getByRole("button", { name: new RegExp(`^${name}`) })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expectAccessible(page);

  await test.step("whom it is shared with opens it, and cannot change it", async () => {
    const other = await another();
    await signInAs(
      other,
      portal,
      await staff(portal, "Vic Voit", ["READ_ORGANIZATION"]),
      "/admin/organization",
    );
    await expect(line(other, "Label Aurore")).toBeVisible();
    await views(other)
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .click();
    await expect(other.getByRole("row")).toHaveCount(2);
    await expect(other.getByRole("searchbox")).toHaveValue(organization.name);
    await expect(other.getByRole("button", { name: `Actions sur la vue « ${name} »` })).toHaveCount(0);
  });

  await test.step("it outlives the page, is renamed and deleted", async () => {
    await views(page).getByRole("button", { name: "Tout" }).click();
    await expect(line(page, "Label Aurore")).toBeVisible();
    await page.reload();
    await button(page, `Actions sur la vue « ${name} »`).click();
    await page.getByRole("menuitem", { name: "Renommer ou partager" }).click();
    const form = page.getByRole("dialog", { name: "Modifier la vue" });
    await form.getByRole("textbox", { name: "Nom de la vue" }).fill(`${name} bis`);
    await form.getByRole("button", { name: "Enregistrer" }).click();
    await button(page, `Actions sur la vue « ${name} bis »`).click();
    await page.getByRole("menuitem", { name: "Supprimer la vue" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer la vue" }).click();
    await expect(views(page).getByRole("button", { name: new RegExp(name) })).toHaveCount(0);
  });
});

test("a kept view asks for the last thirty days of whenever it is opened", { tag: "@task-5" }, async ({
  page,
  portal,
}) => {
  const name = unique("Un mois");
  await signIn(page, portal, "admin", "/admin/order");
  await button(page, "Passée le").first().click();
  await page.getByText("30 derniers jours").click();
  await page.keyboard.press("Escape");
  await button(page, "Enregistrer la vue").click();
  const dialog = page.getByRole("dialog", { name: "Enregistrer la vue" });
  await dialog.getByRole("textbox", { name: "Nom de la vue" }).fill(name);
  await dialog.getByRole("button", { name: "Enregistrer" }).click();
  const view = views(page).getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(view).toHaveAttribute("aria-current", "true");
  await page.goto("/admin/order");
  await view.click();
  // No day of today's.
  const cursor = () => new URL(page.url()).searchParams.get("cursor") ?? "";
  await expect.poll(() => Buffer.from(cursor(), "base64url").toString()).toContain('"from":"month"');
  await expect(page.getByRole("button", { name: "Passée le : 30 derniers jours" })).toBeVisible();
  await button(page, `Actions sur la vue « ${name} »`).click();
  await page.getByRole("menuitem", { name: "Supprimer la vue" }).click();
  await expect(view).toHaveCount(0);
});

test("columns are hidden and moved, which lasts, and put back", async ({ page, portal }) => {
  await signIn(page, portal, "admin", "/admin/organization");
  const heads = page.getByRole("columnheader");
  const city = page.getByRole("columnheader", { name: "Ville" });
  await expect(city).toBeVisible();
  await button(page, "Colonnes").click();
  const picker = page.getByRole("dialog", { name: "Colonnes" });
  await picker.getByRole("checkbox", { name: "Ville" }).click();
  await picker.getByRole("button", { name: "Monter Boutiques" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(city).toHaveCount(0);
  const shown = await heads.allTextContents();
  await page.reload();
  await expect(line(page, "Label Aurore")).toBeVisible();
  await expect(city).toHaveCount(0);
  expect(await heads.allTextContents()).toEqual(shown);
  await button(page, "Colonnes").click();
  await picker.getByRole("button", { name: "Rétablir" }).click();
  await expect(city).toBeVisible();
});

const EXPORTS = [
  { list: "organization", resource: "organisations", row: "Label Aurore" },
  { list: "user", resource: "utilisateurs", row: PEOPLE.customer },
  { list: "store", resource: "boutiques", row: "Aurore Records" },
];

for (const { list, resource, row } of EXPORTS) {
  test(`a list of ${list}s becomes a file, whose address an e-mail tells`, async ({
    page,
    portal,
    another,
    watch,
  }) => {
    const rights = ["READ_ORGANIZATION", "READ_STORE", "READ_USER"];
    const email = await staff(portal, "Eva Exporte", rights);
    await signInAs(page, portal, email, `/admin/${list}`);
    await expect(line(page, row)).toBeVisible();
    await button(page, "Exporter").click();
    const dialog = page.getByRole("dialog", { name: "Exporter la liste" });
    await expect(dialog.getByRole("radio", { name: /^Tout/ })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Exporter" }).click();
    await expect(page.getByText(`L’export de vos ${resource} est lancé.`)).toBeVisible();
    const shown = await activity(page);
    await expect(shown.getByText("Terminé")).toBeVisible();
    await expect(shown.getByRole("link", { name: "Télécharger" })).toHaveAttribute("href", /^\/download\//);

    await expect(() => expect(portal.mail(email)).toContain("Votre export")).toPass({ timeout: 20_000 });
    const address = /http\S+/.exec(portal.mail(email))?.[0] ?? "";
    await page.goto(address);
    await expect(title(page, "Votre fichier")).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await button(page, "Télécharger le fichier").click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain(row);
    expect(text.trim().split("\n").length).toBeGreaterThan(3);

    // It is theirs alone.
    const other = await another();
    watch.tolerate(/status of 404/);
    await signIn(other, portal, "admin");
    await other.goto(address);
    await expect(title(other, "Fichier introuvable")).toBeVisible();
    await expectAccessible(other);
  });
}

test("the palette finds an order, an organization, a user, a store", async ({ page, portal }) => {
  const { organization, store, user } = await merchant(portal, unique("Palette"));
  const name = unique("Paul Palette");
  await user(name, []);
  const api = await apiAs(portal, PEOPLE.admin);
  await expect(async () => expect(await api<object[]>("GET", "/order")).not.toEqual([])).toPass();
  const [order] = await api<{ reference: string }[]>("GET", "/order");
  await signIn(page, portal, "admin");
  const wanted = [
    { group: "Organisations", text: organization.name },
    { group: "Utilisateurs", text: name },
    { group: "Boutiques", text: store.name },
    { group: "Commandes", text: order?.reference ?? "" },
  ];
  await expect(title(page, /./)).toBeVisible();
  for (const { group, text } of wanted) {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: /^Rechercher un écran/ });
    await palette.getByRole("combobox").fill(text);
    const found = palette.getByRole("group", { name: group }).getByRole("option", { name: text }).first();
    await expect(found).toBeVisible();
    if (group === "Utilisateurs") await expectAccessible(page);
    await found.click();
    await expect(palette).toHaveCount(0);
    await expect(title(page, text)).toBeVisible();
  }
});

test("sessions and links that one does not know are ended", async ({ page, portal, another, watch }) => {
  const email = await staff(portal, "Rémi Profil", ["READ_ORGANIZATION", "READ_STORE"]);
  const [second, third] = [await another(), await another()];
  for (const each of [page, second, third]) await signInAs(each, portal, email);
  // Asked for, and not used.
  portal.link(email);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Profil" }).click();
  await expect(title(page, "Profil")).toBeVisible();
  const sessions = card(page, "Sessions ouvertes");
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await expect(sessions.getByText("Cette session")).toHaveCount(1);
  await expectAccessible(page);

  watch.tolerate(/status of 401/);
  await sessions.getByRole("button", { name: "Fermer la session" }).first().click();
  await expect(page.getByText("La session est fermée.")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: "Fermer toutes les autres" }).click();
  const dialog = page.getByRole("dialog", { name: "Fermer toutes les autres sessions ?" });
  await dialog.getByRole("button", { name: "Fermer toutes les autres" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  for (const each of [second, third]) {
    await each.goto("/admin/store");
    await expect(each.getByLabel("Adresse e-mail")).toBeVisible();
  }
  const links = card(page, "Liens de connexion non utilisés");
  await links.getByRole("button", { name: "Révoquer" }).click();
  await expect(links).toContainText("Aucun lien de connexion n’est en attente.");
  await page.reload();
  await expect(title(page, "Profil")).toBeVisible();
});
