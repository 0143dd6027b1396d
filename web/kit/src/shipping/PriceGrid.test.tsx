import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Schemas } from "../api/client";
import { useTrackedJobs } from "../jobs/tracked";
import { api, person, Screen, server } from "../testing";
import { PriceGrid } from "./screens";

const PLACE = { provider: "bigblue", prices: "/price", carriers: "/carrier" };

const carrier = (id: string, name: string) => ({
  id,
  name,
  provider: "bigblue",
  code: "",
  fuelSurchage: "0",
  translations: "",
  minDays: null,
  maxDays: null,
  archivedAt: null,
  createdAt: "2026-01-05T09:00:00Z",
  updatedAt: "2026-01-05T09:00:00Z",
});

const price = (countryCode: string, minWeight: number, maxWeight: number, price: string) => ({
  id: `${countryCode}${minWeight}`,
  carrierId: "c-1",
  countryCode,
  minWeight,
  maxWeight,
  price,
  validFrom: "2026-01-01",
  validUntil: null,
});

/** Serves two carriers, of which the first has prices; gives what is sent to be saved. */
function serve({ nextDays = [] as string[], prices = PRICES } = {}) {
  const sent: Schemas["PriceChanges"][] = [];
  server.use(
    http.get(api("/plugins"), () => HttpResponse.json({ data: [] })),
    http.get(api("/shipping/carrier"), () =>
      HttpResponse.json({
        data: [carrier("c-1", "Colissimo"), carrier("c-2", "DHL")],
        meta: { total: 2, exact: true, next: null, previous: null },
      }),
    ),
    http.get(api("/shipping/price"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      const data = query.get("carrierId") === "c-1" ? prices : [];
      return HttpResponse.json({ data: { on: query.get("on") ?? "2026-11-24", prices: data, nextDays } });
    }),
    http.post(api("/shipping/price/changes"), async ({ request }) => {
      sent.push((await request.json()) as Schemas["PriceChanges"]);
      return HttpResponse.json({ data: { on: "2026-11-24", prices: [], nextDays: [] } });
    }),
  );
  return sent;
}

const PRICES = [price("FR", 0, 500, "4.20"), price("FR", 500, 1000, "5.10"), price("DE", 0, 500, "6.80")];

// A grid draws what is in sight, and jsdom has no sizes.
beforeEach(() => {
  for (const size of ["clientWidth", "offsetWidth", "clientHeight", "offsetHeight"] as const)
    vi.spyOn(HTMLElement.prototype, size, "get").mockReturnValue(1_200);
});

afterEach(() => vi.useRealTimers());

const show = (as = person()) =>
  render(
    <Screen as={as}>
      <PriceGrid place={PLACE} />
    </Screen>,
  );

const cell = (name: string) => screen.findByRole("gridcell", { name });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const unsaved = () => screen.queryByRole("region", { name: "Modifications non enregistrées" });

test("countries are rows, bands columns, and weights without a price are told", async () => {
  serve({ prices: [...PRICES, price("DE", 1000, 2000, "9.00")] });
  show();
  expect(await screen.findByRole("grid", { name: /Tarifs de Colissimo/ })).toBeVisible();
  expect(await screen.findByText(/^0,5–1\skg$/)).toBeVisible();
  const [germany, france] = screen.getAllByRole("row").slice(1);
  expect(germany).toHaveTextContent("Allemagne");
  expect(germany).toHaveTextContent(/Sans prix\s: 0,5–1\skg/);
  expect(france).not.toHaveTextContent("Sans prix");
  await userEvent.type(screen.getByRole("searchbox", { name: "Rechercher un pays" }), "fran");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
});

test("a block is pasted, undone, done again, reviewed and saved at once", async () => {
  const sent = serve();
  show();
  await userEvent.click(await cell("6,80"));
  await userEvent.paste("7,00\t8,5\n4,62");
  expect(await cell("7,00")).toHaveAttribute("title", "Non enregistré");
  expect(unsaved()).toHaveTextContent("3 prix non enregistrés");

  await userEvent.keyboard("{Control>}z{/Control}");
  expect(await cell("6,80")).toBeVisible();
  expect(unsaved()).toBeNull();
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(await cell("8,50")).toBeVisible();

  await userEvent.click(button("Vérifier et enregistrer"));
  const review = await screen.findByRole("dialog", { name: "Enregistrer 3 prix" });
  const rows = within(review)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows.find((row) => row?.includes("France"))).toMatch(/4,20\s€4,62\s€\+10,0\s%/);
  expect(rows.find((row) => row?.includes("0,5–1"))).toMatch(/—8,50\s€Nouveau/);
  await userEvent.click(within(review).getByRole("button", { name: "Enregistrer 3 prix" }));
  await waitFor(() => expect(unsaved()).toBeNull());
  const at = { carrierId: "c-1", minWeight: 0, maxWeight: 500 };
  expect(sent).toEqual([
    {
      validFrom: null,
      changes: [
        { ...at, countryCode: "DE", was: "6.80", price: "7.00" },
        { ...at, countryCode: "DE", minWeight: 500, maxWeight: 1000, was: null, price: "8.50" },
        { ...at, countryCode: "FR", was: "4.20", price: "4.62" },
      ],
    },
  ]);
});

/** Serves what a simulation is asked of; gives what is sent. */
function serveSimulations() {
  const asked: Schemas["SimulationInput"][] = [];
  server.use(
    http.get(api("/store"), () =>
      HttpResponse.json({
        data: [{ id: "store-1", name: "Maison Aube" }],
        meta: { total: 1, exact: true, next: null, previous: null },
      }),
    ),
    http.get(api("/store/store-1"), () =>
      HttpResponse.json({ data: { id: "store-1", name: "Maison Aube" } }),
    ),
    http.post(api("/shipping/simulation"), async ({ request }) => {
      asked.push((await request.json()) as Schemas["SimulationInput"]);
      return HttpResponse.json({ data: { id: "simulation-1", jobId: "job-1" } }, { status: 202 });
    }),
  );
  return asked;
}

/** Changes a price, and asks for what it would have done. */
async function openSimulation() {
  await userEvent.click(await cell("6,80"));
  await userEvent.paste("7,00");
  await userEvent.click(button("Vérifier et enregistrer"));
  await userEvent.click(await screen.findByRole("button", { name: "Simuler sur les commandes" }));
  return within(await screen.findByRole("dialog", { name: "Simuler 1 prix" }));
}

test("changes are tried on the orders of a period and of some stores, and stay to be saved", async () => {
  const sent = serve();
  const asked = serveSimulations();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-31T10:00:00Z") });
  show();
  const dialog = await openSimulation();
  // Three months before the end of May there is no 31st.
  expect(dialog.getByRole("textbox", { name: "Du" })).toHaveValue("28/02/2026");
  const to = dialog.getByRole("textbox", { name: "Au" });
  expect(to).toHaveValue("31/05/2026");
  await userEvent.clear(to);
  await userEvent.type(to, "30/04/2026");
  await userEvent.click(dialog.getByRole("combobox", { name: "Boutiques" }));
  await userEvent.click(await screen.findByRole("option", { name: "Maison Aube" }));
  await userEvent.click(dialog.getByRole("button", { name: "Lancer la simulation" }));

  const review = within(await screen.findByRole("dialog", { name: "Enregistrer 1 prix" }));
  expect(await review.findByRole("link", { name: /Voir la simulation/ })).toHaveAttribute(
    "href",
    "/admin/shipping/simulation/simulation-1",
  );
  expect(asked).toEqual([
    {
      provider: "bigblue",
      validFrom: null,
      changes: [
        {
          carrierId: "c-1",
          countryCode: "DE",
          minWeight: 0,
          maxWeight: 500,
          was: "6.80",
          price: "7.00",
        },
      ],
      from: "2026-02-28",
      to: "2026-04-30",
      storeIds: ["store-1"],
    },
  ]);
  expect(useTrackedJobs.getState().ids).toContain("job-1");
  await userEvent.click(review.getByRole("button", { name: "Enregistrer 1 prix" }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("who may not see stores tries changes on the orders of all, and a refusal is told", async () => {
  serve();
  const asked = serveSimulations();
  show(person({ permissions: ["READ_CONNECTOR", "WRITE_CONNECTOR"] }));
  const dialog = await openSimulation();
  expect(dialog.queryByRole("combobox", { name: "Boutiques" })).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Lancer la simulation" }));
  await waitFor(() => expect(asked.map(({ storeIds }) => storeIds)).toEqual([null]));

  await userEvent.click(await screen.findByRole("button", { name: "Simuler sur les commandes" }));
  const error = { name: "InternalServerErrorException", code: 500, message: "" };
  server.use(http.post(api("/shipping/simulation"), () => HttpResponse.json({ error }, { status: 500 })));
  const again = within(await screen.findByRole("dialog", { name: "Simuler 1 prix" }));
  await userEvent.click(again.getByRole("button", { name: "Lancer la simulation" }));
  expect(await screen.findByText("La simulation n’a pas commencé")).toBeVisible();
  expect(again.getByRole("button", { name: "Lancer la simulation" })).toBeVisible();
});

test("a selection drawn with Shift and arrows is raised by a percentage", async () => {
  serve();
  show();
  await userEvent.click(await cell("4,20"));
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(await screen.findByText("2 cellules sélectionnées")).toBeVisible();
  await userEvent.click(button("Augmenter…"));
  const dialog = await screen.findByRole("dialog", { name: "Augmenter 2 cellules" });
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Augmentation/ }), "10");
  await userEvent.click(within(dialog).getByRole("button", { name: "Augmenter" }));
  expect(await cell("4,62")).toBeInTheDocument();
  expect(await cell("5,61")).toBeInTheDocument();
  expect(await cell("6,80")).toBeInTheDocument();
});

test("typing replaces, Enter goes down, and what is no price stops the save", async () => {
  serve();
  show();
  await userEvent.click(await cell("6,80"));
  await userEvent.keyboard("7,1{Enter}x{Enter}");
  expect(await cell("7,10")).toBeVisible();
  expect(await cell("x")).toHaveAttribute("aria-invalid", "true");
  expect(button("Vérifier et enregistrer")).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button("1 cellule à corriger"));
  await userEvent.keyboard("{Delete}");
  await waitFor(() => expect(button("Vérifier et enregistrer")).not.toHaveAttribute("aria-disabled"));
  await userEvent.click(button("Abandonner"));
  expect(await cell("6,80")).toBeVisible();
});

test("what the server refuses is told at its cell, with the price of now, and nothing is lost", async () => {
  serve();
  const issues = [
    { field: "changes[0].was", code: "moved", message: "Ce prix a changé entre-temps." },
    { field: "changes[1].minWeight", code: "overlap", message: "Cette tranche en recouvre une autre." },
  ];
  const bodies: Schemas["PriceChanges"][] = [];
  server.use(
    http.post(api("/shipping/price/changes"), async ({ request }) => {
      bodies.push((await request.json()) as Schemas["PriceChanges"]);
      // From now on the price is another.
      server.use(
        http.get(api("/shipping/price"), () =>
          HttpResponse.json({
            data: {
              on: "2026-11-24",
              nextDays: [],
              prices: [PRICES[0], PRICES[1], price("DE", 0, 500, "6.90")],
            },
          }),
        ),
      );
      const error = { name: "BadRequestException", code: 400, message: "", payload: issues };
      return HttpResponse.json({ error }, { status: 400 });
    }),
  );
  show();
  await userEvent.click(await cell("6,80"));
  await userEvent.paste("7,00\n4,62");
  const save = async () => {
    await userEvent.click(button("Vérifier et enregistrer"));
    await userEvent.click(await screen.findByRole("button", { name: "Enregistrer 2 prix" }));
  };
  await save();
  expect(await screen.findByText(/2 prix ont été refusés/)).toBeVisible();
  const moved = await cell("7,00");
  expect(moved.title).toMatch(/Ce prix a changé entre-temps. Maintenant\s: 6,90\s€/);
  expect((await cell("4,62")).title).toContain("recouvre");
  // Saved again, it stands on what there is now.
  await save();
  await waitFor(() => expect(bodies.at(1)?.changes[0]).toMatchObject({ was: "6.90", price: "7.00" }));
});

test("a file with an error changes nothing; without one it is laid into the grid", async () => {
  serve();
  const { container } = show();
  await cell("6,80");
  const open = async () => {
    await userEvent.click(button(/^Fichier/));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Importer un fichier CSV…" }));
    const dialog = await screen.findByRole("dialog", { name: "Importer des prix" });
    await within(dialog).findByText(/Une ligne par prix/);
    await waitFor(() => expect(document.querySelector("input[type=file]")).not.toBeNull());
    return dialog;
  };
  const give = (text: string) =>
    userEvent.upload(
      document.querySelector("input[type=file]") as HTMLInputElement,
      new File([text], "prix.csv", { type: "text/csv" }),
    );
  const dialog = await open();
  await give("country;minWeight;maxWeight;price\nDE;0;500;7,00\nDE;0;500;x\n");
  const fault = await within(dialog).findByRole("row", { name: /3 4 price/ });
  expect(fault).toHaveTextContent("Cette valeur n’est pas un nombre.");
  expect(unsaved()).toBeNull();
  await give("country;minWeight;maxWeight;price\nDE;0;500;7,00\nFR;0;500;4,20\n");
  expect(await cell("7,00")).toBeInTheDocument();
  expect(unsaved()).toHaveTextContent("1 prix non enregistré");
  expect(container).toBeInTheDocument();
});

test("a tariff that was entered ahead is told of and looked at, unless something is unsaved", async () => {
  serve({ nextDays: ["2999-01-01"] });
  show();
  expect(await screen.findByText(/saisi d’avance, à partir du 01\/01\/2999/)).toBeVisible();
  const choice = screen.getByRole("combobox", { name: "Tarif affiché" });
  await userEvent.selectOptions(choice, "2999-01-01");
  expect(await screen.findByText("Tarif valable à partir du 01/01/2999")).toBeInTheDocument();
  await userEvent.click(await cell("6,80"));
  await userEvent.keyboard("7{Enter}");
  expect(screen.getByRole("combobox", { name: "Tarif affiché" })).toBeDisabled();
  await userEvent.click(button("Vérifier et enregistrer"));
  expect(await screen.findByRole("textbox", { name: "Valable à partir du" })).toHaveValue("01/01/2999");
});

test("who may not change prices reads them", async () => {
  serve();
  show(person({ permissions: ["READ_CONNECTOR"] }));
  await userEvent.click(await cell("6,80"));
  await userEvent.keyboard("7{Enter}");
  expect(await cell("6,80")).toHaveAttribute("aria-readonly", "true");
  for (const name of ["Augmenter…", "Ajouter, Ajouter à la grille"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("on a phone prices are cards, to be read", async () => {
  serve();
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: media.includes("640px"),
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  show();
  await userEvent.click(await screen.findByText("France"));
  expect(screen.getAllByText(/4,20\s€/)[0]).toBeVisible();
  expect(screen.queryByRole("grid")).toBeNull();
});

test("without a carrier there is nothing to price", async () => {
  serve();
  server.use(
    http.get(api("/shipping/carrier"), () =>
      HttpResponse.json({ data: [], meta: { total: 0, exact: true, next: null, previous: null } }),
    ),
  );
  show();
  expect(await screen.findByRole("heading", { name: "Aucun tarif" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Créer un transporteur" })).toHaveAttribute(
    "href",
    "/carrier/create",
  );
});
