// A factory on a phone whose network comes and goes.
import type { Page } from "@playwright/test";
import { account, button, card, making, PIXEL, pdf, title } from "./parts";
import {
  apiAs,
  expect,
  expectAccessible,
  PEOPLE,
  type Portal,
  settled,
  signInAs,
  test,
  uploadAs,
} from "./portal";

/** What the network being gone has the browser say, and only that. */
const GONE = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/;
const OFFLINE = /^Hors ligne/;

interface Seen {
  status: string;
}
/** What the staff see of a production: its status, and the notes on it. */
async function seenByStaff(portal: Portal, id: string) {
  const api = await apiAs(portal, PEOPLE.admin);
  const { status } = await api<Seen>("GET", `/project-productions/${id}`);
  const notes = await api<{ data: { message: string } }[]>("GET", `/logs?relationId=${id}`);
  return { status, notes: notes.map(({ data }) => data.message) };
}

/** Whether the portal itself is kept: it is once the page is at rest. */
const isKept = (page: Page) => page.evaluate(async () => Boolean(await caches.match("/factory/")));

test("a factory without a network sees what it saw before, and what it does is sent once when it is back", async ({
  page,
  context,
  portal,
  watch,
}) => {
  test.setTimeout(180_000);
  const { email, home, project, production } = await making(portal);
  const at = `${home}/project/${project.id}/production/${production.id}`;
  const notes = card(page, "Notes");
  const write = async (text: string) => {
    await notes.getByRole("textbox", { name: "Votre note" }).fill(text);
    await button(notes, "Ajouter la note").click();
  };
  const waiting = notes.getByRole("list", { name: "Vos notes en attente d’envoi" });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, portal, email, at);
  await expect(title(page, production.name)).toBeVisible();
  await expect(notes).toContainText("Aucune note pour le moment");
  await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);

  watch.tolerate(GONE);
  await test.step("what was seen opens without a network, and says how old it is", async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(title(page, production.name)).toBeVisible();
    await expect(page.getByText(/^Hors ligne\s: informations du /)).toBeVisible();
    await expect(notes).toContainText("Aucune note pour le moment");
    await expect(page.getByText("La page n’est peut-être pas à jour")).toBeHidden();
  });

  await test.step("notes and a status wait in sight", async () => {
    await write("Le tissu est arrivé");
    await expect(waiting.getByRole("listitem")).toContainText("Attend le réseau");
    await write("Il manque les étiquettes");
    await expect(waiting.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("button", { name: /^Passer à.*En production/ }).click();
    await expect(page.getByText(/^«\s*En production\s*» attend le réseau$/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Passer à/ })).toHaveCount(0);
    await expectAccessible(page);
    await button(page, "Afficher ce qui attend").click();
    const dialog = page.getByRole("dialog", { name: "En attente d’envoi" });
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(await seenByStaff(portal, production.id)).toEqual({ status: "SAMPLING", notes: [] });
  });

  await test.step("what waits is still there after the page was loaded anew", async () => {
    await page.reload();
    await expect(waiting.getByRole("listitem")).toHaveCount(2);
    await expect(page.getByText("3 modifications attendent le réseau")).toBeVisible();
  });

  await test.step("when the network is back, all is sent, once and in order", async () => {
    await context.setOffline(false);
    await expect(page.getByText(OFFLINE)).toHaveCount(0, { timeout: 60_000 });
    await expect(waiting).toHaveCount(0);
    await expect(notes).toContainText("Il manque les étiquettes");
    await expect(page.getByRole("button", { name: /^Passer à.*Contrôle qualité/ })).toBeVisible();
    const all = { status: "IN_PRODUCTION", notes: ["Il manque les étiquettes", "Le tissu est arrivé"] };
    expect(await seenByStaff(portal, production.id)).toEqual(all);
    await page.reload();
    await settled(page);
    expect(await seenByStaff(portal, production.id)).toEqual(all);
  });

  await test.step("a status that the staff changed meanwhile is refused with the reason, and stays until it is given up", async () => {
    watch.tolerate(/status of 409/);
    await context.setOffline(true);
    await page.getByRole("button", { name: /^Passer à.*Contrôle qualité/ }).click();
    await expect(page.getByText(/^«\s*Contrôle qualité\s*» attend le réseau$/)).toBeVisible();
    const api = await apiAs(portal, PEOPLE.admin);
    await api("PATCH", `/project-productions/${production.id}`, { quantity: 480 });
    await context.setOffline(false);
    await expect(page.getByText("1 modification a été refusée")).toBeVisible({ timeout: 60_000 });
    await button(page, "Afficher ce qui attend").click();
    const dialog = page.getByRole("dialog", { name: "En attente d’envoi" });
    await expect(dialog.getByRole("listitem")).toContainText("Refusée");
    await expectAccessible(page);
    await button(dialog, "Abandonner la modification").click();
    await button(page.getByRole("dialog", { name: /^Abandonner/ }), "Abandonner la modification").click();
    await expect(dialog).toContainText("Tout a été envoyé.");
    await page.keyboard.press("Escape");
    expect((await seenByStaff(portal, production.id)).status).toBe("IN_PRODUCTION");
  });

  await test.step("who signs out leaves neither pages nor data behind", async () => {
    await account(page).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
    await expect.poll(() => isKept(page)).toBe(false);
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(workers).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("comptoir.offline"))).toBeNull();
  });
});

test("pictures and pages of a product that were seen are there without a network, and so is the way home", async ({
  page,
  context,
  portal,
  watch,
}) => {
  test.setTimeout(180_000);
  const { email, home, project, product } = await making(portal);
  const files = `/project-products/${product.id}/files`;
  const upload = (type: string, name: string, mediaType: string, content: Uint8Array) =>
    uploadAs(
      portal,
      PEOPLE.admin,
      files,
      { type },
      new File([new Uint8Array(content)], name, { type: mediaType }),
      "files",
    );
  await upload("technical", "fiche.pdf", "application/pdf", pdf(["Face", "Dos"]));
  await upload("image", "face.png", "image/png", PIXEL);
  const pages = page.getByRole("list", { name: "Pages de la version v1" });
  const drawn = pages.getByRole("img", { name: "Page 1 sur 2" });
  const picture = card(page, "Images").locator("img");
  const isShown = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  const keptFiles = () =>
    page.evaluate(async () => {
      const cache = await caches.open("comptoir.shell");
      return (await cache.keys()).filter(({ url }) => url.includes("pdf.worker")).length;
    });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, portal, email);
  await expect(title(page, "Accueil")).toBeVisible();
  await page.goto(`${home}/project/${project.id}/product/${product.id}`);
  await pages.scrollIntoViewIfNeeded();
  await expect(drawn).toBeVisible();
  await card(page, "Images").scrollIntoViewIfNeeded();
  await expect.poll(isShown).toBe(true);
  await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
  await expect.poll(keptFiles).toBe(1);

  watch.tolerate(GONE);
  await test.step("the product opens with its pictures and its technical file", async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(title(page, product.name)).toBeVisible();
    await pages.scrollIntoViewIfNeeded();
    await expect(drawn).toBeVisible();
    await card(page, "Images").scrollIntoViewIfNeeded();
    await expect.poll(isShown).toBe(true);
    await page.getByRole("button", { name: /^Aperçu de.*face\.png/ }).click();
    await expect(page.getByRole("dialog").getByRole("img", { name: "face.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("that a version was seen waits in sight", async () => {
    await button(page, "J’ai vu la version v1").click();
    await expect(page.getByText(/^«\sVersion v1 vue\s» attend le réseau$/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the portal's address leads home", async () => {
    await page.goto("/");
    await expect(title(page, "Accueil")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await expect(page.getByText("1 modification attend le réseau")).toBeVisible();
    await button(page, "Afficher ce qui attend").click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toContainText("Version v1 vue");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  await test.step("it is said once the network is back, and nothing is left by who signs out", async () => {
    await context.setOffline(false);
    await expect(page.getByText(OFFLINE)).toHaveCount(0, { timeout: 60_000 });
    const api = await apiAs(portal, PEOPLE.admin);
    const seen = async () => {
      const all = await api<{ type: string; seen: { displayName: string }[] }[]>("GET", files);
      return all.find(({ type }) => type === "technical")?.seen.map(({ displayName }) => displayName);
    };
    await expect.poll(seen).toEqual(["Deniz Kaya"]);
    await account(page).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
    await expect.poll(() => isKept(page)).toBe(false);
    const left = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open("comptoir.contents");
            opening.onerror = reject;
            opening.onsuccess = () => {
              const counting = opening.result.transaction("contents").objectStore("contents").count();
              counting.onsuccess = () => resolve(counting.result);
            };
          }),
      );
    await expect.poll(left).toBe(0);
  });
});

test("the staff have no worker and nothing kept", async ({ page, portal }) => {
  await signInAs(page, portal, PEOPLE.admin);
  await settled(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
