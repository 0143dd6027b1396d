import { answers, api, person, refuses, server } from "@comptoir/kit/testing";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { customer, orderOf, orderRow, Portal, pageOf, signIn } from "../testing/Portal";

const NAME = "Rechercher un écran, une action ou un élément";

async function open(at: string, user = person()) {
  signIn(user);
  const found = ["/product", "/bundle", "/ticket", "/projects", "/factories", "/invoice"] as const;
  server.use(...found.map((path) => pageOf(path, [])), answers("/history", []));
  render(<Portal at={at} />);
  await screen.findByRole("navigation", { name: "Navigation principale" });
  await userEvent.keyboard("{Control>}k{/Control}");
  return screen.findByRole("combobox", { name: NAME });
}

const options = (group: string) =>
  within(screen.getByRole("group", { name: group }))
    .getAllByRole("option")
    .map((option) => option.textContent);

test("Ctrl K leads to any screen of the navigation", async () => {
  await open("/admin");
  await userEvent.keyboard("comman{Enter}");
  expect(await screen.findByRole("heading", { name: "Commandes" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the button in the top bar opens it too, and Ctrl K closes it", async () => {
  signIn(person());
  render(<Portal at="/admin" />);
  await userEvent.click(await screen.findByRole("button", { name: "Rechercher" }));
  expect(await screen.findByRole("combobox", { name: NAME })).toHaveFocus();
  await userEvent.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("it offers only what one may open", async () => {
  await open("/customer/org-1", customer({ permissions: [] }));
  expect(options("Aller à")).toEqual(["Accueil"]);
});

test("an action is found without its accents", async () => {
  await open("/admin");
  server.use(http.patch(api("/user/current"), () => HttpResponse.json({ data: person({ locale: "en" }) })));
  await userEvent.keyboard("langue english{Enter}");
  expect(await screen.findByRole("heading", { name: "Home" })).toBeVisible();
});

test("orders are found from two characters on, five at most, and open", async () => {
  await open("/admin");
  const asked: { search: string; take: number }[] = [];
  server.use(
    http.get(api("/order"), ({ request }) => {
      asked.push(JSON.parse(atob(new URL(request.url).searchParams.get("cursor") ?? "")));
      return HttpResponse.json({ data: [orderRow()], meta: { total: 1, exact: true } });
    }),
    answers("/order/order-1", orderOf()),
  );
  await userEvent.keyboard("1");
  expect(await screen.findByText("Aucun résultat")).toBeVisible();
  await userEvent.keyboard("042");
  expect(await screen.findByRole("option", { name: /#1042/ })).toHaveTextContent("Ana Bertrand");
  // Home asks for the latest, too; who types slowly is answered on the way.
  const searched = asked.filter(({ search }) => search);
  expect(searched.at(-1)).toMatchObject({ search: "1042", take: 5 });
  expect(searched.every(({ search }) => search.length > 1)).toBe(true);
});

test("who may not read orders does not ask for them", async () => {
  await open("/admin", person({ permissions: ["READ_FEE"] }));
  server.use(http.get(api("/order"), () => expect.fail("asked for orders")));
  await userEvent.keyboard("1042");
  expect(await screen.findByText("Aucun résultat")).toBeVisible();
});

test("a search that fails says so and hides nothing else", async () => {
  await open("/admin");
  server.use(refuses("/order", 500, "UnknowException"));
  await userEvent.keyboard("comma");
  expect(await screen.findByText(/La recherche n’a pas abouti pour\s: Commandes\.?$/)).toBeVisible();
  expect(options("Aller à")).toEqual(["Commandes"]);
});

test("records that were opened are offered before one types, the latest first", async () => {
  localStorage.setItem(
    "comptoir.recent.user-1",
    JSON.stringify([
      { to: "/admin/order/order-1", label: "Commande #1042" },
      { to: "/customer/org-1/order/order-2", label: "Commande #1043" },
    ]),
  );
  await open("/admin");
  expect(options("Ouverts récemment")).toEqual(["Commande #1042"]);
  await userEvent.keyboard("a");
  expect(screen.queryByRole("group", { name: "Ouverts récemment" })).toBeNull();
});

test("opening a record keeps it", async () => {
  signIn(person());
  server.use(answers("/order/order-1", orderOf()), answers("/history", []), pageOf("/order", [orderRow()]));
  render(<Portal at="/admin/order" />);
  await userEvent.click(await screen.findByRole("link", { name: "#1042" }));
  await screen.findByRole("heading", { name: "Commande #1042" });
  await userEvent.click(screen.getByRole("link", { name: "Accueil" }));
  await screen.findByRole("heading", { name: "Accueil" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: NAME });
  expect(options("Ouverts récemment")).toEqual(["Commande #1042"]);
});
