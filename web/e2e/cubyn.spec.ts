import { button, card, FORBIDDEN, line, NOT_FOUND, staff, storeOf, title, trouble, unique } from "./parts";
import {
  apiAs,
  expect,
  expectAccessible,
  expectRefused,
  PEOPLE,
  type Portal,
  signIn,
  signInAs,
  test,
} from "./portal";

/** A merchant of the simulator. */
const ACCOUNT = { id: "706293859", applicationKey: "5f1d7a3c9e2b4d6f8a0c1e35" };

/** A store without connections. */
async function newStore(portal: Portal) {
  const api = await apiAs(portal, PEOPLE.admin);
  const [organization] = await api<{ id: string }[]>("GET", "/organization");
  return { api, store: await api("POST", "/store", storeOf(organization?.id ?? "", unique("Entrepôt"))) };
}

test("a store is connected to Cubyn, and its parcels come as orders", async ({ page, portal, watch }) => {
  // The demo's first pulls come first.
  test.setTimeout(240_000);
  const { api, store } = await newStore(portal);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Expédition Cubyn" }).click();
  await expect(page.getByRole("heading", { name: "Aucune boutique connectée à Cubyn" })).toBeVisible();
  await expectAccessible(page);

  await test.step("a wrong key is refused at its field", async () => {
    await page.goto(`/admin/store/${store.id}?tab=connections`);
    await card(page, "Logistique").getByRole("button", { name: "Connecter" }).click();
    const dialog = page.getByRole("dialog", { name: "Connecter : Logistique" });
    await dialog.getByRole("radio", { name: "Cubyn" }).check();
    await dialog.getByRole("textbox", { name: "Numéro de marchand" }).fill(ACCOUNT.id);
    const key = dialog.getByLabel(/^Clé d’application/);
    const connect = dialog.getByRole("button", { name: "Tester et connecter" });
    await key.fill("courte");
    await connect.click();
    await expectRefused(key, /.+/);
    await expectAccessible(page);
    watch.tolerate(/status of 400/);
    await key.fill("000000000000000000000000");
    await connect.click();
    await expectRefused(key, /.+/);
    await key.fill(ACCOUNT.applicationKey);
    await connect.click();
    await expect(page.getByText("Cubyn est connecté")).toBeVisible();
  });

  await test.step("its parcels are orders, with their statuses", async () => {
    const filters = [{ field: "storeId", values: [store.id] }];
    const cursor = Buffer.from(JSON.stringify({ filters })).toString("base64url");
    await api("POST", "/order/synchronize");
    const parcels = () => api<object[]>("GET", `/order?cursor=${cursor}`);
    await expect.poll(async () => (await parcels()).length, { timeout: 120_000 }).toBeGreaterThan(0);
    await page.goto(`/admin/order?cursor=${cursor}`);
    await expect(line(page, store.name).first()).toBeVisible();
    await expect(line(page, "En préparation").first()).toBeVisible();
    await expect(line(page, "Expédiée").first()).toBeVisible();
  });

  await test.step("Cubyn answers, or says in place that it does not", async () => {
    await page.goto("/admin/cubyn/shipping");
    await expect(line(page, store.name)).toContainText("Cubyn répond");
    await expect(line(page, store.name)).toContainText(ACCOUNT.id);
    await expectAccessible(page);
    await trouble(portal, "cubyn", "errors500");
    await page.reload();
    await expect(line(page, store.name)).toContainText("Cubyn ne répond pas", { timeout: 60_000 });
    await expectAccessible(page);
    await trouble(portal, "cubyn", "none");
    await button(page, "Interroger Cubyn").click();
    await expect(line(page, store.name)).toContainText("Cubyn répond");
  });
});

test("its carriers have the screens of any provider's", async ({ page, portal, watch }) => {
  const api = await apiAs(portal, PEOPLE.admin);
  const name = unique("Transporteur");
  const carrier = await api("POST", "/shipping/carrier", { provider: "cubyn", name });
  const price = { carrierId: carrier.id, countries: ["FR"], minWeight: 0, maxWeight: 500, price: "4.20" };
  await api("POST", "/shipping/price", price);
  await signIn(page, portal, "admin");
  await page.getByRole("link", { name: "Transporteurs Cubyn" }).click();
  await expect(title(page, "Transporteurs Cubyn")).toBeVisible();
  await expectAccessible(page);
  await line(page, name).getByRole("link").first().click();
  await expect(title(page, name)).toBeVisible();
  await page.getByRole("link", { name: "Voir les tarifs" }).click();
  await expect(title(page, "Expédition Cubyn")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "4,20" })).toBeVisible();
  await expectAccessible(page);
  watch.tolerate(/status of 40\d/);
  await page.goto("/admin/cubyn/shipping/carrier/42");
  await expect(title(page, NOT_FOUND)).toBeVisible();
});

test("who may not stays outside", async ({ page, portal, another }) => {
  await signInAs(page, portal, await staff(portal, "Sans Rien", ["READ_ORDER"]));
  const merchant = await another();
  await signIn(merchant, portal, "customer");
  for (const path of ["shipping", "shipping/carrier", "shipping/carrier/create", "shipping/carrier/42"]) {
    await page.goto(`/admin/cubyn/${path}`);
    await expect(title(page, FORBIDDEN)).toBeVisible();
    await merchant.goto(`/admin/cubyn/${path}`);
    await expect(title(merchant, FORBIDDEN)).toBeVisible();
  }
});
