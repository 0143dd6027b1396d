import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { Palette } from "./Palette";

const run = vi.fn();

function Fruits() {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const fitting = ["Apple", "Cherry"].filter((name) => name.toLowerCase().includes(search));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Palette
        label="Find a fruit"
        open={open}
        onClose={() => setOpen(false)}
        search={search}
        onSearch={setSearch}
        groups={[
          {
            id: "fruits",
            label: "Fruits",
            commands: fitting.map((name) => ({ id: name, label: name, icon: "product", to: `/${name}` })),
          },
          {
            id: "acts",
            label: "Acts",
            commands: search ? [] : [{ id: "eat", label: "Eat", icon: "check", run }],
          },
        ]}
      />
    </>
  );
}

async function show() {
  render(
    <Screen>
      <Fruits />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return screen.findByRole("combobox", { name: "Find a fruit" });
}

test("what is typed before the window is there is searched", async () => {
  render(
    <Screen>
      <Fruits />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await userEvent.keyboard("che");
  expect(await screen.findByRole("combobox", { name: "Find a fruit" })).toHaveValue("che");
  expect(await screen.findByRole("option", { name: "Cherry" })).toBeVisible();
  expect(screen.queryByRole("option", { name: "Apple" })).toBeNull();
});

const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("arrows go through all groups and around; the field keeps the focus and says where one is", async () => {
  const field = await show();
  expect(field).toHaveFocus();
  expect(active(field)).toBe("Apple");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(active(field)).toBe("Eat");
  expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Eat");
  await userEvent.keyboard("{ArrowDown}");
  expect(active(field)).toBe("Apple");
  await userEvent.keyboard("{ArrowUp}");
  expect(active(field)).toBe("Eat");
  expect(field).toHaveFocus();
});

test("Enter does what is active, and the window closes", async () => {
  await show();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("typing narrows, and Enter goes to the first that fits", async () => {
  await show();
  await userEvent.keyboard("ch{Enter}");
  expect(await screen.findByText("elsewhere: /Cherry")).toBeVisible();
});

test("nothing that fits is said", async () => {
  const field = await show();
  await userEvent.keyboard("zzz");
  expect(await screen.findByText("Aucun résultat")).toBeVisible();
  expect(field).toHaveAttribute("aria-expanded", "false");
  expect(screen.queryByRole("option")).toBeNull();
});

test("Escape closes and gives the focus back", async () => {
  await show();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});
