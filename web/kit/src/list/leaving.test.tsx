import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentType, lazy, Suspense } from "react";
import { createBrowserRouter, RouterProvider, useRoutes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UserProvider } from "../access/user";
import { person } from "../testing";
import { KitProvider } from "../theme/KitProvider";
import { DataTable } from "./DataTable";
import { useListState } from "./useListState";

interface Fruit {
  id: string;
}

const FRUITS: Fruit[] = [{ id: "apple" }, { id: "pear" }];
const ROWS = {
  page: { rows: FRUITS, meta: { total: 2, exact: true, next: null, previous: null } },
  isLoading: false,
  stale: false,
  isRefreshing: false,
  error: undefined,
  retry: () => {},
};

function Fruits() {
  return (
    <DataTable
      caption="Fruits"
      state={useListState({ field: "id", direction: "asc" })}
      rows={ROWS}
      columns={[{ id: "id", header: "Name", cell: (fruit) => fruit.id }]}
      rowKey={(fruit) => fruit.id}
      rowLabel={(fruit) => fruit.id}
      rowTo={(fruit) => `/fruit/${fruit.id}`}
      searchLabel="Search fruits"
      empty={null}
    />
  );
}

/** The page that rows lead to, whose code comes when the test says so. */
function laterPage() {
  let arrive = (_: ComponentType) => {};
  const code = new Promise<{ default: ComponentType }>((done) => {
    arrive = (page) => done({ default: page });
  });
  return { Detail: lazy(() => code), arrive };
}

// Only what waits for people to stop typing.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  history.replaceState(null, "", "/fruit");
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, "", "/");
});

const type = (text: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
const follow = () => act(async () => fireEvent.click(screen.getByRole("link", { name: "pear" })));

test.each([
  ["before", [() => type("pear"), follow]],
  ["after", [follow, () => type("pear")]],
])("who types %s following a row's link stays where it leads", async (_, steps) => {
  const { Detail, arrive } = laterPage();
  const Area = () =>
    useRoutes([
      { path: "/fruit", element: <Fruits /> },
      { path: "/fruit/:id", element: <Detail /> },
    ]);
  const router = createBrowserRouter([{ path: "*", Component: Area }]);
  render(
    <KitProvider env="test">
      <UserProvider user={person()}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </UserProvider>
    </KitProvider>,
  );
  for (const step of steps) await step();
  expect(location.pathname).toBe("/fruit/pear");
  // The list is still there, as the next page is on its way.
  expect(screen.getByRole("searchbox")).toBeInTheDocument();
  await act(async () => vi.runOnlyPendingTimersAsync());
  await act(async () => arrive(() => <h1>A pear</h1>));
  vi.useRealTimers();
  expect(await screen.findByRole("heading", { name: "A pear" })).toBeInTheDocument();
  expect(location.pathname).toBe("/fruit/pear");
});
