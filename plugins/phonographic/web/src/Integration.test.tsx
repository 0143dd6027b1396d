import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, Screen, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { HttpResponse, http } from "msw";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Planned, Report } from "./api";
import Integration from "./Integration";
import { messages } from "./messages";

const STORE: Schemas["StoreRow"] = {
  ...{ id: "store-1", name: "Musiq", organizations: [], connectors: [], webhooks: null },
  ...{ archivedAt: null, createdAt: "2026-01-15T09:00:00Z" },
};

beforeAll(() => {
  i18next.addResourceBundle("fr", "phonographic", messages.fr);
});

const france: Planned = {
  layout: "fr-occ",
  shop: "PORTAL",
  shopName: "Portal",
  territory: "FR",
  cadence: "daily",
  basis: "shipped",
  withTax: false,
  timeZone: "Europe/Paris",
  channel: "occ",
  next: { first: "2026-11-19", last: "2026-11-19", at: "2026-11-20T01:00:00Z", chart: "2026-11-20" },
};

const report = (id: string, change: Partial<Report> = {}): Report => ({
  id,
  layout: "fr-occ",
  shop: "PORTAL",
  territory: "FR",
  first: "2026-11-18",
  last: "2026-11-18",
  basis: "shipped",
  storeId: null,
  shippedAt: null,
  withTax: false,
  timeZone: "Europe/Paris",
  operator: "",
  channel: "occ",
  state: "SENT",
  error: null,
  files: [{ name: "FR_PORTAL_181126.csv", lines: 41, units: 47, bytes: 2_048, place: "", sha256: "" }],
  createdAt: "2026-11-19T01:05:00Z",
  builtAt: "2026-11-19T01:05:02Z",
  sentAt: "2026-11-19T01:05:10Z",
  withdrawnAt: null,
  withdrawnReason: null,
  ...change,
});

/** What was posted, by path. */
let posted: [string, unknown][];

function serve(plans: Planned[], reports: Report[]) {
  server.use(
    answers("/phonographic/schedule", plans),
    answers("/phonographic/report", reports, {
      total: reports.length,
      exact: true,
      next: null,
      previous: null,
    }),
    answers("/store", [STORE], {
      total: 1,
      exact: true,
      next: null,
      previous: null,
    }),
    answers("/view", []),
    http.post(api("/phonographic/*"), async ({ request }) => {
      posted.push([new URL(request.url).pathname.replace("/api/phonographic", ""), await request.json()]);
      return HttpResponse.json({ data: {} }, { status: 202 });
    }),
  );
}

beforeEach(() => {
  posted = [];
});

const show = (as = person()) =>
  render(
    <Screen as={as}>
      <Integration />
    </Screen>,
  );

test("tells what comes next for each territory, and when", async () => {
  serve([france], []);
  show();
  const table = await screen.findByRole("group", { name: "Envois prévus" });
  for (const text of ["France", "OCC France", "Portal", "19/11/2026", "20/11/2026 02:00", "occ"])
    expect(within(table).getByText(text)).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Aucun rapport pour l’instant" })).toBeVisible();
});

test("says where reports are planned while none is", async () => {
  serve([], []);
  show();
  expect(await screen.findByRole("heading", { name: "Aucun envoi prévu" })).toBeVisible();
});

test("says that the plan cannot be told", async () => {
  serve([], []);
  server.use(refuses("/phonographic/schedule", 500, "InternalServerErrorException"));
  show();
  expect(await screen.findByRole("alert")).toBeVisible();
});

test("shows what reports hold and what became of them", async () => {
  serve(
    [france],
    [
      report("1"),
      report("2", { state: "FAILED", sentAt: null, error: "quota exceeded" }),
      report("3", { state: "FAILED", builtAt: null, sentAt: null, files: [], error: "no such layout" }),
    ],
  );
  show();
  const table = await screen.findByRole("table", { name: "Rapports" });
  expect(await within(table).findAllByText("En échec")).toHaveLength(2);
  expect(within(table).getByText("L’envoi a échoué : « quota exceeded »")).toBeVisible();
  expect(within(table).getByText("La préparation a échoué : « no such layout »")).toBeVisible();
  expect(within(table).getAllByText("47")).toHaveLength(2);
  expect(within(table).getAllByRole("button", { name: "FR_PORTAL_181126.csv" })).toHaveLength(2);
});

test("sends a failed report again as it is, a sent one only over the receiver's file and after a question", async () => {
  serve([france], [report("1"), report("2", { state: "FAILED", first: "2026-11-17", last: "2026-11-17" })]);
  show();
  await userEvent.click(
    await screen.findByRole("button", { name: /Actions sur le rapport .* 17\/11\/2026/ }),
  );
  await userEvent.click(await screen.findByRole("menuitem", { name: "Envoyer les fichiers" }));
  await waitFor(() => expect(posted).toEqual([["/report/2/send", { replace: false }]]));

  await userEvent.click(screen.getByRole("button", { name: /Actions sur le rapport .* 18\/11\/2026/ }));
  const menu = await screen.findByRole("menu", { name: /18\/11\/2026/ });
  expect(within(menu).queryByRole("menuitem", { name: "Envoyer les fichiers" })).toBeNull();
  await userEvent.click(within(menu).getByRole("menuitem", { name: "Remplacer les fichiers" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Remplacer les fichiers" }));
  await waitFor(() => expect(posted[1]).toEqual(["/report/1/send", { replace: true }]));
});

test("creates a report of units sold, stamped with a day, an hour and a minute in Paris", async () => {
  serve([france], []);
  show();
  await screen.findByRole("group", { name: "Envois prévus" });
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByRole("combobox", { name: label }));
    await userEvent.click(await screen.findByRole("option", { name: option }));
  };
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await choose("Rapport", "OCC France · France");
  await userEvent.click(screen.getByRole("button", { name: "Ouvrir le calendrier, Au" }));
  expect(
    await screen.findByRole("button", { name: "Dernière semaine des classements", pressed: true }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Hier" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mois prochain" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Mois dernier" }));
  expect(screen.getByRole("textbox", { name: "Du" })).toHaveDisplayValue(/^01\//);
  await type("Du", "2026-07-03");
  await type("Au", "2026-07-09");
  await choose("Mode", "unités vendues");
  await type("Réputées expédiées le", "2026-07-09");
  await choose("Heure", "18");
  await choose("Minute", "30");
  await userEvent.click(screen.getByRole("switch", { name: /Envoyer les fichiers par le canal/ }));
  await userEvent.click(screen.getByRole("button", { name: "Créer et envoyer le rapport" }));
  const input = {
    storeId: null,
    start: "2026-07-03",
    end: "2026-07-09",
    mode: "sold",
    shippedAt: "2026-07-09T16:30:00.000Z",
    layout: "fr-occ",
    territory: "FR",
  };
  await waitFor(() => expect(posted).toEqual([["/send-report", input]]));
});

test("who may only read finds no form and nothing to send", async () => {
  serve([france], [report("1")]);
  show(person({ permissions: ["READ_CONNECTOR", "READ_AUDIT"] }));
  expect(await screen.findByText("Envoyé")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Créer le rapport" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Actions sur le rapport/ }));
  expect(await screen.findByRole("menuitem", { name: "Voir ce qui est compté" })).toBeVisible();
  expect(screen.getAllByRole("menuitem")).toHaveLength(1);
});

test("a report is withdrawn for a reason; whose files were sent, it says so", async () => {
  serve([france], [report("1")]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: /Actions sur le rapport/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Retirer le rapport" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Le destinataire a déjà ce rapport.")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Retirer le rapport" }));
  expect(dialog.getByRole("textbox", { name: /Motif/ })).toBeInvalid();
  await userEvent.type(dialog.getByRole("textbox", { name: /Motif/ }), "Mauvais mode");
  await userEvent.click(dialog.getByRole("button", { name: "Retirer le rapport" }));
  await waitFor(() => expect(posted).toEqual([["/report/1/withdraw", { reason: "Mauvais mode" }]]));
});

test("of each line it is told why it counts or does not", async () => {
  const line = {
    ...{ orderId: "order-1", reference: "R-1", storeName: "Musiq", sku: "AUBE-LP", name: "Aube" },
    ...{ quantity: 2, units: 0, country: "FR", submittedAt: "2026-11-18T09:00:00Z", shippedAt: null },
    ...{ reason: "NOT_SHIPPED" as const, reportedFirst: null, reportedLast: null },
  };
  const counts = [
    { reason: "CANCELLED" as const, lines: 1, units: 1 },
    { reason: "NOT_SHIPPED" as const, lines: 1, units: 2 },
    { reason: "COUNTED" as const, lines: 1, units: 1 },
  ];
  serve([france], [report("1", { state: "EMPTY", files: [], sentAt: null })]);
  server.use(answers("/phonographic/report/1/reasons", { counts, lines: [line] }));
  show();
  await userEvent.click(await screen.findByRole("button", { name: /Actions sur le rapport/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Voir ce qui est compté" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByRole("link", { name: "R-1" })).toHaveAttribute("href", "/admin/order/order-1");
  expect(dialog.getAllByText("Pas encore expédiées")).toHaveLength(2);
  const reasons = within(dialog.getByRole("group", { name: "Unités par motif" })).getAllByRole("button");
  // What counts, then the rest by its units.
  expect(reasons.map((reason) => reason.textContent)).toEqual([
    "Comptées dans ce rapport",
    "Pas encore expédiées",
    "Commande annulée",
  ]);
});
