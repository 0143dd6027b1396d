import type { Schemas } from "@comptoir/kit";
import { answers, api, person, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { Portal, signIn } from "../testing/Portal";

const AT = "2026-01-15T09:00:00Z";
const ACME: Schemas["PluginStatus"] = {
  ...{
    id: "acme",
    name: "Acme",
    version: "1.0.0",
    state: "ready",
    error: null,
    digest: "1.0.0-aaaaaaaaaaaa",
  },
  ...{ roles: ["fulfilment"], limits: { wallSeconds: 30 }, breaker: "closed", lastError: null, loadedAt: AT },
  ...{ calls: 3, failures: 1, denials: 1, requests: 9, wallMs: 12.4, cpuMs: 3.2, peakMemoryBytes: 1_048_576 },
  hosts: [
    {
      ...{
        base: "https://api.acme.example",
        methods: ["GET"],
        paths: ["/"],
        granted: true,
        destination: null,
      },
      reason: { fr: "Lit les commandes.", en: "Reads orders." },
    },
  ],
  rights: [{ kind: "script", what: "acme" }],
  isolated: true,
  ...{ newer: null, pinned: false },
  versions: [{ digest: "1.0.0-aaaaaaaaaaaa", version: "1.0.0", keptAt: AT, running: true }],
  idle: [],
};
const WAITING: Schemas["PluginStatus"]["newer"] = {
  reason: "waiting",
  version: "2.0.0",
  error: null,
  rights: [
    { kind: "host", what: "https://spy.example" },
    { kind: "request", what: "POST https://spy.example/" },
    { kind: "route", what: "GET /api/acme/order: READ_ORDER" },
  ],
  isolated: null,
};

function show(plugin: Schemas["PluginStatus"], problem: string | null = null) {
  signIn(person());
  server.use(answers("/plugins/status", { plugins: [plugin], problem, removed: [] }));
  render(<Portal at="/admin/developer/plugin" />);
}

test("a version that asks for more is told with what it asks for, and runs once approved", async () => {
  const granted: unknown[] = [];
  show({ ...ACME, newer: WAITING });
  server.use(
    http.post(api("/plugins/acme/approve"), async ({ request }) => {
      granted.push(await request.json());
      return HttpResponse.json({
        data: { plugins: [{ ...ACME, version: "2.0.0" }], problem: null, removed: [] },
      });
    }),
  );
  expect(await screen.findByText("La version 2.0.0 attend votre accord")).toBeVisible();
  const asked = within(screen.getByRole("group", { name: /pouvoir davantage/ }));
  expect(asked.getByRole("row", { name: "Requête POST https://spy.example/" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Accorder et lancer la version 2.0.0" }));
  expect(await screen.findByRole("region", { name: "Acme 2.0.0" })).toBeVisible();
  expect(granted).toEqual([{ rights: WAITING?.rights }]);
  expect(screen.queryByText("La version 2.0.0 attend votre accord")).toBeNull();
});

test("going back to a version is asked for first", async () => {
  const asked: unknown[] = [];
  const older = { digest: "0.9.0-bbbbbbbbbbbb", version: "0.9.0", keptAt: AT, running: false };
  show({ ...ACME, versions: [...ACME.versions, older] });
  server.use(
    http.post(api("/plugins/acme/rollback"), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({
        data: { plugins: [{ ...ACME, version: "0.9.0", pinned: true }], problem: null, removed: [] },
      });
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Revenir à la version 0.9.0" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Lancer cette version" }));
  await waitFor(() => expect(asked).toEqual([{ digest: "0.9.0-bbbbbbbbbbbb" }]));
  expect(await screen.findByRole("button", { name: "Reprendre la version la plus récente" })).toBeVisible();
});

test("the last calls and refusals are shown on demand, with the line that would allow", async () => {
  show(ACME);
  const line = 'add "https://x.example" to hosts below [plugins.acme] in plugins.toml';
  const call = { at: AT, function: "orders", outcome: "RateLimited", wallMs: 120, cpuMs: 4 };
  server.use(
    answers("/plugins/acme/activity", {
      calls: [{ ...call, memoryBytes: 1, requests: 2, denials: 1 }],
      denied: [{ at: AT, text: line, times: 4 }],
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Voir les derniers appels" }));
  expect(await screen.findByText(line)).toBeVisible();
  expect(screen.getByText("Débit dépassé")).toBeVisible();
  expect(screen.getByText("120 ms")).toBeVisible();
});

test("what a plugin may do is shown on demand", async () => {
  show(ACME);
  await userEvent.click(await screen.findByRole("button", { name: "Voir ses droits" }));
  expect(
    screen.getByRole("row", { name: /^Code de ses écrans, exécuté dans le navigateur Isolés/ }),
  ).toBeVisible();
});

test("what a plugin may use up is shown on demand", async () => {
  show(ACME);
  await userEvent.click(await screen.findByRole("button", { name: "Voir les limites" }));
  expect(screen.getByText("Durée d’un appel (s)")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Masquer les limites" }));
  expect(screen.queryByText("Durée d’un appel (s)")).toBeNull();
});

test("one that does not load is told by its name in plugins.toml, with the reason and without figures", async () => {
  const failed = {
    state: "failed" as const,
    error: "no component",
    name: "Another",
    version: "",
    digest: "",
  };
  show({ ...ACME, ...failed, loadedAt: null, versions: [] });
  expect(await screen.findByRole("region", { name: "acme" })).toBeVisible();
  expect(screen.getByText("no component")).toBeVisible();
  expect(screen.queryByText("Appels")).toBeNull();
});

test("operator files that cannot be read are told", async () => {
  show(ACME, "plugins.toml: limitss: unknown field");
  expect(await screen.findByText("plugins.toml: limitss: unknown field")).toBeVisible();
});

test("what nobody asks for, and what a removed plugin left, is told", async () => {
  signIn(person());
  const removed = [{ id: "south", stores: [{ id: "store-9", name: "Maison Aube" }] }];
  const idle = { ...ACME, idle: ["hosts: https://api.acme.exmple"] };
  server.use(answers("/plugins/status", { plugins: [idle], problem: null, removed }));
  render(<Portal at="/admin/developer/plugin" />);
  expect(await screen.findByText("hosts: https://api.acme.exmple")).toBeVisible();
  expect(screen.getByRole("link", { name: "Maison Aube" })).toHaveAttribute("href", "/admin/store/store-9");
});

test("what the code of its screens may do is said of each plugin", async () => {
  show(ACME);
  const card = await screen.findByRole("region", { name: "Acme 1.0.0" });
  expect(within(card).getByText(/^Isolés/)).toBeVisible();
});

test("code that is trusted is told as such, where it waits too", async () => {
  const rights = [{ kind: "script", what: "acme" }];
  show({
    ...ACME,
    isolated: null,
    newer: { reason: "waiting", version: "2.0.0", error: null, rights, isolated: false },
  });
  expect(await screen.findByText(/^De confiance.*tout ce que peut la personne qui les ouvre/)).toBeVisible();
  expect(screen.queryByText(/^Isolés/)).toBeNull();
});
