import { button, card, making, merchant, NOT_FOUND, PIXEL, pdf, title, unique } from "./parts";
import { expect, expectAccessible, PEOPLE, signIn, signInAs, test, uploadAs } from "./portal";

test("a factory sees on a phone what is new, moves a production and talks it over with the staff", async ({
  page,
  portal,
  another,
}) => {
  test.setTimeout(120_000);
  const { organization, email, home, project, product, production } = await making(portal);
  const news = page.getByRole("list", { name: "Nouveautés" });
  const ours = news.getByRole("listitem").filter({ hasText: production.name });
  await page.setViewportSize({ width: 390, height: 844 });
  const staff = await another();
  const theirs = card(staff, "Notes");
  await signIn(staff, portal, "admin", `/admin/project/${project.id}/production/${production.id}`);

  await test.step("what is new is marked, until all of it was looked at", async () => {
    const seen = page.waitForResponse((answer) => answer.url().endsWith("/news/seen"));
    await signInAs(page, portal, email);
    await expect(title(page, "Accueil")).toBeVisible();
    const moved = ours.filter({ hasText: /Statut\s: Échantillon/ });
    await expect(moved).toContainText("Nouveau");
    await expectAccessible(page);
    // Who comes for the first time has all of it before them.
    const rest = page.getByRole("button", { name: /^Afficher .*autre/ });
    if (await rest.isVisible()) await rest.click();
    await seen;
    await page.reload();
    await expect(moved).toBeVisible();
    await expect(news.getByText("Nouveau", { exact: true })).toHaveCount(0);
  });

  await test.step("a production says whether it is late, and goes on", async () => {
    const due = page.getByRole("list", { name: "Productions en cours" });
    const item = due.getByRole("listitem").filter({ hasText: production.name });
    await expect(item).toContainText(project.name);
    await expect(item).toContainText("En retard");
    await item.getByRole("button", { name: /^Passer à.*En production/ }).click();
    await expect(item).toContainText("En production");
    await expect(staff.getByRole("button", { name: /^Passer à.*Contrôle qualité/ })).toBeVisible();
    await button(item, `Déplacer ${production.name}`).click();
    await expect(page.getByRole("menuitem", { name: /Échantillon/ })).toBeVisible();
    // It gives up nothing, and settles nothing.
    await expect(page.getByRole("menuitem", { name: /Annulée|Terminée|Brouillon/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("the staff's note comes into the inbox by itself, and leads to the production", async () => {
    await theirs.getByRole("textbox", { name: "Votre note" }).fill("Attention au col");
    await button(theirs, "Ajouter la note").click();
    const remark = ours.filter({ hasText: "Attention au col" });
    await expect(remark).toContainText("Nouveau");
    await remark.getByRole("link").click();
    await expect(title(page, production.name)).toBeVisible();
  });

  await test.step("it is answered with a photo, and moved from there", async () => {
    const notes = card(page, "Notes");
    await expect(notes).toContainText("Attention au col");
    await expect(notes.getByRole("button", { name: /^Supprimer la note/ })).toHaveCount(0);
    await notes.getByRole("textbox", { name: "Votre note" }).fill("Voici le col");
    const photo = { name: "col.png", mimeType: "image/png", buffer: PIXEL };
    await notes.locator("input[type=file]").setInputFiles(photo);
    await button(notes, "Ajouter la note").click();
    await expect(notes.getByRole("button", { name: /^Supprimer la note/ })).toHaveCount(1);
    await expectAccessible(page);
    await expect(theirs.getByRole("listitem").filter({ hasText: "Voici le col" })).toContainText("col.png");
    await page.getByRole("button", { name: /^Passer à.*Contrôle qualité/ }).click();
    await expect(page.getByRole("button", { name: /^Passer à.*Expédiée/ })).toBeVisible();
    await expect(staff.getByRole("button", { name: /^Passer à.*Expédiée/ })).toBeVisible();
  });

  await test.step("its project tells what is made, and not for whom", async () => {
    await page.goto(`${home}/project`);
    await page.getByRole("link", { name: project.name }).click();
    await expect(title(page, project.name)).toBeVisible();
    const main = page.getByRole("main");
    await expect(main).toContainText("01/03/2027");
    const item = page.getByRole("list", { name: "Produits" }).getByRole("listitem");
    await expect(item).toContainText("S 167 · M 333");
    await expect(item).toContainText(/Noir · 180\sg\/m²/);
    await expect(main).not.toContainText(organization.name);
    await expect(main).not.toContainText("Organisation");
    await expect(page.getByRole("list", { name: "Productions" })).toContainText(production.name);
    await button(page, "Imprimer les étiquettes").click();
    await page.getByRole("menuitem", { name: "Imprimer les étiquettes de produits" }).click();
    await button(page.getByRole("dialog"), "Annuler").click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
    await item.getByRole("link", { name: product.name }).click();
    await expect(title(page, product.name)).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(organization.name);
    await expectAccessible(page);
  });

  await staff.close();
});

test("a factory says which version of a technical file it has seen, which the staff read", async ({
  page,
  portal,
  another,
}) => {
  const { email, home, project, product } = await making(portal);
  for (const version of ["Version 1", "Version 2"]) {
    const sheet = new File([new Uint8Array(pdf([version]))], "fiche.pdf", { type: "application/pdf" });
    const path = `/project-products/${product.id}/files`;
    await uploadAs(portal, PEOPLE.admin, path, { type: "technical" }, sheet, "files");
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, portal, email, `${home}/project`);
  await page.getByRole("link", { name: project.name }).click();
  await page.getByRole("link", { name: product.name, exact: true }).click();
  await expect(title(page, product.name)).toBeVisible();
  await button(page, "J’ai vu la version v2").click();
  await expect(page.getByText("Vous avez vu la version v2")).toBeVisible();
  await expect(page.getByRole("row", { name: /Deniz Kaya/ }).first()).toBeVisible();
  await expectAccessible(page);
  const staff = await another();
  await signIn(staff, portal, "admin", new URL(page.url()).pathname.replace(home, "/admin"));
  await card(staff, "Fiche technique").scrollIntoViewIfNeeded();
  await expect(staff.getByRole("row", { name: /Deniz Kaya/ }).first()).toBeVisible();
});

test("a factory sees nothing of what another makes", async ({ page, portal, watch }) => {
  const { email, home, project } = await making(portal);
  const { api, organization } = await merchant(portal, unique("Rade"));
  const own = { name: unique("Festival"), organizationId: organization.id, estimatedAt: "2027-03-01" };
  const other = await api("POST", "/projects", own);
  await signInAs(page, portal, email, `${home}/project`);
  await expect(page.getByRole("link", { name: project.name })).toBeVisible();
  await expect(page.getByRole("link", { name: other.name })).toHaveCount(0);
  watch.tolerate(/status of 404/);
  await page.goto(`${home}/project/${other.id}`);
  await expect(title(page, NOT_FOUND)).toBeVisible();
});
