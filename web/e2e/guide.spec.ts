import { test as base } from "@playwright/test";
import { type Language, Reader } from "./guide";
import { button, card, line, title } from "./parts";
import { barriers, expect, follow } from "./portal";

const test = base.extend<{ reader: Reader }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  reader: async ({}, use) => {
    const reader = new Reader();
    await use(reader);
    await reader.close();
  },
});

// One after the other, as Acme's port stands in the guide; each for itself, so that only who fails begins again.
test.describe.configure({ mode: "default" });

for (const language of ["rust", "javascript", "python"] satisfies Language[])
  test(`who follows the guide in ${language} has orders and a screen`, async ({ page, reader, request }) => {
    // Compilers and packages from nothing.
    test.setTimeout(900_000);
    await test.step("the blocks of the guide, in order", () => reader.follow(language));

    const link = /http\S+/.exec(reader.output)?.[0] ?? "";
    await follow(page, link);
    await page.waitForURL(/\/admin/);

    await test.step("a store is connected", async () => {
      await page.goto(new URL("/admin/store", link).href);
      await page.getByRole("row").nth(1).getByRole("link").first().click();
      await page.getByRole("tab", { name: "Connexions" }).click();
      const logistics = card(page, "Logistique");
      await logistics.getByRole("button", { name: "Connecter" }).click();
      const dialog = page.getByRole("dialog", { name: "Connecter : Logistique" });
      const key = dialog.getByLabel(/^Clé d’API/);
      await key.fill("not it");
      await dialog.getByRole("button", { name: "Tester et connecter" }).click();
      await expect(dialog).toContainText("Le prestataire les refuse");
      await key.fill("secret");
      await dialog.getByRole("button", { name: "Tester et connecter" }).click();
      await expect(page.getByText("Acme est connecté")).toBeVisible();
    });

    await test.step("its orders come, and later the new one", async () => {
      await page.getByRole("link", { name: "Commandes", exact: true }).click();
      // The empty list offers it too.
      await button(page, "Synchroniser les commandes").first().click();
      await expect(line(page, "ACME-1003")).toBeVisible({ timeout: 60_000 });
      await expect(line(page, "ACME-1001")).toContainText("25,80");
      await page.getByRole("link", { name: "ACME-1001", exact: true }).first().click();
      const there = page.getByRole("link", { name: /^Ouvrir chez Acme/ });
      await expect(there).toHaveAttribute("href", "https://app.acme.example/orders/A-1");
      await page.goBack();
      await request.post("http://127.0.0.1:14190/orders");
      await button(page, "Synchroniser les commandes").click();
      await expect(line(page, "ACME-1004")).toBeVisible({ timeout: 60_000 });
    });

    await test.step("the screen shows what Acme has", async () => {
      await page.getByRole("link", { name: "Commandes chez Acme" }).click();
      // Nobody said that it is trusted.
      const screen = page.frameLocator("iframe");
      await expect(title(screen, "Commandes chez Acme")).toBeVisible();
      await expect(line(screen, "ACME-1004")).toBeVisible();
      await screen.getByRole("searchbox").fill("1002");
      await expect(line(screen, "ACME-1004")).toHaveCount(0);
      await expect(line(screen, "ACME-1002")).toContainText("Expédiée");
      const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
      expect(frame && (await barriers(frame))).toEqual([]);
    });
  });
