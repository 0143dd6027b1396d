import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, Link, RouterProvider, useLocation } from "react-router";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";
import { UserProvider } from "../access/user";
import { type Rows, usePluginList } from "../api/hooks";
import { Frame } from "../layout/Frame";
import { presentShortcuts } from "../layout/keys";
import { Page } from "../layout/Page";
import { api, person, server } from "../testing";
import { KitProvider } from "../theme/KitProvider";
import { DataTable } from "./DataTable";
import { useListState } from "./useListState";

interface Fruit {
  id: string;
  name: string;
}

/** A server of so many fruits, found by their number. */
function serve(count = 45) {
  server.use(
    http.get(api("/fruit"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      const all = Array.from({ length: count }, (_, i) => ({ id: `f${i}`, name: `Fruit ${i}` }));
      const found = all.filter(({ name }) => name.toLowerCase().includes(query.get("search") ?? ""));
      const size = Number(query.get("size"));
      const start = Number(query.get("page")) * size;
      return HttpResponse.json({ data: found.slice(start, start + size), meta: { total: found.length } });
    }),
  );
}

function FruitList({ name, stateKey }: { name: string; stateKey?: string }) {
  const state = useListState({ field: "name", direction: "asc" }, { key: stateKey });
  return (
    <DataTable<Fruit>
      caption={name}
      state={state}
      rows={usePluginList("/fruit" as never, state.query) as Rows<Fruit>}
      columns={[
        { id: "name", header: "Name", cell: (fruit) => fruit.name },
        { id: "id", header: "Code", cell: (fruit) => fruit.id },
      ]}
      rowKey={(fruit) => fruit.id}
      rowLabel={(fruit) => fruit.name}
      rowTo={(fruit) => `/fruit/${fruit.id}`}
      searchLabel={`Search ${name}`}
      empty={null}
    />
  );
}

function Detail() {
  const { pathname } = useLocation();
  return (
    <Page title={`Detail ${pathname}`} breadcrumbs={[{ label: "All fruits", to: "/fruit" }]}>
      <Link to="/fruit">Fresh list</Link>
    </Page>
  );
}

function show() {
  const framed = (screen: React.ReactNode) => (
    <Frame home="/" navigation={[]} tools={null}>
      {screen}
    </Frame>
  );
  const list = (
    <Page title="Fruits">
      <FruitList name="Fruits" />
    </Page>
  );
  const two = (
    <Page title="Two">
      <FruitList name="First" />
      <FruitList name="Second" stateKey="second" />
    </Page>
  );
  const router = createMemoryRouter(
    [
      { path: "/fruit", element: framed(list) },
      { path: "/two", element: framed(two) },
      { path: "/fruit/:id", element: framed(<Detail />) },
    ],
    { initialEntries: ["/fruit"] },
  );
  render(
    <KitProvider env="test">
      <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false }}>
        <UserProvider user={person()}>
          <RouterProvider router={router} />
        </UserProvider>
      </SWRConfig>
    </KitProvider>,
  );
  return router;
}
const row = (name: string) => screen.findByRole("link", { name });
const detail = (id: string) => screen.findByRole("heading", { level: 1, name: `Detail /fruit/${id}` });

test("back and the breadcrumb lead to the list as it was left, with the row that was opened", async () => {
  serve();
  const router = show();
  await row("Fruit 0");
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  await userEvent.click(await row("Fruit 23"));
  await detail("f23");
  await router.navigate(-1);
  expect(await row("Fruit 23")).toHaveFocus();
  expect(screen.getByText("21–40 sur 45")).toBeVisible();
  await userEvent.click(await row("Fruit 25"));
  await userEvent.click(await screen.findByRole("link", { name: "All fruits" }));
  expect(await row("Fruit 25")).toHaveFocus();
  expect(screen.getByText("21–40 sur 45")).toBeVisible();
});

test("another way to the list is a new beginning", async () => {
  serve();
  show();
  await row("Fruit 0");
  await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
  await userEvent.click(await row("Fruit 23"));
  await userEvent.click(await screen.findByRole("link", { name: "Fresh list" }));
  await row("Fruit 0");
  expect(screen.getByRole("heading", { name: "Fruits" })).toHaveFocus();
});

test("a record leads to the next and the previous of its list, across pages", async () => {
  serve();
  const router = show();
  await row("Fruit 0");
  await userEvent.click(await row("Fruit 19"));
  await detail("f19");
  expect(await screen.findByText("20 sur 45")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Fiche suivante" }));
  await detail("f20");
  expect(screen.getByText("21 sur 45")).toBeVisible();
  await userEvent.keyboard("j");
  await detail("f21");
  await userEvent.keyboard("kk");
  await detail("f19");
  await userEvent.keyboard("{ArrowRight}");
  await detail("f20");
  await userEvent.click(screen.getByRole("link", { name: "All fruits" }));
  expect(await row("Fruit 20")).toHaveFocus();
  await router.navigate("/fruit/elsewhere");
  await detail("elsewhere");
  expect(screen.queryByRole("button", { name: "Fiche suivante" })).toBeNull();
});

test("the first record has none before it", async () => {
  serve(2);
  show();
  await userEvent.click(await row("Fruit 0"));
  await detail("f0");
  expect(await screen.findByRole("button", { name: "Fiche précédente" })).toBeDisabled();
  expect(presentShortcuts().map(({ name }) => name)).toEqual(["nextRecord"]);
  await userEvent.keyboard("j");
  await detail("f1");
  expect(screen.getByRole("button", { name: "Fiche suivante" })).toBeDisabled();
});

test("a row's facts are looked at beside the list, one row after the other", async () => {
  serve();
  show();
  await row("Fruit 0");
  await userEvent.keyboard("jj ");
  const panel = await screen.findByRole("dialog", { name: "Fruit 1" });
  expect(panel).toHaveTextContent("Codef1");
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard("j");
  expect(await screen.findByRole("dialog", { name: "Fruit 2" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Aperçu de Fruit 4" }));
  await screen.findByRole("dialog", { name: "Fruit 4" });
  await userEvent.click(screen.getByRole("button", { name: "Ouvrir la fiche" }));
  await detail("f4");
});

test("two lists on one page are asked apart, and the keys are the one's that has the focus", async () => {
  serve();
  const router = show();
  await router.navigate("/two");
  await waitFor(() => expect(screen.getAllByRole("link", { name: "Fruit 0" })).toHaveLength(2));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search Second" }), "fruit 3");
  expect(await screen.findByText("1–11 sur 11")).toBeVisible();
  expect(screen.getByText("1–20 sur 45")).toBeVisible();
  screen.getByRole("group", { name: "Second" }).focus();
  await userEvent.keyboard("jj{Enter}");
  await detail("f30");
});

test("the rows a page are the same next time", async () => {
  serve();
  const router = show();
  await row("Fruit 0");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Lignes par page" }), "50");
  await screen.findByText("1–45 sur 45");
  await router.navigate("/fruit/f1");
  await detail("f1");
  await router.navigate("/fruit");
  await screen.findByText("1–45 sur 45");
});
