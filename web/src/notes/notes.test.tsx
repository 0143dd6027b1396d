import type { Schemas } from "@comptoir/kit";
import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import texts from "../../locales/fr/notes.json";
import { FEATURES } from "../app/features";
import { customer, orderOf, Portal, signIn, signOut } from "../testing/Portal";

type Log = Schemas["Log"];

const note = (change: Partial<Log> = {}): Log => ({
  id: "note-1",
  entity: "order",
  relationId: "order-1",
  user: { id: "user-2", displayName: "Camille Martin" },
  createdAt: "2026-01-15T09:00:00.123456Z",
  action: "message",
  data: { message: "@Ada le colis est bloqué", mentions: [{ id: "user-1", displayName: "Ada" }], files: [] },
  ...change,
});

const worker = (permissions = ["READ_PROJECT"]) =>
  person({
    ...{ id: "user-7", role: "factory", displayName: "Emre Yılmaz", permissions },
    resources: [{ type: "FACTORY", id: "factory-1", name: "Ege Tekstil" }],
  } as never);

const bell = (name: RegExp) => screen.findByRole("button", { name });

/** What is said to have been seen, and told to be from then on. */
function sees(logs: Log[]) {
  const sent: unknown[] = [];
  server.use(
    http.post(api("/logs/mentions/seen"), async ({ request }) => {
      sent.push(await request.json());
      server.use(
        answers(
          "/logs/mentions",
          logs.map((log) => ({ log, seen: true })),
        ),
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

test("the bell counts what was not seen; its list tells it, leads to it and has it seen", async () => {
  signIn(person());
  const older = note({ id: "note-0", entity: "store", createdAt: "2026-01-14T09:00:00Z" });
  const mentions = [
    { log: note(), seen: false },
    { log: older, seen: true },
  ];
  server.use(
    answers("/logs/mentions", mentions),
    answers("/logs/note-1", note()),
    answers("/order/order-1", orderOf()),
    answers("/history", []),
    answers("/logs", [note()]),
  );
  const sent = sees([note(), older]);
  render(<Portal at="/admin" />);
  await userEvent.click(await bell(/^Mentions, 1 nouvelle$/));
  const list = within(await screen.findByRole("list", { name: "Mentions" }));
  const [first, second] = await list.findAllByRole("link");
  expect(first).toHaveTextContent(/^@Ada le colis est bloquéCommandeCamille Martin · .*Nouveau$/);
  expect(second).toHaveTextContent(/Boutique/);
  expect(second).not.toHaveTextContent("Nouveau");
  await waitFor(() => expect(sent).toEqual([{ until: "2026-01-15T09:00:00.123456Z" }]));
  expect(await bell(/^Mentions, 0 nouvelle$/)).toBeVisible();
  // Until the list is closed one sees what it was.
  await userEvent.click(list.getByRole("link", { name: /Nouveau/ }));
  expect(await screen.findByRole("heading", { name: "Commande #1042" })).toBeVisible();
  const notes = within(await screen.findByRole("list", { name: /Notes, de la plus récente/ }));
  await waitFor(() => expect(notes.getByRole("listitem")).toHaveFocus());
  expect(screen.queryByRole("list", { name: "Mentions" })).toBeNull();
});

test("who was never mentioned is told what comes here", async () => {
  signIn(worker());
  server.use(
    answers("/factories/factory-1/news", []),
    answers("/projects", []),
    answers("/project-productions", []),
  );
  render(<Portal at="/factory/factory-1" />);
  await userEvent.click(await bell(/^Mentions, 0 nouvelle$/));
  expect(await screen.findByText(/^Aucune mention pour le moment/)).toBeVisible();
});

test.each([
  ["a customer", "/customer/org-1", customer()],
  ["who sees no project in a factory", "/factory/factory-1", worker(["READ_USER"])],
])("%s has no bell, as they read no notes", async (_, at, user) => {
  signIn(user);
  server.use(http.get(api("/logs/mentions"), () => expect.fail("asked for mentions")));
  render(<Portal at={at} />);
  expect(await screen.findByRole("button", { name: /Votre compte/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Mentions/ })).toBeNull();
});

test("a mail's link leads a factory to its production", async () => {
  signIn(worker());
  const log = note({ entity: "project-production", relationId: "production-1" });
  const production = {
    ...{ id: "production-1", name: "Premier tirage", status: "SAMPLING", quantity: 500, dueAt: null },
    ...{ project: { id: "project-1", name: "Tournée" }, product: null, factory: null, isLate: false },
    ...{ next: [], createdAt: "2026-10-01T09:00:00Z", updatedAt: "2026-10-02T09:00:00Z" },
  } as const;
  server.use(
    answers("/logs/note-1", log),
    answers("/logs", [log]),
    answers("/project-productions/production-1", production as never),
    refuses("/projects/project-1", 404, "NotFoundProjectException"),
  );
  render(<Portal at="/note/note-1" />);
  expect(await screen.findByRole("heading", { name: "Premier tirage", level: 1 })).toBeVisible();
});

test("a shipment is shown by the plugin of its provider", async () => {
  const opens = FEATURES.find(({ opens }) => opens?.["inbound-shipment"])?.opens;
  server.use(answers("/inbound-shipment/shipment-1", { provider: "bigblue" } as never));
  const to = await opens?.["inbound-shipment"]?.({ name: "admin", base: "/admin" }, "shipment-1");
  expect(to).toBe("/admin/bigblue/inbound-shipment/shipment-1");
});

test("who is not signed in comes back to the note", async () => {
  signOut();
  const asked: unknown[] = [];
  server.use(
    http.post(api("/auth/link"), async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse(null, { status: 202 });
    }),
  );
  render(<Portal at="/note/note-1" />);
  await userEvent.type(
    await screen.findByRole("textbox", { name: /Adresse e-mail/ }),
    "ada@comptoir.example",
  );
  await userEvent.click(screen.getByRole("button", { name: "Recevoir le lien" }));
  await waitFor(() => expect(asked).toEqual([{ email: "ada@comptoir.example", continue: "/note/note-1" }]));
});

test.each([
  ["is gone", refuses("/logs/note-1", 404, "NotFoundLogException")],
  ["is about what has no page", answers("/logs/note-1", note({ entity: "company" }))],
])("a note that %s is not found", async (_, answer) => {
  signIn(person());
  server.use(answer);
  render(<Portal at="/note/note-1" />);
  expect(await screen.findByRole("heading", { name: /introuvable/i })).toBeVisible();
});

/** The screens with notes, by their file; what is only read in a factory's area is opened as where it is made. */
const screens = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
const folderOf = (path: string) => path.replace(/\/[^/]+$/, "").replace("factoryArea", "productions");
const opening = import.meta.glob<Record<string, { opens?: object }>>("../**/feature.ts", { eager: true });

test("every screen with notes is led to by them", () => {
  const shown = Object.entries(screens).filter(
    ([path, text]) => !/\.test\./.test(path) && text.includes("<Notes "),
  );
  expect(shown.length).toBeGreaterThan(10);
  const isOpened = ([path]: [string, string]) =>
    Object.values(opening[`${folderOf(path)}/feature.ts`] ?? {}).some(({ opens }) => opens);
  expect(shown.filter((screen) => !isOpened(screen)).map(([path]) => path)).toEqual([]);
});

test("whatever notes lead to has a word", () => {
  const kinds = FEATURES.flatMap(({ opens = {} }) => Object.keys(opens));
  expect(Object.keys(texts.kind).sort()).toEqual(kinds.sort());
});
