import { expect, test } from "./portal";

test("an admin asks for a link, synchronizes, finds an order, opens the plugin's screen and signs out", async ({
  page,
  portal,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));

  await page.goto("/admin/order");
  await page.getByLabel("Adresse e-mail").fill("admin@comptoir.example");
  await page.getByRole("button", { name: "Recevoir le lien" }).click();
  await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();
  const link = /http\S+/.exec(portal.mail("admin@comptoir.example"))?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Synchroniser les commandes" }).click();
  await expect(page.locator("tbody tr").nth(5)).toBeVisible({ timeout: 30_000 });

  await page.goto("/admin/bigblue/product");
  await expect(page.getByRole("heading", { name: "Produits Bigblue", level: 1 })).toBeVisible();
  await expect(page.locator("tbody tr").first()).toContainText("-", { timeout: 30_000 });

  await page.getByRole("button", { name: "Votre compte" }).click();
  await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
  await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
  expect(errors).toEqual([]);
});

test("a customer sees own orders, and not another's", async ({ page, portal, request }) => {
  await page.goto(portal.links.customer ?? "");
  await page.waitForURL(/\/customer\//);
  await page.goto(`${new URL(page.url()).pathname}/order`);
  await expect(page.locator("tbody tr").nth(3)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("tbody tr").first()).toContainText("Aurore");

  // The admin's link gives the id of an order of another store.
  const token = new URL(portal.links.admin ?? "").searchParams.get("token");
  const admin = await (await request.post("/api/auth/session", { data: { token } })).json();
  const filter = (store: string) =>
    Buffer.from(JSON.stringify({ filters: [{ field: "storeId", values: [store] }] })).toString("base64");
  const headers = { authorization: `Bearer ${admin.data.accessToken}` };
  const stores = await (await request.get("/api/store", { headers })).json();
  const lune = stores.data.find((store: { name: string }) => store.name === "Lune");
  const orders = await (
    await request.get(`/api/order?cursor=${encodeURIComponent(filter(lune.id))}`, { headers })
  ).json();
  await page.goto(`${new URL(page.url()).pathname}/${orders.data[0].id}`);
  await expect(page.getByText("page introuvable", { exact: false })).toBeVisible();
});
