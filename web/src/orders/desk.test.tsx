import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { jobOf, orderRow, Portal, pageOf, pluginOf, signIn, storeRow } from "../testing/Portal";
import { countryOf, toRow } from "./paste/values";

/** A call answers with a job that ends at once, with this result; what it was asked for comes in here. */
function works(path: string, result: unknown) {
  const asked: unknown[] = [];
  const job = jobOf({ id: "job-9", name: "orders.work" });
  server.use(
    http.post(api(path), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ data: job }, { status: 202 });
    }),
    http.get(api("/job/job-9"), () => HttpResponse.json({ data: { ...job, status: "COMPLETED", result } })),
  );
  return asked;
}

const WRITER = person({ permissions: ["READ_ORDER", "WRITE_ORDER", "READ_PRODUCT", "READ_STORE"] });
const UNSENT = orderRow({
  ...{ id: "unsent-1", reference: "PRESSE-1", status: "ACTION_REQUIRED", shippedAt: null },
  ...{ providerId: null, provider: null },
});
const WAITING = orderRow({ id: "waiting-1", reference: "PRESSE-2", status: "PENDING", shippedAt: null });
const SHIPPED = orderRow({ id: "shipped-1", reference: "PRESSE-3" });

/** What the host says can be done with the selected ones. */
const offering = (...offers: Schemas["OrderWorkOffer"][]) =>
  server.use(
    http.get(api("/order/work"), ({ request }) => {
      const asked = new URL(request.url).searchParams.get("ids")?.split(",") ?? [];
      const left = offers.map((offer) => ({ ...offer, ids: offer.ids.filter((id) => asked.includes(id)) }));
      return HttpResponse.json({ data: left.filter(({ ids }) => ids.length > 0) });
    }),
  );

const select = async (reference: string) =>
  userEvent.click(await screen.findByRole("checkbox", { name: new RegExp(reference) }));
const bar = async () => within(await screen.findByRole("region", { name: /sélection/i }));

test("what can be done with the selected orders is offered, and why one was refused is told with the way to it", async () => {
  signIn(WRITER);
  server.use(pageOf("/order", [UNSENT, WAITING]));
  const refused = {
    ...{ id: "unsent-1", reference: "PRESSE-1", quoted: false },
    message: "Le prestataire a déjà cette commande.",
  };
  const asked = works("/order/work", { done: 0, refused: [refused] });
  offering({ action: "PUSH", by: null, ids: ["unsent-1"] });
  render(<Portal at="/admin/order" />);
  await select("PRESSE-2");
  expect(await (await bar()).findByRole("button", { name: "Copier les références" })).toBeVisible();
  expect((await bar()).queryByRole("button", { name: "Renvoyer" })).toBeNull();
  await select("PRESSE-1");
  await userEvent.click(await (await bar()).findByRole("button", { name: "Renvoyer" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Renvoyer les commandes" }));
  expect(dialog.getByText("1 commande")).toBeVisible();
  expect(dialog.getByText(/^1 autre commande de votre sélection ne s’y prête pas/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Renvoyer" }));
  expect(await dialog.findByText("Le prestataire a déjà cette commande.")).toBeVisible();
  expect(dialog.getByRole("link", { name: "PRESSE-1" })).toHaveAttribute("href", "/admin/order/unsent-1");
  expect(dialog.getByText(/^1 commande a été refusée/)).toBeVisible();
  expect(dialog.queryByText(/renvoyée/)).toBeNull();
  expect(asked).toEqual([{ action: "PUSH", ids: ["unsent-1"] }]);
});

test("what can be done is asked once no more boxes are ticked, and what is pressed before waits for the answer", async () => {
  signIn(WRITER);
  server.use(pageOf("/order", [UNSENT, WAITING, SHIPPED]));
  const asked: (string | null)[] = [];
  let answer = () => {};
  server.use(
    http.get(api("/order/work"), async ({ request }) => {
      const ids = new URL(request.url).searchParams.get("ids");
      asked.push(ids);
      // The second answer is long in coming.
      if (asked.length === 2) await new Promise<void>((done) => (answer = done));
      return HttpResponse.json({ data: [{ action: "PUSH", by: null, ids: ids?.split(",") }] });
    }),
  );
  render(<Portal at="/admin/order" />);
  const [first, second, third] = await screen.findAllByRole("checkbox", { name: /PRESSE/ });
  for (const box of [first, second]) fireEvent.click(box as HTMLElement);
  const push = await (await bar()).findByRole("button", { name: "Renvoyer" });
  expect(asked).toEqual(["unsent-1,waiting-1"]);
  await userEvent.click(third as HTMLElement);
  await userEvent.click(push);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(push).toBeVisible();
  expect(screen.queryByRole("dialog", { name: "Renvoyer les commandes" })).toBeNull();
  answer();
  const dialog = within(await screen.findByRole("dialog", { name: "Renvoyer les commandes" }));
  expect(dialog.getByText("3 commandes")).toBeVisible();
  expect(asked[1]).toBe("unsent-1,waiting-1,shipped-1");
});

test("a plugin ends orders that its provider can still stop, and its words are quoted", async () => {
  signIn(WRITER);
  const cancel: Schemas["PluginAction"] = {
    ...{ name: "cancel", entity: "order", bulk: true, destructive: true },
    ...{ label: { fr: "Annuler chez Bigblue", en: "Cancel at Bigblue" }, confirm: null },
  };
  server.use(
    pageOf("/order", [WAITING, SHIPPED]),
    answers("/plugins", [pluginOf({ id: "bigblue", name: "Bigblue", actions: [cancel] })]),
  );
  const refused = { id: "waiting-1", reference: "PRESSE-2", quoted: true, message: "order is locked" };
  const asked = works("/order/work", { done: 0, refused: [refused] });
  const by = { plugin: "bigblue", name: "cancel" };
  offering({ action: "PLUGIN", by, ids: ["waiting-1"] });
  render(<Portal at="/admin/order" />);
  await select("PRESSE-3");
  await (await bar()).findByRole("button", { name: "Copier les références" });
  expect((await bar()).queryByRole("button", { name: "Annuler chez Bigblue" })).toBeNull();
  await select("PRESSE-2");
  await userEvent.click(await (await bar()).findByRole("button", { name: "Annuler chez Bigblue" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Annuler chez Bigblue" }));
  await userEvent.click(dialog.getByRole("button", { name: "Annuler chez Bigblue" }));
  expect(await dialog.findByText(/^Le prestataire répond.*order is locked/)).toBeVisible();
  expect(asked).toEqual([{ action: "PLUGIN", by, ids: ["waiting-1"] }]);
});

test("the list is narrowed by what its orders have in common", async () => {
  signIn(WRITER);
  server.use(
    answers("/order/options", {
      carriers: ["Colissimo", "DHL"],
      countries: ["FR", "BE"],
      providers: ["bigblue"],
    }),
  );
  render(<Portal at="/admin/order" />);
  expect(await screen.findByRole("button", { name: "Transporteur" })).toBeVisible();
  // There is one provider: nothing to choose.
  expect(screen.queryByRole("button", { name: "Prestataire" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Pays" }));
  expect(await screen.findByRole("checkbox", { name: "Belgique" })).toBeVisible();
});

test("countries are known by code and by name in either language", () => {
  expect(["fr", "Belgique", "germany", " Suisse ", "", "Atlantide"].map(countryOf)).toEqual([
    ...["FR", "BE", "DE", "CH", "", "Atlantide"],
  ]);
  const headings = {
    ...{ reference: "Référence", name: "Nom", company: "Société", address: "Adresse", zip: "CP" },
    ...{ city: "Ville", country: "Pays", email: "E-mail", phone: "Téléphone", articles: "SKU:quantité" },
  };
  const row = toRow(3, { Référence: "P-1", Pays: "Belgique", "SKU:quantité": "LP:2" }, headings);
  expect(row).toMatchObject({ line: 3, reference: "P-1", country: "BE", articles: "LP:2", phone: "" });
});

test("rows are pasted, what is wrong is told by cell, and what is mended is made", async () => {
  signIn(WRITER);
  server.use(pageOf("/store", [storeRow({ id: "store-1", name: "Maison Aube" })]));
  const bodies: Schemas["PastedOrdersInput"][] = [];
  const order = {
    ...{ line: 2, reference: "PRESSE-1", customerName: "Claire Dubois", city: "Paris", itemCount: 1 },
    ...{ carrier: "Colissimo", shippingPrice: "6.57", total: "11.57" },
  };
  const job = jobOf({ id: "job-9", name: "orders.paste" });
  const result = { created: 1, updated: 0, unchanged: 0, failed: [], failedCount: 0 };
  server.use(
    http.post(api("/order/paste"), async ({ request }) => {
      const body = (await request.json()) as Schemas["PastedOrdersInput"];
      bodies.push(body);
      if (!new URL(request.url).searchParams.has("preview"))
        return HttpResponse.json({ data: job }, { status: 202 });
      const isWrong = body.rows[0]?.email === "claire@";
      const fault = { line: 2, column: "email", code: "email", message: "Adresse e-mail incorrecte." };
      const data = {
        rows: 1,
        orders: isWrong ? [] : [order],
        total: "11.57",
        faults: isWrong ? [fault] : [],
      };
      return HttpResponse.json({ data });
    }),
    http.get(api("/job/job-9"), () => HttpResponse.json({ data: { ...job, status: "COMPLETED", result } })),
  );
  render(<Portal at="/admin/order/paste" />);
  await userEvent.click(await screen.findByRole("combobox", { name: /^Boutique/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Maison Aube" }));
  const rows = await screen.findByRole("textbox", { name: "Lignes copiées d’un tableur" });
  const headings = "Référence\tNom\tAdresse\tCode postal\tVille\tE-mail\tSKU:quantité";
  const pasted = (email: string) =>
    `${headings}\nPRESSE-1\tClaire Dubois\t1 rue\t75011\tParis\t${email}\tLP:1`;
  await userEvent.click(rows);
  await userEvent.paste(pasted("claire@"));
  await userEvent.click(screen.getByRole("button", { name: "Vérifier" }));
  const faults = within(await screen.findByRole("group", { name: "Erreurs" }));
  const cells = within(faults.getByRole("row", { name: /incorrecte/ })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...["2", "6", "E-mail", "Adresse e-mail incorrecte."],
  ]);
  await userEvent.clear(rows);
  await userEvent.click(rows);
  await userEvent.paste(pasted("claire@ondes.example"));
  await userEvent.click(screen.getByRole("button", { name: "Vérifier" }));
  expect(await screen.findByText("Colissimo")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Importer" }));
  await waitFor(() => expect(screen.getByText("1 commande créée")).toBeVisible());
  // What was looked at is what is made, at the price that was seen.
  const [row] = bodies[1]?.rows ?? [];
  expect(row).toMatchObject({ line: 2, reference: "PRESSE-1", email: "claire@ondes.example", country: "" });
  expect(bodies[2]).toEqual({ ...bodies[1], rows: [{ ...row, shippingPrice: "6.57" }] });
});
