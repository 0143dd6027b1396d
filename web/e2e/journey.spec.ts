import { account } from "./parts";
import { expect, expectAccessible, follow, PEOPLE, signIn, test } from "./portal";

test("an admin's first afternoon", async ({ page, portal }) => {
  await test.step("asks for a link, and takes it from the outbox", async () => {
    await page.goto("/admin/order");
    await expectAccessible(page);
    await page.getByLabel("Adresse e-mail").fill(PEOPLE.admin);
    await page.getByRole("button", { name: "Recevoir le lien" }).click();
    await expect(page.getByText("Consultez votre boîte de réception")).toBeVisible();
    await expectAccessible(page);
    await page.goto(/http\S+/.exec(portal.mail(PEOPLE.admin))?.[0] ?? "");
    // Programs that look through mails follow links too: nobody is signed in by that.
    await expect(page.getByText("Ce lien ouvre votre compte sur cet appareil.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Se connecter" }).click();
    // Where they wanted to go.
    await expect(page.getByRole("heading", { name: "Commandes", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Accueil" }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await test.step("finds an order by search, and opens it", async () => {
    const first = page.getByRole("row").nth(1);
    await expect(first).toBeVisible();
    const reference = ((await first.getByRole("link").first().textContent()) ?? "").trim();
    await page.getByRole("searchbox").fill(reference);
    // Not waiting for what the search finds: the row is there.
    await page.getByRole("link", { name: reference, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole("searchbox").fill(reference);
    // Others may contain it too; it is one of few.
    await expect(page.getByRole("row").nth(12)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("opens the plugin's screen", async () => {
    await page.getByRole("link", { name: "Produits Bigblue" }).click();
    await expect(page.getByRole("heading", { name: "Produits Bigblue", level: 1 })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("-");
    await expectAccessible(page);
  });

  await test.step("switches the language, which lasts", async () => {
    await page.getByRole("button", { name: "Langue" }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(page.getByRole("heading", { name: "Bigblue products", level: 1 })).toBeVisible();
    await saved;
    await page.reload();
    await expect(page.getByRole("heading", { name: "Bigblue products", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemradio", { name: "Français" }).click();
    await expect(page.getByRole("heading", { name: "Produits Bigblue", level: 1 })).toBeVisible();
  });

  await test.step("signs out, and is out", async () => {
    await account(page).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
    await page.goto("/admin/order");
    await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
  });
});

test("a customer sees their own orders, and nothing of others'", async ({ page, portal, request, watch }) => {
  await signIn(page, portal, "customer");
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await expect(page.getByRole("row").nth(3)).toContainText("Aurore", { timeout: 30_000 });
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Synchroniser les commandes" })).toHaveCount(0);
  const list = page.url();

  // An admin knows the id of an order of another store.
  const token = new URL(portal.link(PEOPLE.admin)).searchParams.get("token");
  const admin = await (await request.post("/api/auth/session", { data: { token } })).json();
  const headers = { authorization: `Bearer ${admin.data.accessToken}` };
  const stores = await (await request.get("/api/store", { headers })).json();
  const lune = stores.data.find((store: { name: string }) => store.name === "Lune");
  const filters = [{ field: "storeId", values: [lune.id] }];
  const cursor = Buffer.from(JSON.stringify({ filters })).toString("base64");
  const orders = await (await request.get("/api/order", { headers, params: { cursor } })).json();

  watch.tolerate(/status of 404/);
  await page.goto(`${list}/${orders.data[0].id}`);
  await expect(page.getByRole("heading", { name: /introuvable/ })).toBeVisible();
  await expectAccessible(page);
  // Nor is there a way into the company's part.
  await page.goto("/admin/order");
  await expect(page.getByRole("heading", { name: /accès/i })).toBeVisible();
  await expectAccessible(page);
});

test("a link that was used says so, and offers another", async ({ page, portal, watch }) => {
  const link = portal.link(PEOPLE.factory);
  await follow(page, link);
  await expect(page).toHaveURL(/\/factory\//);
  await expectAccessible(page);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
  await expect(page.getByLabel("Adresse e-mail")).toBeVisible();
  watch.tolerate(/status of 401/);
  await follow(page, link);
  await expect(page.getByText("Ce lien a déjà servi ou a expiré")).toBeVisible();
  await expectAccessible(page);
});
