import { expect, expectAccessible, signIn, test } from "./portal";

test("a remote that is missing fails in its own place", async ({ page, portal, watch }) => {
  await signIn(page, portal, "admin");
  watch.tolerate(/./);
  await page.route("**/plugins/bigblue/**", (route) => route.abort());
  await page.getByRole("link", { name: "Produits Bigblue" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("n’a pas pu être chargée");
  await expectAccessible(page);
  // Once it is back, it can be tried again; meanwhile everything else works.
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Produits Bigblue" }).click();
  await expect(alert).toBeVisible();
  await page.unroute("**/plugins/bigblue/**");
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { name: "Produits Bigblue", level: 1 })).toBeVisible();
});

test("a remote that throws fails in its own place", async ({ page, portal, watch }) => {
  await signIn(page, portal, "admin");
  watch.tolerate(/./);
  // An answer that its screen was not made for.
  await page.route("**/api/bigblue/product*", (route) => route.fulfill({ json: { data: 42, meta: null } }));
  await page.getByRole("link", { name: "Produits Bigblue" }).click();
  await expect(page.getByRole("alert")).toContainText("erreur est survenue dans l’extension");
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();
});

test("the operator sees what each plugin is, may and did", async ({ page, portal }) => {
  await signIn(page, portal, "admin", "/admin/developer/plugin");
  await expect(page.getByRole("heading", { name: "Bigblue" })).toBeVisible();
  await expect(page.getByText("https://api.bigblue.co")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/developer");
  await expect(page.getByText(/^v\d+\.\d+\.\d+$/)).toBeVisible();
  await expectAccessible(page);
});
