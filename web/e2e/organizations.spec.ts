import { readFile } from "node:fs/promises";
import { button, card, FORBIDDEN, line, merchant, NOT_FOUND, pdf, staff, title, unique } from "./parts";
import { expect, expectAccessible, expectRefused, PEOPLE, signIn, signInAs, test } from "./portal";

const contract = (name: string, text: string) => ({ name, mimeType: "application/pdf", buffer: pdf([text]) });

test("a company of the register becomes an organization, which is changed and deleted", async ({
  page,
  portal,
}) => {
  const name = unique("Exemple Musique");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Organisations" }).click();
  await expect(line(page, "Label Aurore")).toBeVisible();
  await expectAccessible(page);

  await test.step("nothing filled in is told at its field", async () => {
    await page.getByRole("link", { name: "Créer une organisation" }).click();
    await expect(page.getByRole("combobox", { name: "Rechercher une entreprise" })).toBeFocused();
    await expectAccessible(page);
    await button(page, "Créer une organisation").click();
    await expectRefused(page.getByRole("textbox", { name: "Nom" }), "Ce champ est obligatoire.");
    const number = page.getByRole("textbox", { name: "Numéro d’identification" });
    await expectRefused(number, "Ce champ est obligatoire.");
    // An address is wanted whole or not at all.
    await page.getByRole("textbox", { name: "Ville" }).fill("Lyon");
    await button(page, "Créer une organisation").click();
    await expectRefused(
      page.getByRole("textbox", { name: "Adresse", exact: true }),
      "Ce champ est obligatoire.",
    );
    await expectAccessible(page);
  });

  await test.step("the register fills it in", async () => {
    await page.getByRole("combobox", { name: "Rechercher une entreprise" }).fill("exemple musique");
    const found = page.getByRole("option", { name: /EXEMPLE MUSIQUE/ });
    await expect(found).toContainText("SIRET 123 456 782 00010 · PARIS");
    await expectAccessible(page);
    await found.click();
    await expect(page.getByRole("textbox", { name: "Nom" })).toHaveValue("EXEMPLE MUSIQUE");
    await expect(page.getByRole("textbox", { name: "Numéro d’identification" })).toHaveValue(
      "12345678200010",
    );
    await expect(page.getByRole("textbox", { name: "Numéro de TVA" })).toHaveValue(/^FR\d{2}123456782$/);
    await expect(page.getByRole("textbox", { name: "Code postal" })).toHaveValue("75002");
    await expect(page.getByRole("combobox", { name: "Pays" })).toHaveValue("France");
    await page.getByRole("textbox", { name: "Nom" }).fill(name);
    await button(page, "Créer une organisation").click();
    await expect(title(page, name)).toBeVisible();
    await expect(page.getByText(`« ${name} » a été créée`)).toBeVisible();
    await expect(card(page, "Boutiques")).toContainText("Aucune boutique");
    await expectAccessible(page);
  });

  const history = card(page, "Historique");
  await test.step("a change is told by its history", async () => {
    await page.getByRole("textbox", { name: "Code postal" }).fill("75009");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Modifications enregistrées")).toBeVisible();
    await expect(history).toContainText("Camille Martin a modifié Code postal : « 75002 » → « 75009 »");
    await expect(history).toContainText("Camille Martin a créé cette fiche");
    await expect(history).not.toContainText(/[a-z]+\.[a-z]+|[0-9a-f]{8}-/);
    await page.getByRole("textbox", { name: "Nom" }).fill("");
    await button(page, "Enregistrer").click();
    await expectRefused(page.getByRole("textbox", { name: "Nom" }), "Ce champ est obligatoire.");
    await button(page, "Abandonner").click();
  });

  await test.step("it is archived and taken back, deleted and restored", async () => {
    await button(page, "Autres actions").click();
    await page.getByRole("menuitem", { name: "Archiver l’organisation" }).click();
    await expect(page.getByText("Archivée", { exact: true })).toBeVisible();
    await button(page, "Annuler l’action").click();
    await expect(page.getByText("Archivée", { exact: true })).toHaveCount(0);
    await button(page, "Autres actions").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Supprimer l’organisation" }).click();
    const dialog = page.getByRole("dialog", { name: `Supprimer « ${name} » ?` });
    await dialog.getByRole("button", { name: "Supprimer l’organisation" }).click();
    await expect(title(page, "Organisations")).toBeVisible();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await page.getByRole("link", { name }).click();
    await expect(history).toContainText("Camille Martin a rétabli cette fiche");
    await expect(history).toContainText("Camille Martin a archivé cette fiche");
  });
});

test("without the register an organization is typed by hand", async ({ page, portal, request, watch }) => {
  const name = unique("À La Main");
  await signIn(page, portal, "admin", "/admin/organization/create");
  watch.tolerate(/status of 503/);
  const trouble = { kind: "errors", service: "search" };
  await request.post(`${portal.register}/control/trouble`, { data: trouble });
  await page.getByRole("combobox", { name: "Rechercher une entreprise" }).fill("exemple");
  await expect(page.getByRole("status").filter({ hasText: "ne répond pas pour le moment" })).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  await request.post(`${portal.register}/control/trouble`, { data: { ...trouble, kind: "none" } });
  await page.getByRole("textbox", { name: "Nom" }).fill(name);
  await page.getByRole("textbox", { name: "Numéro d’identification" }).fill("BE 0400.000.000");
  await button(page, "Créer une organisation").click();
  await expect(title(page, name)).toBeVisible();
});

test("an organization that is in use is archived, not deleted", async ({ page, portal, watch }) => {
  const { organization, store } = await merchant(portal, unique("Utile"));
  await signIn(page, portal, "admin", `/admin/organization/${organization.id}`);
  await expect(card(page, "Boutiques").getByRole("link", { name: store.name })).toBeVisible();
  await expect(card(page, "Boutiques")).toContainText("100 %");
  await button(page, "Autres actions").click();
  await page.getByRole("menuitem", { name: "Supprimer l’organisation" }).click();
  watch.tolerate(/status of 409/);
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’organisation" }).click();
  await expect(page.getByRole("alert")).toContainText("archivez plutôt que de supprimer");
  await button(page, "Autres actions").click();
  await page.getByRole("menuitem", { name: "Archiver l’organisation" }).click();
  await expect(page.getByText("Archivée", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Organisations" }).first().click();
  await expect(line(page, "Label Aurore")).toBeVisible();
  await expect(line(page, organization.name)).toHaveCount(0);
  await button(page, "Archivage").click();
  await page.getByRole("checkbox", { name: "Archivée" }).click();
  await expect(line(page, organization.name)).toContainText("Archivée");
});

test("a contract is added, read by staff and merchant, fetched, replaced and deleted", async ({
  page,
  portal,
  another,
  watch,
}) => {
  const { organization, user } = await merchant(portal, unique("Accord"));
  const { email } = await user("Iris Contrat", ["READ_FEE"]);
  await signIn(page, portal, "admin", `/admin/organization/${organization.id}`);
  const section = card(page, "Contrat");
  await expect(section.getByRole("heading", { name: "Aucun contrat" })).toBeVisible();

  await test.step("what is no PDF is refused", async () => {
    const upload = section.getByRole("group", { name: "Contrat signé" });
    const input = upload.locator("input[type=file]");
    await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") });
    await expect(section.getByRole("alert")).toContainText("ce type de fichier n’est pas accepté");
    watch.tolerate(/status of 400/);
    const false_ = { name: "faux.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") };
    await input.setInputFiles(false_);
    await expect(section.getByRole("alert")).toContainText("Le fichier n’a pas été envoyé");
    await expectAccessible(page);
    await input.setInputFiles(contract("contrat 2026.pdf", "Premier contrat"));
    await expect(page.getByText("Le contrat a été enregistré")).toBeVisible();
    await expect(section.getByRole("alert")).toHaveCount(0);
  });

  await test.step("it is looked at, and fetched as it was sent", async () => {
    await expect(section).toContainText("contrat 2026.pdf");
    await expect(section).toContainText("Camille Martin");
    await section.getByRole("button", { name: /^Aperçu/ }).click();
    const preview = page.getByRole("dialog", { name: "contrat 2026.pdf" });
    await expect(preview.getByRole("img", { name: "Page 1 sur 1" })).toBeVisible();
    await expect(preview.getByText("Premier contrat")).toBeAttached();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
    const download = page.waitForEvent("download");
    await section.getByRole("button", { name: /^Télécharger/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("contrat 2026.pdf");
    expect(await readFile(await file.path())).toEqual(pdf(["Premier contrat"]));
  });

  const theirs = await another();
  await test.step("the merchant reads it, and can do no more", async () => {
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Contrat et tarifs" }).click();
    await expect(card(theirs, "Contrat").getByText("Premier contrat")).toBeAttached();
    await expect(card(theirs, "Contrat").getByRole("button", { name: /^Supprimer/ })).toHaveCount(0);
    await expect(theirs.getByRole("group", { name: /contrat/i })).toHaveCount(0);
    await expectAccessible(theirs);
  });

  await test.step("it is replaced and deleted; the history tells it", async () => {
    const input = section.getByRole("group", { name: "Remplacer le contrat" }).locator("input[type=file]");
    await input.setInputFiles(contract("avenant.pdf", "Second contrat"));
    await expect(section.getByRole("button", { name: /^Aperçu de «\savenant/ })).toBeVisible();
    await section.getByRole("button", { name: /^Supprimer/ }).click();
    await expect(section.getByRole("heading", { name: "Aucun contrat" })).toBeVisible();
    const history = card(page, "Historique");
    await expect(history).toContainText("Contrat : — → « contrat 2026.pdf »");
    await expect(history).toContainText("Contrat : « avenant.pdf » → —");
    await expect(history).not.toContainText(/[0-9a-f]{8}-/);
    await theirs.reload();
    await expect(theirs.getByRole("heading", { name: "Aucun contrat" })).toBeVisible();
    await expectAccessible(theirs);
  });
});

test("staff agree prices, which the merchant reads", async ({ page, portal, another, watch }) => {
  const { organization, store, user } = await merchant(portal, unique("Tarifs"));
  const { email } = await user("Tom Tarif", ["READ_FEE"]);
  await signIn(page, portal, "admin", `/admin/organization/${organization.id}`);
  await page.getByRole("link", { name: "Contrat et tarifs" }).click();
  await expect(title(page, `Contrat et tarifs de ${organization.name}`)).toBeVisible();
  await expectAccessible(page);

  const returns = page.getByRole("group", { name: "Prix par type d’article" });
  const storage = page.getByRole("group", { name: "Prix par tranche" });
  await test.step("a price without a name and a band upside down are refused", async () => {
    await returns.getByRole("button", { name: "Ajouter un tarif de retour" }).click();
    await returns.getByRole("textbox", { name: "Prix HT" }).fill("3,1");
    await storage.getByRole("button", { name: "Ajouter un tarif de stockage" }).click();
    await storage.getByRole("textbox", { name: "Plus de" }).fill("2");
    await storage.getByRole("textbox", { name: "Jusqu’à" }).fill("0,5");
    await storage.getByRole("textbox", { name: "Prix HT pour 15 jours" }).fill("-9");
    await button(page, "Enregistrer").click();
    await expectRefused(
      returns.getByRole("textbox", { name: "Type d’article" }),
      "Ce champ est obligatoire.",
    );
    await expectRefused(storage.getByRole("textbox", { name: "Prix HT pour 15 jours" }), /Trop petit/);
    await returns.getByRole("textbox", { name: "Type d’article" }).fill("T-shirt");
    await storage.getByRole("textbox", { name: "Prix HT pour 15 jours" }).fill("9");
    await button(page, "Enregistrer").click();
    const end = storage.getByRole("textbox", { name: "Jusqu’à" });
    await expectRefused(end, "Cette limite doit dépasser la première.");
    await expectAccessible(page);
    await end.fill("");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Tarifs enregistrés")).toBeVisible();
    await expect(page.getByRole("region", { name: `Boutique ${store.name}` })).toContainText(
      "Envoi promotionnel",
    );
  });

  await test.step("the merchant reads them, and only their own", async () => {
    const theirs = await another();
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Contrat et tarifs" }).click();
    await expect(card(theirs, "Tarifs des retours").getByRole("row", { name: /T-shirt/ })).toContainText(
      "3,10 €",
    );
    await expect(card(theirs, "Tarifs de stockage").getByRole("row", { name: /plus de 2/ })).toContainText(
      "9,00 €",
    );
    await expect(theirs.getByRole("textbox")).toHaveCount(0);
    await expectAccessible(theirs);
    const other = (await merchant(portal, unique("Étranger"))).organization;
    await theirs.goto(`/customer/${other.id}/legal`);
    await expect(title(theirs, NOT_FOUND)).toBeVisible();
    await theirs.goto(`/admin/organization/${organization.id}/legal`);
    await expect(title(theirs, FORBIDDEN)).toBeVisible();
    watch.tolerate(/status of 404/);
  });

  await test.step("the history tells it in words", async () => {
    await page.goto(`/admin/organization/${organization.id}`);
    const history = card(page, "Historique");
    await expect(history).toContainText("Tarifs des retours : — → « T-shirt · 3,10 € »");
    await expect(history).toContainText("Tarifs de stockage : — → « plus de 2 (m³) · 9,00 € »");
  });
});

test("of two who change an organization the second is told of the first", async ({
  page,
  portal,
  another,
  watch,
}) => {
  const { organization } = await merchant(portal, unique("Dispute"));
  const email = await staff(portal, "Jo Rapide", ["READ_ORGANIZATION", "WRITE_ORGANIZATION"]);
  await signIn(page, portal, "admin");
  const other = await another();
  await signInAs(other, portal, email);
  for (const each of [page, other]) await each.goto(`/admin/organization/${organization.id}`);
  await page.getByRole("textbox", { name: "Numéro de TVA" }).fill("FR1");
  await other.getByRole("textbox", { name: "Numéro de TVA" }).fill("FR2");
  await button(other, "Enregistrer").click();
  await expect(other.getByText("Modifications enregistrées")).toBeVisible();
  watch.tolerate(/status of 409/);
  await button(page, "Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "L’organisation n’a pas été enregistrée" });
  await expect(dialog).toContainText("Modifié par Jo Rapide");
  await dialog.getByRole("button", { name: "Recharger" }).click();
  await expect(page.getByRole("textbox", { name: "Numéro de TVA" })).toHaveValue("FR2");
});

test("who may only look changes nothing; others do not get in", async ({ page, portal, another, watch }) => {
  const { organization } = await merchant(portal, unique("Vitrine"));
  const reader = await staff(portal, "Lia Lit", ["READ_ORGANIZATION"]);
  await signInAs(page, portal, reader);
  await page.getByRole("link", { name: "Organisations" }).click();
  await expect(page.getByRole("link", { name: "Créer une organisation" })).toHaveCount(0);
  await page.getByRole("link", { name: organization.name }).click();
  await expect(card(page, "Identité")).toContainText("123456782");
  // Notes are anybody's of the staff to write.
  await expect(page.getByRole("textbox", { name: /^Nom/ })).toHaveCount(0);
  await expect(button(page, "Autres actions")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Contrat et tarifs" }).click();
  await expect(card(page, "Tarifs des retours")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/organization/create");
  await expect(title(page, FORBIDDEN)).toBeVisible();
  watch.tolerate(/status of 404/);
  await page.goto("/admin/organization/01a1fd4c-00fa-7000-847f-00b6ab6921eb");
  await expect(title(page, NOT_FOUND)).toBeVisible();

  const outsider = await another();
  await signInAs(outsider, portal, await staff(portal, "Sam Sans", ["READ_ORDER"]));
  await expect(outsider.getByRole("link", { name: "Organisations" })).toHaveCount(0);
  await outsider.goto(`/admin/organization/${organization.id}`);
  await expect(title(outsider, FORBIDDEN)).toBeVisible();
  const theirs = await another();
  await signInAs(theirs, portal, PEOPLE.customer, "/admin/organization");
  await expect(title(theirs, FORBIDDEN)).toBeVisible();
});
