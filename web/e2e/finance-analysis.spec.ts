import type { Schemas } from "../kit/src/api/client";
import { button, card, completeBuyer, completeSeller, draftOf, line, merchant, title, unique } from "./parts";
import { choose, expect, expectAccessible, signIn, signInAs, test } from "./portal";

test("what invoices come to is looked at by staff and by a customer, down to the fees", async ({
  page,
  portal,
  another,
}) => {
  test.setTimeout(120_000);
  const { api, organization, store, user } = await merchant(portal, unique("Maison analysée"));
  const fee = await api("POST", "/finance/fee", {
    ...{ storeId: store.id, type: unique("Palettes"), category: "LOGISTICS", description: "Entrepôt B" },
    ...{ initiatedAt: "2026-10-05", internalAmount: "40.00", customerAmount: "100.00" },
  });
  const type = (await api<Schemas["Fee"]>("GET", `/finance/fee/${fee.id}`)).type;
  const draft = await draftOf(api, organization.id, store.id, { title: unique("Octobre"), fees: [fee.id] });
  await completeSeller(api);
  await completeBuyer(api, organization.id);
  const days = "from=2026-10-01&to=2026-10-31";
  const figure = (at: typeof page, label: string) => at.getByText(label, { exact: true }).locator("..");
  await signIn(page, portal, "admin");

  await test.step("a draft does not count", async () => {
    await page.getByRole("link", { name: "Analyse", exact: true }).click();
    await expect(title(page, "Analyse")).toBeVisible();
    await page.goto(`/admin/finance/analysis?${days}&organization=${organization.id}`);
    await expect(page.getByRole("heading", { name: "Aucune facture sur cette période" })).toBeVisible();
    await expectAccessible(page);
  });

  const issued = await api<Schemas["Invoice"]>("POST", `/invoice/${draft.id}/issue`);

  await test.step("an invoice does, by month and by category", async () => {
    await page.reload();
    await expect(figure(page, "Ventes nettes")).toContainText(/12\s000,00\s€/);
    await expect(figure(page, "Différence HT").first()).toContainText(/\+10\s700,00\s€/);
    await expect(line(page, issued.number ?? "")).toContainText("Virement à faire");
    await expectAccessible(page);
    const months = card(page, "Mois par mois");
    await months.getByRole("button", { name: /en tableau$/ }).click();
    await expect(months.getByRole("row").filter({ hasText: "oct. 2026" })).toContainText(/2\s000,00\s€/);
  });

  const lines = page.getByRole("dialog", { name: "Logistique, octobre 2026" });

  await test.step("an amount opens to the lines behind it, a line to its fees, and both lead on", async () => {
    const fees = card(page, "Frais par catégorie");
    await fees.getByRole("button", { name: /en tableau$/ }).click();
    await expectAccessible(page);
    await fees.getByRole("link", { name: /100,00/ }).click();
    await expect(lines).toContainText(/font ensemble 100,00\s€ HT/);
    await lines.getByRole("button", { name: /Préparation/ }).click();
    await expect(lines.getByRole("link", { name: type })).toHaveAttribute("href", `/admin/fee/${fee.id}`);
    await expectAccessible(page);
    await lines.getByRole("link", { name: issued.number ?? "" }).click();
    await expect(title(page, draft.title)).toBeVisible();
    await page.goBack();
    await expect(lines).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lines).toBeHidden();
    await expect(figure(page, "Ventes nettes")).toContainText(/12\s000,00\s€/);
  });

  await test.step("so does a bar, and Back closes them", async () => {
    await card(page, "Frais par catégorie").locator(".recharts-bar-rectangle path").first().click();
    await expect(lines).toBeVisible();
    await page.goBack();
    await expect(lines).toBeHidden();
  });

  await test.step("what a credit note takes back is gone", async () => {
    await api("POST", `/invoice/${issued.id}/credit`, { lines: null, freeFees: false, reason: "" });
    await page.reload();
    await expect(figure(page, "Frais HT").first()).toContainText(/0,00\s€/);
    const note = line(page, "Avoir sur la facture");
    await expect(note).toContainText(/-2\s520,00\s€/);
    await expect(note).toContainText(/\+2\s520,00\s€/);
    await expect(line(page, draft.title)).toContainText("Créditée");
  });

  await test.step("the range stands in the address", async () => {
    await choose(page, /^Période/, "Année dernière");
    await expect(page).toHaveURL(/range=lastYear/);
    await page.getByRole("link", { name: "Analyse", exact: true }).click();
    await expect(page.getByRole("combobox", { name: /^Période/ })).toHaveValue("6 derniers mois");
    await choose(page, /^Période/, "Année dernière");
    await choose(page, /^Période/, "Jours choisis");
    await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
    await expectAccessible(page);
  });

  await test.step("a customer sees their own, and no fees without the right to", async () => {
    const { email } = await user("Anna Lyse", ["READ_INVOICE"]);
    const theirs = await another();
    await signInAs(theirs, portal, email);
    await theirs.getByRole("link", { name: "Analyse", exact: true }).click();
    await theirs.goto(`/customer/${organization.id}/finance/analysis?${days}`);
    await expect(figure(theirs, "Ventes nettes")).toContainText(/12\s000,00\s€/);
    const fees = card(theirs, "Frais par catégorie");
    await button(fees, "Voir « Frais par mois et par catégorie » en tableau").click();
    await fees.getByRole("link", { name: /0,00/ }).click();
    const theirLines = theirs.getByRole("dialog", { name: "Logistique, octobre 2026" });
    await expect(theirLines.getByRole("link", { name: issued.number ?? "" })).toBeVisible();
    await button(theirLines, "Détails de Préparation").first().click();
    await expect(theirLines.getByText(type)).toBeVisible();
    await expect(theirLines.getByRole("link", { name: type })).toHaveCount(0);
    await expectAccessible(theirs);
  });
});
