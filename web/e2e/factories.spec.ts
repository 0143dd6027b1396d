import type { Page } from "@playwright/test";
import { button, card, line, searchFor, title, unique } from "./parts";
import { apiAs, choose, expect, expectAccessible, expectRefused, PEOPLE, signIn, test } from "./portal";

const field = (page: Page, name: RegExp) => page.getByRole("textbox", { name });
const tags = (page: Page, type: string) => page.getByRole("combobox", { name: type, exact: true });

async function remove(page: Page) {
  await page.getByRole("menuitem", { name: "Supprimer" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Supprimer" }).click();
}

test("a factory is made with a new tag, found for what it makes, changed and deleted", async ({
  page,
  portal,
  watch,
}) => {
  const called = unique("Porto Malhas");
  const linen = unique("Lin");
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Ateliers", exact: true }).click();
  await expect(line(page, "Ege Tekstil")).toContainText("Turquie");
  await expectAccessible(page);

  await test.step("a name that is taken and numbers that do not go together are told at their fields", async () => {
    await page.getByRole("link", { name: "Créer un atelier" }).click();
    await expect(field(page, /^Nom/)).toBeFocused();
    await expectAccessible(page);
    await button(page, "Créer un atelier").click();
    await expectRefused(field(page, /^Nom/), "Ce champ est obligatoire.");
    await field(page, /^Nom/).fill("ege tekstil");
    await field(page, /^Quantité maximale/).clear();
    await field(page, /^Quantité maximale/).fill("99");
    await button(page, "Créer un atelier").click();
    await expectRefused(field(page, /^Quantité maximale/), "Trop petit (100 au moins).");
    await field(page, /^Quantité maximale/).clear();
    await field(page, /^Quantité maximale/).fill("5000");
    watch.tolerate(/status of 409/);
    await button(page, "Créer un atelier").click();
    await expectRefused(field(page, /^Nom/), /porte déjà ce nom/);
  });

  await test.step("a tag that is not there yet is made where it is needed", async () => {
    await field(page, /^Nom/).fill(called);
    await choose(page, /^Pays/, "Portugal");
    await tags(page, "Composition").fill(linen);
    await page.getByRole("option", { name: `Créer « ${linen} »` }).click();
    await expect(page.getByText(linen, { exact: true }).first()).toBeVisible();
    await button(page, "Créer un atelier").click();
    await expect(title(page, called)).toBeVisible();
    await expect(page.getByText(`L’atelier « ${called} » a été créé`)).toBeVisible();
    await expect(card(page, "Capacité et charge")).toContainText("Aucune production en cours");
    await expectAccessible(page);
  });

  await test.step("it is the one that can make what is asked", async () => {
    await page.getByRole("link", { name: "Ateliers", exact: true }).first().click();
    await page.getByRole("link", { name: "Trouver un atelier" }).click();
    await expect(page.getByText("Dites ce qu’il faut fabriquer")).toBeVisible();
    await field(page, /^Quantité/).fill("2000");
    await tags(page, "Composition").fill(linen);
    await page.getByRole("option", { name: linen }).click();
    await expect(card(page, called)).toContainText("Convient");
    await expect(card(page, called)).toContainText(/100 à 5\s000 pièces/);
    await expect(card(page, "Ege Tekstil")).toContainText("Convient en partie");
    await expect(card(page, "Ege Tekstil")).toContainText(new RegExp(`Il manque\\s: ${linen}`));
    await expectAccessible(page);
    await page.getByRole("link", { name: `Ouvrir ${called}` }).click();
  });

  await test.step("a change is told by its history", async () => {
    await field(page, /^Délai/).fill("6");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("L’atelier a été enregistré")).toBeVisible();
    const history = card(page, "Historique");
    await expect(history).toContainText("Camille Martin a modifié");
    await expect(history).toContainText(/Délai\s: 4 → 6/);
  });

  await test.step("it is deleted, and that is taken back", async () => {
    await button(page, "Autres actions").click();
    await remove(page);
    await expect(title(page, "Ateliers")).toBeVisible();
    await expect(page.getByRole("link", { name: called })).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await expect(page.getByRole("link", { name: called })).toBeVisible();
  });
});

test("a tag is made in its group, stays while something carries it, and is brought back", async ({
  page,
  portal,
  watch,
}) => {
  const [free, used] = [unique("Sérigraphie"), unique("Broderie")];
  const api = await apiAs(portal, PEOPLE.admin);
  const tag = await api("POST", "/tags", { type: "personalization", displayName: used });
  await api("POST", "/factories", { name: unique("Brodeur"), tags: [tag.id] });
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Étiquettes", exact: true }).click();

  await test.step("made in its group", async () => {
    await page.getByRole("link", { name: "Créer une étiquette" }).click();
    await expectAccessible(page);
    await choose(page, /^Groupe/, "Personnalisation");
    await field(page, /^Nom/).fill(used.toUpperCase());
    watch.tolerate(/status of 409/);
    await button(page, "Créer une étiquette").click();
    await expectRefused(field(page, /^Nom/), /porte déjà ce nom/);
    await field(page, /^Nom/).fill(free);
    await button(page, "Créer une étiquette").click();
    await expect(page.getByText(`L’étiquette « ${free} » a été créée`)).toBeVisible();
    await searchFor(page, free);
    await expect(line(page, free)).toContainText("Personnalisation");
    await expectAccessible(page);
  });

  await test.step("what is in use stays", async () => {
    await searchFor(page, used);
    await button(page, `Actions sur l’étiquette ${used}`).click();
    await remove(page);
    await expect(page.getByText("L’étiquette n’a pas été supprimée")).toBeVisible();
    await expect(line(page, used)).toBeVisible();
  });

  await test.step("deleted and brought back", async () => {
    await searchFor(page, free);
    await button(page, `Actions sur l’étiquette ${free}`).click();
    await remove(page);
    await expect(line(page, free)).toHaveCount(0);
    await button(page, "Annuler l’action").click();
    await expect(line(page, free)).toBeVisible();
  });
});
