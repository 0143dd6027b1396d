import type { Page } from "@playwright/test";
import {
  address,
  box,
  button,
  FORBIDDEN,
  line,
  merchant,
  NOT_FOUND,
  searchFor,
  staff,
  title,
  unique,
} from "./parts";
import {
  type Answer,
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

test("an admin invites a customer, who sees only what they may", async ({ page, portal, another, watch }) => {
  const email = address("lou");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Utilisateurs" }).click();
  await expectAccessible(page);
  // Other journeys invite people: of a page of twenty, some would be missing.
  await searchFor(page, PEOPLE.customer);
  await expect(page.getByRole("row", { name: /Inès Aurore/ })).toContainText("Label Aurore");

  await test.step("what is wrong is told at its field", async () => {
    await page.getByRole("link", { name: "Créer un utilisateur" }).click();
    const field = page.getByRole("textbox", { name: /^Adresse e-mail/ });
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await button(page, "Créer un utilisateur").click();
    await expectRefused(field, "Ce champ est obligatoire.");
    await expectRefused(page.getByRole("combobox", { name: /^Organisations/ }), "Ce champ est obligatoire.");
    await field.fill("lou");
    await page.getByRole("textbox", { name: /^Nom affiché/ }).fill("L");
    await button(page, "Créer un utilisateur").click();
    await expectRefused(field, "Cette adresse e-mail n’est pas valide.");
    await expectRefused(page.getByRole("textbox", { name: /^Nom affiché/ }), "Trop court");
    await expectAccessible(page);
  });

  await test.step("an address that is taken too", async () => {
    const field = page.getByRole("textbox", { name: /^Adresse e-mail/ });
    await field.fill(PEOPLE.customer);
    await page.getByRole("textbox", { name: /^Nom affiché/ }).fill("Lou Quai");
    await choose(page, /^Organisations/, "Studio Nova");
    await page.keyboard.press("Escape");
    await choose(page, /^Boutiques/, "Nova Wear");
    await page.keyboard.press("Escape");
    await box(page, "Consulter les commandes").check();
    await box(page, "Consulter les boutiques").check();
    watch.tolerate(/status of 409/);
    await button(page, "Créer un utilisateur").click();
    await expectRefused(field, "Un utilisateur a déjà cette adresse e-mail.");
    await field.fill(email);
    await button(page, "Créer un utilisateur").click();
    await expect(title(page, "Lou Quai")).toBeVisible();
    await expect(page.getByText(`une invitation part à ${email}`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the invitation says who opened the door, and where it is", async () => {
    const mail = portal.mail(email);
    expect(mail).toContain("Bonjour Lou Quai,");
    expect(mail).toContain("De la part de : Camille Martin");
    const invited = await another();
    await invited.goto(/http\S+/.exec(mail)?.[0] ?? "");
    await expect(invited.getByLabel("Adresse e-mail")).toHaveValue(email);

    await signInAs(invited, portal, email);
    const menu = invited.getByRole("navigation", { name: "Navigation principale" });
    await menu.getByRole("link", { name: "Boutiques", exact: true }).click();
    await expect(invited.getByRole("row", { name: /Nova Wear/ })).toBeVisible();
    await expect(invited.getByRole("row")).toHaveCount(2);
    await expect(menu.getByRole("link", { name: "Utilisateurs" })).toHaveCount(0);
    await expect(menu.getByRole("link", { name: "Contrat et tarifs" })).toHaveCount(0);
    const area = /\/customer\/[^/]+/.exec(invited.url())?.[0];
    for (const hidden of ["user", "user/create", "legal"]) {
      await invited.goto(`${area}/${hidden}`);
      await expect(title(invited, FORBIDDEN)).toBeVisible();
    }
    await expectAccessible(invited);
  });

  await test.step("what they may is changed, and the history tells it", async () => {
    await box(page, "Consulter les utilisateurs").check();
    await page.getByRole("textbox", { name: /^Nom affiché/ }).fill("Lou Rive");
    await button(page, "Enregistrer").click();
    await expect(title(page, "Lou Rive")).toBeVisible();
    const history = page.getByRole("region", { name: "Historique" });
    await expect(history.getByText("Camille Martin a modifié cette fiche")).toBeVisible();
    await expect(history.getByText(/Nom affiché\s: «\sLou Quai\s» → «\sLou Rive\s»/)).toBeVisible();
    await expect(history.getByText(/Autorisations.*Consulter les utilisateurs/).first()).toBeVisible();
    await expect(history.getByText("Camille Martin a créé cette fiche")).toBeVisible();
    await expect(history).not.toContainText(/READ_|[a-z]Id\b|[0-9a-f]{8}-/);
  });

  await test.step("they are deleted, and that is taken back", async () => {
    await button(page, "Supprimer l’utilisateur").click();
    const dialog = page.getByRole("dialog", { name: "Supprimer Lou Rive ?" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Supprimer l’utilisateur" }).click();
    await expect(title(page, "Utilisateurs")).toBeVisible();
    await searchFor(page, email);
    await expect(page.getByRole("link", { name: "Lou Rive" })).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await expect(page.getByRole("link", { name: "Lou Rive" })).toBeVisible();
  });
});

test("of two who change a user the second is told of the first", async ({ page, portal, another, watch }) => {
  const { user } = await merchant(portal, "Deux Mains");
  const email = await staff(portal, "Sacha Petit", ["SUPER_ADMIN"]);
  const { id } = await user("Mila Nord", ["READ_ORDER"]);
  await signIn(page, portal, "admin");
  const other = await another();
  await signInAs(other, portal, email);
  const name = (of: Page) => of.getByRole("textbox", { name: /^Nom affiché/ });
  for (const each of [page, other]) {
    await each.goto(`/admin/user/${id}`);
    await expect(name(each)).toHaveValue("Mila Nord");
  }
  await name(page).fill("Mila Sud");
  await name(other).fill("Mila Est");
  await button(other, "Enregistrer").click();
  await expect(title(other, "Mila Est")).toBeVisible();

  watch.tolerate(/status of 409/);
  await button(page, "Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "L’utilisateur n’a pas été enregistré" });
  await expect(dialog).toContainText("Modifié par Sacha Petit à l’instant.");
  await expectAccessible(page);
  // Whoever declines keeps what was typed.
  await dialog.getByRole("button", { name: "Annuler" }).click();
  await expect(name(page)).toHaveValue("Mila Sud");
  await button(page, "Enregistrer").click();
  await dialog.getByRole("button", { name: "Recharger" }).click();
  await expect(name(page)).toHaveValue("Mila Est");
  await name(page).fill("Mila Sud");
  await button(page, "Enregistrer").click();
  await expect(title(page, "Mila Sud")).toBeVisible();
  // The other, who types nothing, sees it come.
  await expect(title(other, "Mila Sud")).toBeVisible();
});

test("an organization keeps its last owner", async ({ page, portal, watch }) => {
  const { user } = await merchant(portal, "Seule Maison");
  const { id } = await user("Noé Seul", ["READ_ORDER"], true);
  await signIn(page, portal, "admin", `/admin/user/${id}`);
  await page.getByRole("switch", { name: "Propriétaire" }).uncheck();
  watch.tolerate(/status of 403/);
  await button(page, "Enregistrer").click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("L’utilisateur n’a pas été enregistré");
  await expect(alert).toContainText("C’est le dernier propriétaire : désignez-en d’abord un autre.");
  await expectAccessible(page);
  await button(page, "Abandonner").click();
  await alert.getByRole("button", { name: "Fermer" }).click();
  await expect(alert).toHaveCount(0);

  await button(page, "Supprimer l’utilisateur").click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’utilisateur" }).click();
  await expect(alert).toContainText("L’utilisateur n’a pas été supprimé");
  await expect(title(page, "Noé Seul")).toBeVisible();
  await user("Ada Autre", [], true);
  await button(page, "Supprimer l’utilisateur").click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’utilisateur" }).click();
  await expect(title(page, "Utilisateurs")).toBeVisible();
});

test("a customer keeps the people of their own organization", async ({ page, portal, watch }) => {
  const { user, organization, store } = await merchant(portal, "Les Voisins");
  const stranger = await (await merchant(portal, "Ailleurs")).user("Zoé Ailleurs", []);
  const rights = ["READ_USER", "WRITE_USER", "READ_ORDER", "READ_STORE"];
  const { email } = await user("Ana Voisin", rights, true);
  const higher = await user("Max Haut", ["READ_INVOICE"]);
  const lower = await user("Pia Bas", ["READ_ORDER"]);
  await signInAs(page, portal, email);
  const area = `/customer/${organization.id}`;
  await page.getByRole("link", { name: "Utilisateurs" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("columnheader", { name: "Rôle" })).toHaveCount(0);
  await expectAccessible(page);

  await test.step("makes one, without a role or an organization to choose", async () => {
    await page.getByRole("link", { name: "Créer un utilisateur" }).click();
    await expect(title(page, "Nouvel utilisateur")).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("combobox", { name: /Rôle|Organisations/ })).toHaveCount(0);
    const mail = address("ivo");
    await page.getByRole("textbox", { name: /^Adresse e-mail/ }).fill(mail);
    await page.getByRole("textbox", { name: /^Nom affiché/ }).fill("Ivo Neuf");
    await button(page, "Créer un utilisateur").click();
    await expectRefused(page.getByRole("combobox", { name: /^Boutiques/ }), "Ce champ est obligatoire.");
    await choose(page, /^Boutiques/, store.name);
    await page.keyboard.press("Escape");
    // One gives what one holds.
    await expect(box(page, "Consulter les factures")).toHaveAttribute("aria-disabled", "true");
    await box(page, "Consulter les commandes").check();
    await button(page, "Créer un utilisateur").click();
    await expect(title(page, "Ivo Neuf")).toBeVisible();
    expect(portal.mail(mail)).toContain("De la part de : Ana Voisin");
    await expectAccessible(page);
    // What staff did is for staff.
    await expect(page.getByRole("region", { name: "Historique" })).toHaveCount(0);
  });

  await test.step("changes and deletes who holds no more than they do", async () => {
    await page.goto(`${area}/user/${lower.id}`);
    await page.getByRole("textbox", { name: /^Nom affiché/ }).fill("Pia Bel");
    await button(page, "Enregistrer").click();
    await expect(title(page, "Pia Bel")).toBeVisible();
    await button(page, "Supprimer l’utilisateur").click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’utilisateur" }).click();
    await expect(title(page, "Utilisateurs")).toBeVisible();
    await button(page, "Annuler l’action").click();
    await expect(page.getByRole("link", { name: "Pia Bel" })).toBeVisible();
    await page.getByRole("link", { name: "Max Haut" }).click();
    await expect(button(page, "Supprimer l’utilisateur")).toHaveAttribute("aria-disabled", "true");
    expect(page.url()).toContain(higher.id);
    await page.goto(`${area}/user`);
    await page.getByRole("link", { name: "Ana Voisin" }).click();
    await expect(page.getByText("Vous ne pouvez pas supprimer votre propre compte.")).toBeVisible();
    await expect(button(page, "Supprimer l’utilisateur")).toHaveCount(0);
  });

  await test.step("knows nothing of others", async () => {
    watch.tolerate(/status of 404/);
    await page.goto(`${area}/user/${stranger.id}`);
    await expect(title(page, NOT_FOUND)).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/user");
    await expect(title(page, FORBIDDEN)).toBeVisible();
  });
});

test("another address is asked of whoever reads the present one", async ({ page, portal, another }) => {
  const { user } = await merchant(portal, "Nouvelle Adresse");
  const manager = await user("Maya Gère", ["READ_USER", "WRITE_USER"]);
  const { id, email } = await user("Noé Change", []);
  const wanted = address("noe");
  await signInAs(page, portal, manager.email);
  const area = /\/customer\/[^/]+/.exec(page.url())?.[0];
  await page.goto(`${area}/user/${id}`);
  const field = page.getByRole("textbox", { name: /^Adresse e-mail/ });
  await field.fill(wanted);
  await button(page, "Enregistrer").click();
  await expect(page.getByText(`Un lien de confirmation est parti à ${email}`)).toBeVisible();
  await expect(field).toHaveValue(email);
  await expect(field).toHaveAccessibleDescription(new RegExp(`${wanted} a été demandée`));
  await expectAccessible(page);

  const reader = await another();
  const mail = portal.mail(email);
  expect(mail).toContain(`Il est demandé que votre adresse e-mail devienne ${wanted}.`);
  expect(mail).toContain("De la part de : Maya Gère");
  await reader.goto(/http\S+/.exec(mail)?.[0] ?? "");
  await expect(reader.getByText(`partiront à ${wanted}`)).toBeVisible();
  await expectAccessible(reader);
  await button(reader, "Confirmer l’adresse").click();
  await expect(reader.getByRole("status")).toContainText("L’adresse est confirmée");
  await expectAccessible(reader);
  expect(portal.mail(email)).toContain(`Votre adresse e-mail est désormais ${wanted}.`);
  await reader.getByRole("link", { name: "Se connecter" }).click();
  await expect(reader.getByLabel("Adresse e-mail")).toHaveValue(wanted);
  await page.reload();
  await expect(field).toHaveValue(wanted);
});

test("who may only look finds facts and no buttons", async ({ page, portal }) => {
  const { user, organization } = await merchant(portal, "Regards");
  const { email, id } = await user("Eli Voit", ["READ_USER"]);
  await signInAs(page, portal, email);
  await page.getByRole("link", { name: "Utilisateurs" }).click();
  await expect(page.getByRole("link", { name: "Créer un utilisateur" })).toHaveCount(0);
  await page.getByRole("link", { name: "Eli Voit" }).click();
  await expect(title(page, "Eli Voit")).toBeVisible();
  await expect(page.getByRole("region", { name: "Identité" })).toContainText(email);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(button(page, "Supprimer l’utilisateur")).toHaveCount(0);
  await expectAccessible(page);
  expect(page.url()).toContain(id);
  await page.goto(`/customer/${organization.id}/user/create`);
  await expect(title(page, FORBIDDEN)).toBeVisible();
});

test("a factory keeps its own people", async ({ page, portal, watch }) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const stranger = (await api<(Answer & { role: string })[]>("GET", "/user")).find(
    ({ role }) => role === "customer",
  );
  const name = unique("Selin Acar");
  await signIn(page, portal, "factory");
  await page.getByRole("link", { name: "Utilisateurs" }).click();
  await expect(page.getByRole("row", { name: /Emre Yılmaz/ })).toBeVisible();
  await expectAccessible(page);
  const list = page.url();
  await page.getByRole("link", { name: "Créer un utilisateur" }).click();
  const email = address("deniz");
  await page.getByRole("textbox", { name: /^Adresse e-mail/ }).fill(email);
  await page.getByRole("textbox", { name: /^Nom affiché/ }).fill(name);
  await choose(page, /^Langue/, "English");
  await box(page, "Consulter les projets").check();
  await expectAccessible(page);
  await button(page, "Créer un utilisateur").click();
  await expect(title(page, name)).toBeVisible();
  await expectAccessible(page);
  expect(portal.mail(email)).toContain("From: Emre Yılmaz");
  await button(page, "Supprimer l’utilisateur").click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer l’utilisateur" }).click();
  await expect(title(page, "Utilisateurs")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await button(page, "Annuler l’action").click();
  await expect(page.getByRole("link", { name })).toBeVisible();
  watch.tolerate(/status of 404/);
  await page.goto(`${list}/${stranger?.id}`);
  await expect(title(page, NOT_FOUND)).toBeVisible();
  for (const foreign of ["/admin/user", "/admin/store", "/admin/organization"]) {
    await page.goto(foreign);
    await expect(title(page, FORBIDDEN)).toBeVisible();
  }
});

test("who has two organizations sees the one they are in, and which it is", async ({ page, portal }) => {
  const [north, south] = [await merchant(portal, unique("Nord")), await merchant(portal, unique("Sud"))];
  const email = address("deux");
  await north.api("POST", "/user", {
    email,
    displayName: "Dina Deux",
    role: "customer",
    locale: "fr",
    permissions: ["READ_STORE", "READ_ORGANIZATION"],
    organizations: [north.organization.id, south.organization.id],
    stores: [north.store.id, south.store.id],
  });
  await signInAs(page, portal, email);
  const stores = async (here: string, elsewhere: string) => {
    await expect(line(page, here)).toBeVisible();
    await expect(line(page, elsewhere)).toHaveCount(0);
  };
  const open = () => page.getByRole("link", { name: "Boutiques", exact: true }).click();
  await open();
  await stores(north.store.name, south.store.name);
  const menu = page.getByRole("button", { name: /Changer d’organisation/ });
  await expect(menu).toHaveText(north.organization.name);
  await menu.click();
  await page.getByRole("menuitemradio", { name: south.organization.name }).click();
  await expect(menu).toHaveText(south.organization.name);
  await open();
  await stores(south.store.name, north.store.name);
  await expectAccessible(page);

  await page.goBack();
  await page.goBack();
  await expect(menu).toHaveText(north.organization.name);
  await stores(north.store.name, south.store.name);
});
