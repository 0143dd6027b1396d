import { browser, type Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { nextOf } from "../../testing/next";
import { Portal, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";

const product = (id: string, name: string): Schemas["ProjectProductDetail"] => ({
  ...{
    id,
    name,
    status: "READY",
    reason: null,
    color: null,
    fabric: null,
    fit: null,
    store: null,
    storeProduct: null,
  },
  project: { id: "project-1", name: "Tournée 2027" },
  organization: { id: "org-1", name: "Port SAS" },
  ...{
    quantityMode: "normal",
    quantity: null,
    pieces: 10,
    variantCount: 1,
    tags: [],
    next: nextOf(["IN_PROGRESS"]),
  },
  variants: [{ id: "v-1", name: "M", sku: "CPSL-M", ean: null, quantity: 10, weight: null, units: 10 }],
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-02T09:00:00Z",
});
const SHIRT = product("shirt", "T-shirt");
const POSTER = product("poster", "Affiche");

const LIST = "/admin/project/project-1/product";
const PAGE = `${LIST}/shirt`;

/** The documents that are asked for, each with its query; the first ones are refused at these fields. */
function hears(...refusals: Record<string, string>[]) {
  const asked: [document: string, query: object][] = [];
  server.use(
    http.get(api("/project-products/export/:document"), ({ request, params }) => {
      asked.push([String(params.document), Object.fromEntries(new URL(request.url).searchParams)]);
      const refusal = refusals.shift();
      if (!refusal) return HttpResponse.json({ data: { url: "/api/download/1", expiresAt: "" } });
      const payload = Object.entries(refusal).map(([field, message]) => ({ field, code: "max", message }));
      return HttpResponse.json({ error: { name: "BadRequestException", payload } }, { status: 400 });
    }),
  );
  return asked;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole("radio", { name }));
const save = () => press("Télécharger le PDF");

async function select(...names: string[]) {
  for (const name of names) {
    await userEvent.click(await screen.findByRole("checkbox", { name: `Sélectionner le produit ${name}` }));
  }
}

beforeEach(() => {
  signIn(person());
  vi.spyOn(browser, "leaveTo").mockReturnValue();
  server.use(
    answers("/projects/project-1", projectOf()),
    answers("/project-products/shirt", SHIRT),
    answers("/project-products/shirt/files", []),
    answers("/project-products", [SHIRT, POSTER], { total: 45, exact: true, next: "next", previous: null }),
    answers("/history", []),
  );
});

test("labels of selected products are printed, next time as this time", async () => {
  const asked = hears();
  render(<Portal at={LIST} />);
  await select("T-shirt", "Affiche");
  await press("Imprimer les étiquettes de produits");
  const dialog = await screen.findByRole("dialog", { name: "Imprimer les étiquettes de produits" });
  expect(await within(dialog).findByRole("radio", { name: "Feuilles A4" })).toBeChecked();
  expect(within(dialog).getByText(/24 par feuille/)).toBeVisible();
  await choose(/^100/);
  await choose("Un par pièce");
  await save();
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith("/api/download/1"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await press("Imprimer les étiquettes de cartons");
  expect(await screen.findByRole("textbox", { name: /^Pièces par carton/ })).toHaveValue("50");
  expect(screen.getByRole("radio", { name: /^100/ })).toBeChecked();
  await save();
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledTimes(2));
  const productIds = "shirt,poster";
  expect(asked).toEqual([
    ["products-labels", { productIds, size: "100x150", per: "piece" }],
    ["boxs-labels", { productIds, size: "100x150", piecesPerBox: "50" }],
  ]);
});

test("what the host refuses is told where it is wrong, and not chosen next time", async () => {
  const tooMany = "Cela ferait 6 000 étiquettes : un fichier en contient 5 000 au plus.";
  const asked = hears({ piecesPerBox: "Trop grand." }, { productIds: tooMany });
  render(<Portal at={LIST} />);
  await select("T-shirt");
  await press("Imprimer les étiquettes de cartons");
  const pieces = await screen.findByRole("textbox", { name: /^Pièces par carton/ });
  await userEvent.clear(pieces);
  await userEvent.type(pieces, "10001");
  await save();
  expect(asked).toEqual([]);
  await userEvent.clear(pieces);
  await userEvent.type(pieces, "7");
  await save();
  await waitFor(() => expect(pieces).toHaveAccessibleDescription(/Trop grand\./));
  await save();
  expect(await screen.findByRole("alert")).toHaveTextContent(tooMany);
  expect(browser.leaveTo).not.toHaveBeenCalled();

  await press("Annuler");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("Imprimer les étiquettes de cartons");
  expect(await screen.findByRole("textbox", { name: /^Pièces par carton/ })).toHaveValue("50");
});

test("technical sheets are exported at once; nothing is of what is out of sight", async () => {
  const asked = hears();
  render(<Portal at={LIST} />);
  await select("T-shirt", "Affiche");
  await press("Exporter les fiches techniques");
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith("/api/download/1"));
  expect(asked).toEqual([["template", { productIds: "shirt,poster" }]]);

  await press("Sélectionner les 45 résultats");
  for (const name of [/produits$/, /cartons$/, /^Exporter les fiches/]) {
    const button = screen.getByRole("button", { name });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAttribute("title", expect.stringContaining("sur la page affichée"));
  }
});

test("who only reads products prints the sheet and the labels of one", async () => {
  signIn(person({ permissions: ["READ_PROJECT", "READ_PROJECT_PRODUCT"] }));
  const asked = hears();
  render(<Portal at={PAGE} />);
  await press("Exporter la fiche technique");
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledWith("/api/download/1"));
  await press("Autres actions");
  const actions = await screen.findAllByRole("menuitem");
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    "Imprimer les étiquettes de produits",
    "Imprimer les étiquettes de cartons",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: /produits$/ }));
  await screen.findByRole("radio", { name: "Un par variante" });
  await save();
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledTimes(2));
  expect(asked).toEqual([
    ["template", { productIds: "shirt" }],
    ["products-labels", { productIds: "shirt", size: "a4", per: "variant" }],
  ]);
});
