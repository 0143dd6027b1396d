import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { orderOf, Portal, pageOf, signIn } from "../testing/Portal";
import { changesOf, piecesOf, toArticles } from "./articles";

type Line = Schemas["Order"]["lines"][number];

const line = (sku: string, name: string, quantity: number): Line => ({
  ...{ id: sku, sku, name, quantity, bundleTitle: null, variant: null },
  ...{ unitPrice: "20.00", unitTax: "0.00", discount: "0.00", total: "20.00", toCharge: null },
});

/** An order that waits at its provider for an article. */
const stuck = orderOf({
  status: "BACKORDER",
  shippedAt: null,
  hold: { reason: "STOCK", words: "" },
  corrections: ["ADDRESS", "ARTICLES"],
  lines: [line("LP-1", "Nuit", 2), line("CD-1", "Aube", 1)],
});

function open(order: Schemas["Order"]) {
  server.use(answers("/order/order-1", order), answers("/history", []));
  render(<Portal at="/admin/order/order-1" />);
}

const variant = {
  ...{ id: "variant-9", sku: "LP-9", name: "Phare", title: "Default Title", available: 12 },
};

test("a missing article is replaced at the provider, and what changes is said before", async () => {
  signIn(person());
  const asked: unknown[] = [];
  server.use(
    pageOf("/variant", [variant as Schemas["VariantRow"]]),
    http.put(api("/order/order-1/articles"), async ({ request }) => {
      asked.push(request.headers.get("if-match"), await request.json());
      if (asked.length > 2) return HttpResponse.json({ data: { ...stuck, hold: null } });
      const message = "Cette valeur n’est pas admise.";
      const payload = [{ field: "articles[0].sku", code: "option", message }];
      const error = { name: "BadRequestSchemaException", code: 400, message: "", payload, requestId: "r" };
      return HttpResponse.json({ error }, { status: 400 });
    }),
  );
  open(stuck);
  const buttons = await screen.findAllByRole("button", {
    name: /^(Remplacer un article|Corriger l’adresse)$/,
  });
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    "Remplacer un article",
    "Corriger l’adresse",
  ]);
  await userEvent.click(buttons[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "Remplacer ou corriger les articles" }));
  expect(await dialog.findByText("Rien ne change pour l’instant")).toBeVisible();
  const [first] = dialog.getAllByRole("combobox", { name: /^Article/ });
  await userEvent.clear(first as HTMLElement);
  await userEvent.type(first as HTMLElement, "LP-9");
  await userEvent.click(await screen.findByRole("option", { name: /Phare/ }));
  expect(await dialog.findByText("2 × Nuit → 2 × Phare")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Retirer l’article 2" }));
  expect(dialog.getByText("Retiré : 1 × Aube")).toBeVisible();

  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  expect(await dialog.findByText("Cette valeur n’est pas admise.")).toBeVisible();
  expect(first).toBeInvalid();
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("Articles corrigés")).toBeVisible();
  const body = { articles: [{ sku: "LP-9", quantity: 2, insteadOf: "LP-1" }] };
  expect(asked).toEqual(["2026-01-16T09:00:00Z", body, "2026-01-16T09:00:00Z", body]);
});

test("what its provider does not let be put right is not offered", async () => {
  signIn(person());
  open({ ...stuck, corrections: [] });
  expect(await screen.findByText("Des articles manquent en stock")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remplacer un article" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Corriger l’adresse" })).toBeNull();
});

test("one that only waits is put right from its menu", async () => {
  signIn(person());
  open({ ...stuck, status: "PENDING", hold: null });
  await userEvent.click(await screen.findByRole("button", { name: /actions/i }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Corriger l’adresse" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Corriger l’adresse de livraison" }));
  expect(await dialog.findByRole("textbox", { name: /^Adresse/ })).toHaveValue("2 rue des Tanneurs");
});

test("what leaves instead stands beside what was ordered", async () => {
  signIn(person());
  open({ ...stuck, hold: null, ships: [{ sku: "LP-9", name: "Phare", quantity: 2 }] });
  expect(await screen.findByText("D’autres articles partent à la place")).toBeVisible();
  expect(screen.getByText("2 × Phare (LP-9)")).toBeVisible();
});

test("what changes is told by line; what is not filled in yet changes nothing", () => {
  const pieces = piecesOf({ lines: [...stuck.lines, line("CD-1", "Aube", 2)], ships: null });
  expect([...pieces]).toEqual([
    ["LP-1", 2],
    ["CD-1", 3],
  ]);
  const row = (place: string | null, sku: string | null, quantity: string) => ({ place, sku, quantity });
  const articles = [row("LP-1", "LP-9", "2"), row("CD-1", "CD-1", "4"), row(null, "T-1", "1")];
  const kinds = changesOf(pieces, [...articles, row(null, null, "1"), row(null, "T-2", "")]);
  expect(kinds.map(({ kind, sku, before, after }) => [kind, sku, before, after])).toEqual([
    ["replaced", "LP-9", 2, 2],
    ["count", "CD-1", 3, 4],
    ["added", "T-1", 0, 1],
  ]);
  expect(changesOf(pieces, articles.slice(0, 1)).at(-1)?.kind).toBe("removed");
  expect(toArticles({ articles: articles.slice(0, 2) }).articles.map(({ insteadOf }) => insteadOf)).toEqual([
    "LP-1",
    null,
  ]);
});
