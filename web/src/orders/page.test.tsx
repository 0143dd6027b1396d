import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, jobOf, orderOf, Portal, pluginOf, signIn } from "../testing/Portal";

const manual: Schemas["ManualOrder"] = {
  isFree: false,
  isCompanyPurchase: false,
  seedingCost: "5",
  charged: "0",
  carrierId: null,
  quote: null,
  author: "Ada",
  state: "FAILED",
  problem: "permission denied",
  jobId: null,
  pushedAt: null,
  isOpen: true,
};

/** An order that was made here and that its provider refused. */
const refused = orderOf({
  reference: "PRESSE-1",
  status: "ACTION_REQUIRED",
  shippedAt: null,
  manual,
  hold: { reason: "REFUSED", words: "permission denied" },
  corrections: ["ADDRESS", "ARTICLES"],
  contact: { name: "Ana Bertrand", email: "ana@example.test", phone: "+32 2 555 01 01" },
});

function open(order: Schemas["Order"], at = "/admin/order/order-1") {
  server.use(answers("/order/order-1", order), answers("/history", []));
  render(<Portal at={at} />);
}

const steps = async () => within(await screen.findByRole("list", { name: "Étapes de la commande" }));

test("an order tells its steps: what was, when, and what is to come", async () => {
  signIn(person());
  const [placed, prepared] = orderOf().steps;
  const at = "2026-01-16T09:00:00Z";
  const shipped = { milestone: "SHIPPED", state: "DONE", at, isLatest: true } as const;
  const delivered = { milestone: "DELIVERED", state: "NEXT", at: null, isLatest: false } as const;
  if (!placed || !prepared) throw new Error("no steps");
  const carried = { carrier: "Colissimo", trackingNumber: "8R1", trackingUrl: "https://track.example/8R1" };
  open(orderOf({ ...carried, steps: [placed, prepared, shipped, delivered] }));
  const [first, second, third, fourth] = (await steps()).getAllByRole("listitem");
  expect(first).toHaveTextContent(/^Passée15\/01\/2026$/);
  expect(second).toHaveTextContent(/^Mise en préparationDate inconnue$/);
  expect(third).toHaveTextContent(/Expédiée16\/01\/2026Au plus tard à cette date/);
  expect(third).toHaveTextContent("Colissimo");
  expect(within(third as HTMLElement).getByRole("link", { name: /Suivre le colis/ })).toHaveAttribute(
    "href",
    "https://track.example/8R1",
  );
  expect(fourth).toHaveTextContent(/^LivraisonProchaine étape$/);
});

test("what nobody follows is not announced", async () => {
  signIn(person());
  const to = { milestone: "DELIVERED", state: "LATER", at: null, isLatest: false } as const;
  open(orderOf({ status: "HANDED_OVER", steps: [...orderOf().steps.slice(0, 3), to] }));
  expect((await steps()).getByText("Ce mode de livraison n’est pas suivi")).toBeVisible();
});

test("a refused order says why, and is sent again to another address", async () => {
  signIn(person());
  const asked: unknown[] = [];
  server.use(
    http.put(api("/order/order-1/address"), async ({ request }) => {
      asked.push(request.headers.get("if-match"), await request.json());
      return HttpResponse.json({ data: refused });
    }),
    http.post(api("/order/order-1/push"), () => {
      asked.push("push");
      return HttpResponse.json({ data: jobOf({ name: "orders.push" }) }, { status: 202 });
    }),
    answers("/job/job-1", jobOf({ name: "orders.push" })),
  );
  open(refused);
  expect(await screen.findByText("Le prestataire n’a pas pris la commande")).toBeVisible();
  expect(screen.getByText("Le prestataire indique : « permission denied »")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Corriger l’adresse" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Corriger l’adresse de livraison" }));
  expect(await dialog.findByText("Le pays reste : Belgique")).toBeVisible();
  const street = await dialog.findByRole("textbox", { name: /^Adresse/ });
  await userEvent.clear(street);
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer et renvoyer" }));
  expect(street).toBeInvalid();
  expect(asked).toEqual([]);
  await userEvent.type(street, "3 rue Neuve");
  await userEvent.click(dialog.getByRole("button", { name: "Enregistrer et renvoyer" }));
  expect(await screen.findByText("Adresse corrigée, commande renvoyée")).toBeVisible();
  expect(asked).toEqual([
    "2026-01-16T09:00:00Z",
    {
      customer: {
        firstName: "Ana",
        lastName: "Bertrand",
        company: "",
        email: "ana@example.test",
        phone: "+32 2 555 01 01",
      },
      shippingAddress: {
        address1: "3 rue Neuve",
        address2: "",
        zip: "1000",
        city: "Bruxelles",
        state: "",
        country: "BE",
      },
    },
    "push",
  ]);
});

test("what a provider may have is neither corrected nor cancelled here, only sent again", async () => {
  signIn(person());
  open({
    ...refused,
    manual: { ...manual, state: "PENDING", isOpen: false },
    corrections: [],
    hold: { reason: "RETRYING", words: "" },
  });
  expect(await screen.findByRole("button", { name: "Renvoyer la commande" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Corriger l’adresse" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Annuler la commande" })).toBeNull();
});

test("who only reads is told why an order waits, and offered nothing", async () => {
  signIn(customer());
  open(refused, "/customer/org-1/order/order-1");
  expect(await screen.findByText("Le prestataire n’a pas pris la commande")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Renvoyer la commande" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Corriger l’adresse" })).toBeNull();
});

test("an order that no provider has is cancelled, once somebody said so", async () => {
  signIn(person());
  const asked: string[] = [];
  server.use(
    http.post(api("/order/order-1/cancel"), () => {
      asked.push("cancel");
      return HttpResponse.json({ data: { ...refused, status: "CANCELLED", hold: null } });
    }),
  );
  open(refused);
  await userEvent.click(await screen.findByRole("button", { name: "Annuler la commande" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Annuler la commande PRESSE-1/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Annuler la commande" }));
  expect(await screen.findByText("La commande PRESSE-1 a été annulée")).toBeVisible();
  expect(asked).toEqual(["cancel"]);
});

const CANCEL = {
  name: "cancel",
  entity: "order",
  label: { fr: "Annuler chez Acme", en: "Cancel at Acme" },
  confirm: { fr: "Acme n’expédie pas la commande.", en: "Acme does not ship it." },
  bulk: true,
  destructive: true,
};

test("a provider's reason is told in the reader's words, with what it can do there", async () => {
  signIn(person());
  server.use(answers("/plugins", [pluginOf({ actions: [CANCEL] })]));
  open(
    orderOf({
      provider: "acme",
      ...{ status: "EXCEPTION", shippedAt: null, isWaiting: true },
      hold: { reason: "ADDRESS", words: "" },
      links: [{ label: { fr: "Ouvrir chez Acme", en: "Open in Acme" }, url: "https://acme.example/1" }],
    }),
  );
  expect(await screen.findByText("L’adresse de livraison est introuvable")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Annuler chez Acme" })).toBeVisible();
  expect(screen.getAllByRole("link", { name: /Ouvrir chez Acme/ })[0]).toHaveAttribute(
    "href",
    "https://acme.example/1",
  );
});

test("what has left is not offered to be cancelled", async () => {
  signIn(person());
  server.use(answers("/plugins", [pluginOf({ actions: [CANCEL] })]));
  open(orderOf({ provider: "acme", status: "DELIVERED", shippedAt: "2026-01-16T09:00:00Z" }));
  await steps();
  expect(await screen.findByText("Acme")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Autres actions" }));
  const map = await screen.findByRole("menuitem", { name: "Modifier le rattachement" });
  expect(screen.queryByText("Annuler chez Acme")).toBeNull();
  await userEvent.click(map);
  expect(await screen.findByRole("dialog", { name: "Rattachement de la commande" })).toBeVisible();
});

test("the customer is written to and called by one press; their other orders are at hand", async () => {
  signIn(person());
  server.use(
    answers("/order/order-1/others", {
      orders: [
        {
          id: "order-2",
          reference: "#1001",
          status: "DELIVERED",
          providerStatus: "",
          store: { id: "store-1", name: "Maison Aube" },
          itemCount: 1,
          total: "24.90",
          currency: "EUR",
          submittedAt: "2025-12-01T09:00:00Z",
        },
      ],
      hasMore: true,
    }),
  );
  open(refused);
  expect(await screen.findByRole("link", { name: "ana@example.test" })).toHaveAttribute(
    "href",
    "mailto:ana@example.test",
  );
  expect(screen.getByRole("link", { name: "+32 2 555 01 01" })).toHaveAttribute("href", "tel:+3225550101");
  const others = within(await screen.findByRole("region", { name: "Autres commandes du client" }));
  expect(others.getByRole("link", { name: "#1001" })).toHaveAttribute("href", "/admin/order/order-2");
  expect(others.getByText("Seules les plus récentes sont affichées.")).toBeVisible();
});
