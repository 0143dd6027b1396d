import { answers, person, server } from "@comptoir/kit/testing";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Portal, signIn } from "../testing/Portal";
import { remotes } from "./loadPlugin";

// The federation runtime loads scripts of a server into a browser; the browser tests do so with the real remote.
const loading = () => vi.spyOn(remotes, "load");

const plugin = (id: string, change: object = {}) => ({
  id,
  name: id.toUpperCase(),
  version: "1.0.0",
  entry: `/plugins/${id}/1/mf-manifest.json`,
  frame: null,
  kit: "1",
  screens: [
    {
      area: "admin" as const,
      path: `/admin/${id}/thing`,
      permission: "READ_CONNECTOR",
      group: "integrations",
      label: { fr: `Choses de ${id}`, en: `Things of ${id}` },
      menu: true,
      icon: "shipped",
    },
  ],
  columns: [],
  actions: [],
  tasks: {},
  ...change,
});

function show(id: string, change?: object) {
  signIn(person());
  server.use(answers("/plugins", [plugin(id, change)]));
  // What is caught is on the screen, and need not be on the console.
  render(<Portal at={`/admin/${id}/thing`} />, { onCaughtError: () => {} });
}

const remote = (id: string, Thing: () => React.ReactNode) => ({
  id,
  screens: { [`/admin/${id}/thing`]: async () => ({ default: Thing }) },
  messages: { fr: { hello: "Bonjour" }, en: { hello: "Hello" } },
});

test("a plugin's screen stands in the navigation and opens", async () => {
  loading().mockResolvedValue(remote("alpha", () => <h1>Alpha</h1>));
  show("alpha");
  expect(await screen.findByRole("heading", { name: "Alpha" })).toBeVisible();
  const navigation = within(screen.getByRole("navigation", { name: "Navigation principale" }));
  expect(navigation.getByRole("link", { name: "Choses de alpha" })).toHaveAttribute("aria-current", "page");
});

test("where something is made, who may only read is told so, and no record of that name is looked for", async () => {
  const entry = (path: string, permission: string) => ({ ...plugin("epsilon").screens[0], path, permission });
  const screens = [
    entry("/admin/epsilon/thing/create", "WRITE_CONNECTOR"),
    entry("/admin/epsilon/thing/:sku", "READ_CONNECTOR"),
  ];
  signIn(person({ permissions: ["READ_CONNECTOR"] }));
  server.use(answers("/plugins", [plugin("epsilon", { screens })]));
  const load = loading();
  render(<Portal at="/admin/epsilon/thing/create" />);
  expect(await screen.findByRole("heading", { name: "Vous n’avez pas accès à cette page" })).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

test("a remote that is missing fails in its own place, and can be tried again", async () => {
  loading().mockRejectedValueOnce(new Error("404"));
  show("beta");
  expect(await screen.findByRole("alert")).toHaveTextContent("L’écran de BETA n’a pas pu être affiché");
  expect(screen.getByRole("link", { name: "Commandes" })).toBeVisible();
  loading().mockResolvedValue(remote("beta", () => <h1>Beta</h1>));
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByRole("heading", { name: "Beta" })).toBeVisible();
});

test("a screen that throws fails in its own place", async () => {
  const Broken = () => {
    throw new Error("broken inside");
  };
  loading().mockResolvedValue(remote("gamma", Broken));
  show("gamma");
  expect(await screen.findByRole("alert")).toHaveTextContent("broken inside");
  expect(screen.getByRole("link", { name: "Commandes" })).toBeVisible();
});

test("a remote built for another kit is not even asked for", async () => {
  const load = loading();
  show("delta", { kit: "2.3.0" });
  expect(await screen.findByRole("alert")).toHaveTextContent("conçue pour une autre version du portail");
  expect(load).not.toHaveBeenCalled();
});
