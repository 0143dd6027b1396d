import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Portal, pageOf, signIn } from "../../testing/Portal";
import { projectOf } from "../../testing/projects";
import type { ProductsImport } from "./api";

const READ: ProductsImport = {
  ...{ preview: true, rows: 3, created: 0, faults: [], faultCount: 0, ignored: [] },
  products: [
    { line: 2, name: "Tee-shirt", variants: 2, pieces: 1_500 },
    { line: 4, name: "Sac", variants: 1, pieces: 50 },
  ],
};

const FAULTY: ProductsImport = {
  ...READ,
  products: [],
  faults: [{ line: 3, column: 9, heading: "SKU", code: "min", message: "Trop court ou trop petit." }],
  faultCount: 1,
};

/** The page of a project's import, and the queries that it sent; `answer` is what each file gets. */
function open(answer: (isPreview: boolean) => ProductsImport) {
  signIn(person());
  const asked: string[] = [];
  server.use(
    answers("/projects/p-1", projectOf({ id: "p-1", name: "Été" })),
    answers("/view", []),
    pageOf("/project-products", []),
    http.post(api("/project-products/import-products"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query.toString());
      return HttpResponse.json({ data: answer(query.get("preview") === "true") });
    }),
  );
  render(<Portal at="/admin/project/p-1/product/import" />);
  return asked;
}

async function drop() {
  const field = await screen.findByLabelText(/Fichier CSV/, { selector: "input" });
  await userEvent.upload(field, new File(["Produit\n"], "produits.csv", { type: "text/csv" }));
}

const start = () => userEvent.click(screen.getByRole("button", { name: "Importer" }));

test("a file is looked at, then its products are made and shown", async () => {
  const asked = open((isPreview) => (isPreview ? READ : { ...READ, preview: false, created: 2 }));
  await drop();
  const table = within(await screen.findByRole("group", { name: "Produits du fichier" }));
  expect(table.getByRole("row", { name: /Tee-shirt/ })).toHaveTextContent(/2Tee-shirt21.500/);
  expect(screen.getByText(/3 lignes vérifiées/)).toBeVisible();
  await start();
  expect(await screen.findByText("2 produits ont été importés")).toBeVisible();
  expect(await screen.findByText("Aucun produit")).toBeVisible();
  expect(asked).toEqual(["projectId=p-1&preview=true", "projectId=p-1&preview=false"]);
});

test("what is wrong is told by line and column, and nothing is made", async () => {
  const asked = open(() => FAULTY);
  await drop();
  const faults = within(await screen.findByRole("group", { name: "Erreurs" }));
  const row = faults.getByRole("row", { name: /Trop court/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual([...["3", "9", "SKU", "Trop court ou trop petit."]]);
  expect(screen.queryByText("Produits du fichier")).toBeNull();
  await start();
  expect(asked).toHaveLength(1);
});

test("what is wrong since the check is told as well", async () => {
  open((isPreview) => (isPreview ? READ : { ...FAULTY, preview: false }));
  await drop();
  await screen.findByText(/3 lignes vérifiées/);
  await start();
  expect(await screen.findByText("Trop court ou trop petit.")).toBeVisible();
});

test("the template is in the reader's language", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  open(() => READ);
  await userEvent.click(await screen.findByRole("button", { name: "Télécharger le modèle" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain(
    "Produit;Couleur;Grammage;Unité;Coupe;Étiquettes;Quantité;Variante;SKU;EAN;Quantité variante;Poids (g)\r\n",
  );
});
