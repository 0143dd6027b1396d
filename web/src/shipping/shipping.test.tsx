import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, Portal, pageOf, pluginOf, signIn } from "../testing/Portal";
import type { Explanation, StoreShippingPrices } from "./api";

const terms: Schemas["Terms"] = {
  organization: { id: "org-1", name: "Port SAS" },
  contract: null,
  returns: [],
  storages: [],
  stores: [
    {
      id: "store-1",
      name: "Maison Aube",
      seedingCost: "5.00",
      ticketCost: "2.60",
      returnCost: "2.60",
      charges: [],
    },
  ],
  updatedAt: "2026-01-06T09:00:00Z",
};

const grid: Explanation = {
  grid: "5.20",
  fuelPercent: "8.5",
  supplementPercent: "2",
  cost: "5.75",
  marginPercent: "5",
  additionalCost: "0.65",
  discountPercent: "0",
  exception: null,
  priceExVat: "6.69",
};

/** As the host tells those who are not of the staff. */
const forCustomers = (explanation: Explanation): Explanation => ({
  ...explanation,
  grid: null,
  fuelPercent: null,
  supplementPercent: null,
  cost: null,
  marginPercent: null,
  additionalCost: null,
});

const tableOf = (tell: (explanation: Explanation) => Explanation): StoreShippingPrices => ({
  carriers: [
    {
      carrier: { id: "post", provider: "bigblue", name: "Colissimo", minDays: 2, maxDays: 4 },
      prices: [
        {
          countryCode: "FR",
          minWeight: 0,
          maxWeight: 1_000,
          priceExVat: "4.90",
          price: "5.88",
          explanation: tell({ ...grid, exception: "4.90", priceExVat: "4.90" }),
        },
        {
          countryCode: "FR",
          minWeight: 1_000,
          maxWeight: 2_000,
          priceExVat: "6.69",
          price: "8.03",
          explanation: tell(grid),
        },
        {
          countryCode: "BE",
          minWeight: 0,
          maxWeight: 2_000,
          priceExVat: "9.10",
          price: "11.01",
          explanation: tell({ ...grid, priceExVat: "9.10" }),
        },
      ],
    },
  ],
  vat: [
    { countryCode: "BE", percent: "21" },
    { countryCode: "FR", percent: "20" },
  ],
});

const FEES = "legal/store/store-1/shipping-fees";
const group = (name: string | RegExp) => within(screen.getByRole("group", { name }));

test("a merchant finds the price of a parcel by its size, and is told no cost and no margin", async () => {
  signIn(customer({ permissions: ["READ_FEE"] }));
  server.use(
    answers("/organization/org-1/terms", terms),
    answers("/store/store-1/shipping/prices", tableOf(forCustomers)),
  );
  render(<Portal at="/customer/org-1/legal" />);
  await userEvent.click(await screen.findByRole("link", { name: "Voir les frais de livraison" }));
  expect(await screen.findByRole("heading", { name: "Frais de livraison de Maison Aube" })).toBeVisible();
  expect(await screen.findByText("Aucun colis à calculer")).toBeVisible();

  const type = (label: string, text: string) =>
    userEvent.type(screen.getByRole("textbox", { name: new RegExp(`^${label}`) }), text);
  await type("Poids d’un article", "550");
  const why = () => group("Calcul du prix de livraison");
  // What was agreed on is the price, whatever the rest comes to.
  expect(why().getByText("Prix convenu avec la boutique")).toBeVisible();
  await type("Largeur", "300");
  await type("Hauteur", "250");
  await type("Profondeur", "120");
  expect(screen.getByText("1 800 g", { selector: "strong" })).toBeVisible();
  expect(screen.getByText("6,69 € HT, soit 8,03 € TTC")).toBeVisible();
  expect(screen.getByText("2 à 4 jours ouvrés")).toBeVisible();
  expect(why().getByText("Prix HT")).toBeVisible();
  expect(why().queryByText("Marge")).toBeNull();
  expect(why().queryByText("Coût")).toBeNull();
});

test("the table is searched, what was agreed on marked, and taken away as a file", async () => {
  signIn(customer({ permissions: ["READ_FEE"] }));
  server.use(
    answers("/organization/org-1/terms", terms),
    answers("/store/store-1/shipping/prices", tableOf(forCustomers)),
  );
  render(<Portal at={`/customer/org-1/${FEES}`} />);
  await screen.findByRole("heading", { name: "Tous les prix" });
  const table = () => group(/^Prix par pays et par poids.*Colissimo$/);
  expect(
    table()
      .getAllByRole("columnheader")
      .map((head) => head.textContent?.replace(/\s/g, " ")),
  ).toEqual(["Pays", "Jusqu’à 1 kg", "1 à 2 kg"]);
  const france = within(table().getByText("France").closest("tr") as HTMLElement);
  expect(france.getByText("4,90 €")).toBeVisible();
  expect(france.getByText("8,03 €")).toBeVisible();
  expect(france.getAllByText("Prix convenu")).toHaveLength(1);
  await userEvent.type(screen.getByRole("textbox", { name: "Chercher un pays" }), "belg");
  expect(table().queryByText("France")).toBeNull();
  expect(table().getAllByText("9,10 €")).toHaveLength(2);
  await userEvent.type(screen.getByRole("textbox", { name: "Chercher un pays" }), "x");
  expect(screen.getByRole("heading", { name: "Aucun pays trouvé" })).toBeVisible();
});

test("staff read how a price came about, figure by figure", async () => {
  signIn(person());
  server.use(
    answers("/organization/org-1/terms", terms),
    answers(
      "/store/store-1/shipping/prices",
      tableOf((whole) => whole),
    ),
  );
  render(<Portal at={`/admin/organization/org-1/${FEES}`} />);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Poids d’un article/ }), "1500");
  const lines = group("Calcul du prix de livraison")
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent?.replace(/\s/g, " ")),
    );
  expect(lines).toEqual([
    ["Tarif du transporteur", "5,20 €"],
    ["Surcharge carburant", "+8,5 %"],
    ["Supplément du prestataire", "+2 %"],
    ["Coût", "5,75 €"],
    ["Marge", "+5 %"],
    ["Coût additionnel", "0,65 €"],
    ["Prix HT", "6,69 €"],
    ["TVA du pays de destination", "+20 %"],
    ["Prix TTC", "8,03 €"],
  ]);
});

test("a store of somebody else’s is not found", async () => {
  signIn(customer({ permissions: ["READ_FEE"] }));
  server.use(answers("/organization/org-1/terms", terms));
  render(<Portal at="/customer/org-1/legal/store/store-9/shipping-fees" />);
  expect(await screen.findByRole("heading", { name: "Oups, page introuvable" })).toBeVisible();
});

test("of a store with too many prices one carrier’s are shown at a time", async () => {
  signIn(customer({ permissions: ["READ_FEE"] }));
  const carriers = tableOf(forCustomers).carriers.map(({ carrier }) => carrier);
  const payload = [{ field: "carrierId", code: "required", message: "Requis" }];
  const error = { name: "BadRequestSchemaException", payload };
  server.use(
    answers("/organization/org-1/terms", terms),
    answers("/store/store-1/shipping/carriers", carriers),
    http.get(api("/store/store-1/shipping/prices"), ({ request }) =>
      new URL(request.url).searchParams.get("carrierId") === carriers[0]?.id
        ? HttpResponse.json({ data: tableOf(forCustomers) })
        : HttpResponse.json({ error }, { status: 400 }),
    ),
  );
  render(<Portal at={`/customer/org-1/${FEES}`} />);
  await userEvent.click(await screen.findByRole("combobox", { name: "Transporteur" }));
  expect(screen.queryByRole("heading", { name: "Tous les prix" })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: "Colissimo" }));
  expect(await screen.findByRole("heading", { name: "Tous les prix" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Transporteur" })).toHaveValue("Colissimo");
});

test("staff set whose carriers a store is offered, and what it pays beside the grid", async () => {
  signIn(person());
  const READ = "2026-01-16T09:00:00Z";
  const settings: Schemas["ShippingSettings"] = {
    providers: [{ id: "bigblue", supplementFeePercent: "2", enable: true }],
    marginPercent: "5",
    additionalCost: "0.65",
    discountPercent: "0",
  };
  const sent: unknown[] = [];
  server.use(
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue" })]),
    answers("/connector/type", []),
    answers("/store/store-1/setup", { dismissedAt: "2026-01-01T00:00:00Z", connections: [], people: 1 }),
    answers("/store/store-1", {
      id: "store-1",
      name: "Maison Aube",
      organizations: [],
      seedingCost: "5",
      ticketCost: "2.60",
      ticketBasis: "MESSAGE",
      returnCost: "2.60",
      shippingMargin: "5",
      shippingAdditionalCost: "0.65",
      links: [],
      charges: [],
      archivedAt: null,
      createdAt: "2026-01-15T09:00:00Z",
      updatedAt: "2026-01-16T09:00:00Z",
    }),
    answers("/store/store-1/connector", []),
    answers("/store/store-1/shipping/settings", { ...settings, updatedAt: READ }),
    pageOf("/store/store-1/phonographic", []),
    answers("/history", []),
    http.put(api("/store/store-1/shipping/settings"), async ({ request }) => {
      const body = (await request.json()) as object;
      if (request.headers.get("If-Match") !== READ) return new HttpResponse(null, { status: 409 });
      sent.push(body);
      return HttpResponse.json({ data: { ...body, updatedAt: "2026-01-16T10:00:00Z" } });
    }),
  );
  render(<Portal at="/admin/store/store-1?tab=shipping" />);
  await userEvent.click(await screen.findByRole("button", { name: "Modifier la livraison" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Livraison de la boutique" }));
  await userEvent.click(await dialog.findByRole("switch", { name: "Proposer les transporteurs de Bigblue" }));
  const discount = dialog.getByRole("textbox", { name: /^Remise/ });
  await userEvent.clear(discount);
  await userEvent.type(discount, "3,5");
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("La livraison de la boutique a été enregistrée")).toBeVisible();
  expect(sent).toEqual([
    {
      providers: [{ id: "bigblue", supplementFeePercent: "2", enable: false }],
      marginPercent: "5",
      additionalCost: "0.65",
      discountPercent: "3.5",
    },
  ]);
});

const vatRates: Schemas["DestinationVat"][] = [
  { countryCode: "BE", percent: "21" },
  { countryCode: "FR", percent: "20" },
];

/** Keeps the table of VAT; gives what was sent to replace it. */
function serveVat() {
  const sent: Schemas["VatTableInput"][] = [];
  let edition = 1;
  let vat: Schemas["VatTable"];
  const change = (rates: typeof vatRates) => {
    edition += 1;
    vat = { rates, updatedAt: `2026-01-16T09:00:0${edition}Z` };
    return HttpResponse.json({ data: vat });
  };
  change(vatRates);
  const error = { name: "ConflictEditException", payload: { by: "Ada", at: null } };
  server.use(
    http.get(api("/shipping/vat"), () => HttpResponse.json({ data: vat })),
    http.put(api("/shipping/vat"), async ({ request }) => {
      if (request.headers.get("If-Match") !== vat.updatedAt)
        return HttpResponse.json({ error }, { status: 409 });
      const body = (await request.json()) as Schemas["VatTableInput"];
      sent.push(body);
      return change(body.rates);
    }),
  );
  return { sent, change };
}

test("staff change the VAT by destination, each country once, unless somebody was faster", async () => {
  signIn(person());
  const { sent, change } = serveVat();
  render(<Portal at="/admin/shipping/vat" />);
  expect(await screen.findByRole("heading", { level: 1, name: "TVA par destination" })).toBeVisible();
  expect(await screen.findByText(/celui de la France, 20\s%/)).toBeVisible();
  const percents = () => screen.getAllByRole("textbox", { name: /^TVA/ });
  const type = async (at: number, text: string) => {
    const field = percents()[at] as HTMLElement;
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  const choose = async (name: string) => {
    await userEvent.click(screen.getAllByRole("combobox", { name: /^Pays/ })[2] as HTMLElement);
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(name) }));
  };
  const save = () => userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));

  await type(1, "20,5");
  expect(screen.getByText(/celui de la France, 20,5\s%/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ajouter un pays" }));
  await choose("Belgique");
  await type(2, "19");
  await save();
  expect(await screen.findByText("Ce pays a déjà un taux.")).toBeVisible();
  await choose("Allemagne");
  await save();
  expect(await screen.findByText("Les taux de TVA ont été enregistrés")).toBeVisible();
  expect(sent).toEqual([
    {
      rates: [
        { countryCode: "BE", percent: "21" },
        { countryCode: "FR", percent: "20.50" },
        { countryCode: "DE", percent: "19.00" },
      ],
    },
  ]);

  await type(0, "22");
  await save();
  await waitFor(() => expect(sent.at(1)?.rates[0]).toEqual({ countryCode: "BE", percent: "22" }));

  await waitFor(() => expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull());
  change([{ countryCode: "FR", percent: "19" }]);
  await type(0, "23");
  await save();
  const question = await screen.findByRole("dialog", { name: "Les taux de TVA n’ont pas été enregistrés" });
  await userEvent.click(within(question).getAllByRole("button").at(-1) as HTMLElement);
  expect(await screen.findByText(/celui de la France, 19\s%/)).toBeVisible();
  expect(percents()).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

test("who may not change the VAT reads it", async () => {
  signIn(person({ permissions: ["READ_CONNECTOR"] }));
  serveVat();
  render(<Portal at="/admin/shipping/vat" />);
  expect(await screen.findByRole("row", { name: /Belgique 21\s%/ })).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /^TVA/ })).toBeNull();
});
