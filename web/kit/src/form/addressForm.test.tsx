import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useAddressForm } from "./useAddressForm";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const RESTS_MS = 2_000;

function show() {
  const useAll = () => ({
    ...useAddressForm({
      valuesOf: (query) => ({ fruit: query.get("fruit") ?? "apple" }),
      addressOf: ({ fruit }, query) => {
        if (!fruit) return null;
        const page = query.get("page");
        return new URLSearchParams({ ...(fruit !== "apple" && { fruit }), ...(page && { page }) });
      },
    }),
    search: useLocation().search,
    navigate: useNavigate(),
  });
  let children: ReactNode;
  const router = createMemoryRouter([{ path: "*", Component: () => children }], {
    initialEntries: ["/?page=3"],
  });
  return renderHook(useAll, {
    wrapper: (props) => {
      children = props.children;
      return <RouterProvider router={router} />;
    },
  }).result;
}

const rest = () => act(() => vi.advanceTimersByTimeAsync(RESTS_MS));

test("what rests in the form is in the address, beside what stays of it", async () => {
  const shown = show();
  act(() => shown.current.form.setValue("fruit", "pear"));
  expect(shown.current.search).toBe("?page=3");
  await rest();
  expect(shown.current.search).toBe("?fruit=pear&page=3");
  expect(shown.current.values).toEqual({ fruit: "pear" });
  act(() => shown.current.form.setValue("fruit", ""));
  await rest();
  expect(shown.current.search).toBe("?fruit=pear&page=3");
});

test("what is chosen while the address takes up the choice before is not lost", async () => {
  const shown = show();
  act(() => shown.current.form.setValue("fruit", "pear"));
  // The form rests, and before the page with that address is there it is changed again.
  await act(async () => {
    vi.advanceTimersByTime(RESTS_MS);
    shown.current.form.setValue("fruit", "fig");
  });
  expect(shown.current.form.getValues("fruit")).toBe("fig");
  await rest();
  expect(shown.current.search).toBe("?fruit=fig&page=3");
  // And back to what the address had at first.
  act(() => shown.current.form.setValue("fruit", "pear"));
  await act(async () => {
    vi.advanceTimersByTime(RESTS_MS);
    shown.current.form.setValue("fruit", "fig");
  });
  await rest();
  expect(shown.current.search).toBe("?fruit=fig&page=3");
  expect(shown.current.form.getValues("fruit")).toBe("fig");
});

test("an address that comes from elsewhere changes the form", async () => {
  const shown = show();
  act(() => shown.current.form.setValue("fruit", "pear"));
  await rest();
  await act(async () => void shown.current.navigate("/?fruit=kiwi"));
  expect(shown.current.form.getValues("fruit")).toBe("kiwi");
  // The same as was chosen before, by a link.
  await act(async () => void shown.current.navigate("/?fruit=pear"));
  expect(shown.current.form.getValues("fruit")).toBe("pear");
});
