import type { Page } from "@playwright/test";
import { account, button, card, merchant, staff, title, unique } from "./parts";
import { expect, expectAccessible, follow, signInAs, test } from "./portal";

/** Gives a page's browser a device that keeps passkeys, and whose owner always agrees. */
async function withDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", { options });
  const agree = (isUserVerified: boolean) =>
    browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { agree };
}

async function openProfile(page: Page) {
  await account(page).click();
  await page.getByRole("menuitem", { name: "Profil" }).click();
  await expect(title(page, "Profil")).toBeVisible();
  return card(page, "Clés d’accès");
}

async function addPasskey(page: Page, name: string) {
  const own = await openProfile(page);
  await own.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une clé d’accès" });
  const field = dialog.getByRole("textbox", { name: /^Nom/ });
  await expect(field).toHaveValue(/Chrome/);
  await field.fill(name);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
  await expect(own.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  return own;
}

async function signOut(page: Page) {
  await account(page).click();
  await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
  await expect(title(page, "Connexion")).toBeVisible();
}

test("a passkey signs in beside the link, until it is removed", async ({ page, portal, watch }) => {
  const { user } = await merchant(portal, "Sans Lien");
  const { email } = await user("Léo Clé", ["READ_ORDER"]);
  const device = await withDevice(page);
  await signInAs(page, portal, email);
  const own = await addPasskey(page, "Ordinateur");
  await expectAccessible(page);
  expect(portal.mail(email)).toContain("Une clé d’accès a été ajoutée à votre compte.");

  await test.step("one device has one of them", async () => {
    await own.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
    const dialog = page.getByRole("dialog", { name: "Ajouter une clé d’accès" });
    await dialog.getByRole("button", { name: "Ajouter une clé d’accès" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Cet appareil a déjà une clé d’accès de votre compte." }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("who shows no finger stays outside", async () => {
    await signOut(page);
    await expectAccessible(page);
    await device.agree(false);
    await button(page, "Utiliser une clé d’accès").click();
    await expect(
      page.getByRole("alert").filter({ hasText: "La clé d’accès ne vous a pas connecté" }),
    ).toBeVisible();
    await device.agree(true);
    await button(page, "Utiliser une clé d’accès").click();
    await page.waitForURL(/\/customer/);
    await openProfile(page);
    await expect(own.getByRole("row").nth(1)).not.toContainText("—");
  });

  await test.step("it gets another name, and goes", async () => {
    await own.getByRole("button", { name: "Renommer" }).click();
    const dialog = page.getByRole("dialog", { name: "Renommer" });
    await dialog.getByRole("textbox", { name: /^Nom/ }).fill("Portable");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await expect(own.getByRole("row").filter({ hasText: "Portable" })).toBeVisible();
    await own.getByRole("button", { name: "Supprimer" }).click();
    const question = page.getByRole("dialog", { name: /Supprimer «.Portable.»/ });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(own).toContainText("Vous n’avez pas encore de clé d’accès.");
    await signOut(page);
    watch.tolerate(/status of 401/);
    await button(page, "Utiliser une clé d’accès").click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Cette clé d’accès n’est plus reconnue." }),
    ).toBeVisible();
  });
});

test("rights are given by who signed in lately, and what they typed stays", async ({
  page,
  portal,
  watch,
}) => {
  const { user } = await merchant(portal, "Droits");
  const { id } = await user("Ira Droit", ["READ_ORDER"]);
  const name = unique("Gil Vieux");
  const email = await staff(portal, name, ["SUPER_ADMIN"]);
  await withDevice(page);
  await signInAs(page, portal, email);
  await addPasskey(page, "Bureau");
  const timePasses = () =>
    portal.sql(
      `update sessions set created_at = created_at - interval '11 minutes'
       where user_id = (select id from users where email = '${email}')`,
    );
  await page.goto(`/admin/user/${id}`);
  const rights = page.getByRole("checkbox", { name: "Consulter les boutiques", exact: true });
  const again = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" });
  watch.tolerate(/status of 403/);
  watch.tolerate(/status of 401/);

  await test.step("who gives up changes nothing and loses nothing", async () => {
    await rights.check();
    timePasses();
    await button(page, "Enregistrer").click();
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await again.getByRole("button", { name: "Annuler" }).click();
    await expect(
      page
        .getByRole("alert")
        .filter({ hasText: "Cette action demande une connexion de moins de dix minutes." }),
    ).toBeVisible();
    await expect(rights).toBeChecked();
    await expect(button(page, "Enregistrer")).toBeVisible();
  });

  await test.step("a passkey is enough", async () => {
    await button(page, "Enregistrer").click();
    await again.getByRole("button", { name: "Utiliser une clé d’accès" }).click();
    await expect(button(page, "Enregistrer")).toHaveCount(0);
    await expect(again).toHaveCount(0);
    await expect(rights).toBeChecked();
  });

  await test.step("and so is a link that opens beside", async () => {
    await rights.uncheck();
    timePasses();
    await button(page, "Enregistrer").click();
    await again.getByRole("button", { name: "Recevoir le lien" }).click();
    await expect(again.getByRole("status")).toContainText(email);
    await expectAccessible(page);
    const tab = await page.context().newPage();
    watch.listen(tab);
    await follow(tab, /http\S+/.exec(portal.mail(email))?.[0] ?? "");
    await expect(title(tab, "Ira Droit")).toBeVisible();
    await expect(again).toHaveCount(0);
    await expect(rights).not.toBeChecked();
    await expect(button(page, "Enregistrer")).toHaveCount(0);
    await tab.close();
    await page.reload();
    await expect(rights).not.toBeChecked();
  });
});
