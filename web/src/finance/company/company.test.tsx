import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { Portal, signIn } from "../../testing/Portal";
import type { Company } from "./api";

const LOGO: Company["logo"] = {
  id: "file-1",
  name: "comptoir.svg",
  mediaType: "image/svg+xml",
  size: 120,
  path: "",
  author: null,
  createdAt: "2026-11-02T09:00:00Z",
};

const companyOf = (change: Partial<Company> = {}): Company => ({
  seller: {
    name: "Comptoir SAS",
    siren: "123456782",
    vatNumber: "FR11123456782",
    address: null,
    email: "",
    iban: "",
    bic: "",
    legalFr: "",
    legalEn: "",
  },
  vatCodes: [],
  accounts: [
    { key: "CUSTOMERS", account: "411000", label: "Clients" },
    { key: "STORAGE", account: "706400", label: "Stockage" },
  ],
  logo: null,
  missing: [],
  updatedAt: "2026-11-02T09:00:00Z",
  ...change,
});

const refused = (field: string, message: string) => {
  const payload = [{ field, code: "invalid", message }];
  const error = { name: "BadRequestSchemaException", code: 400, message: "", payload };
  return HttpResponse.json({ error }, { status: 400 });
};

beforeEach(() => {
  signIn(person());
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:logo");
});

test("an account is told by what stands in it, and a wrong number is refused at its field", async () => {
  const sent: { body: unknown; match: string | null }[] = [];
  server.use(
    answers("/finance/company", companyOf()),
    http.put(api("/finance/company"), async ({ request }) => {
      sent.push({ body: await request.json(), match: request.headers.get("If-Match") });
      return refused("accounts[1].account", "De 3 à 20 chiffres ou lettres");
    }),
  );
  render(<Portal at="/admin/company" />);
  const accounts = within(await screen.findByRole("region", { name: "Comptes comptables" }));
  expect(accounts.getByText("411000 · Clients")).toBeVisible();
  await userEvent.click(accounts.getByText(/^Frais\s: Stockage$/));
  const number = await accounts.findByRole("textbox", { name: /^Numéro de compte/ });
  await userEvent.clear(number);
  await userEvent.type(number, "7");
  await userEvent.click(await screen.findByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(number).toHaveAccessibleDescription(/De 3 à 20 chiffres/));
  expect(sent).toEqual([
    {
      match: "2026-11-02T09:00:00Z",
      body: expect.objectContaining({
        accounts: [
          { key: "CUSTOMERS", account: "411000", label: "Clients" },
          { key: "STORAGE", account: "7", label: "Stockage" },
        ],
      }),
    },
  ]);
});

test("a logo is saved as it is chosen, seen on paper, and deleted", async () => {
  let company = companyOf();
  server.use(
    http.get(api("/finance/company"), () => HttpResponse.json({ data: company })),
    http.get(api("/finance/company/logo"), () => new HttpResponse("<svg/>")),
    http.post(api("/finance/company/logo"), () => {
      company = companyOf({ logo: LOGO, updatedAt: "2026-11-03T09:00:00Z" });
      return HttpResponse.json({ data: LOGO }, { status: 201 });
    }),
    http.delete(api("/finance/company/logo"), () => {
      company = companyOf();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  render(<Portal at="/admin/company" />);
  const section = within(await screen.findByRole("region", { name: "Logo" }));
  const picture = new File(["<svg/>"], "comptoir.svg", { type: "image/svg+xml" });
  await userEvent.upload(await section.findByLabelText("Ajouter un logo", { selector: "input" }), picture);
  expect(await section.findByRole("img", { name: "Logo comptoir.svg" })).toHaveAttribute("src", "blob:logo");
  expect(await screen.findByText("Le logo a été enregistré")).toBeVisible();

  await userEvent.click(section.getByRole("button", { name: "Supprimer le logo" }));
  const question = within(await screen.findByRole("dialog", { name: /^Supprimer le logo/ }));
  await userEvent.click(question.getByRole("button", { name: "Supprimer le logo" }));
  await waitFor(() => expect(section.queryByRole("img")).toBeNull());
  expect(section.getByText("Ajouter un logo")).toBeVisible();
});

test("a picture that documents cannot draw is refused where it is chosen", async () => {
  server.use(
    answers("/finance/company", companyOf()),
    http.post(api("/finance/company/logo"), () => refused("file", "Ce fichier n’est pas une image")),
  );
  render(<Portal at="/admin/company" />);
  const section = within(await screen.findByRole("region", { name: "Logo" }));
  const picture = new File(["?"], "comptoir.png", { type: "image/png" });
  await userEvent.upload(await section.findByLabelText("Ajouter un logo", { selector: "input" }), picture);
  expect(await section.findByRole("alert")).toHaveTextContent(/Ce fichier n’est pas une image/);
});
