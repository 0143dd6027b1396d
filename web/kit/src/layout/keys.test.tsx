import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Form, useForm } from "../form/Form";
import { SaveBar } from "../form/SaveBar";
import { TextField } from "../form/TextField";
import { Screen } from "../testing";
import { presentShortcuts } from "./keys";
import { Button } from "./parts";

function Edit({ save }: { save: (values: { name: string }) => Promise<void> }) {
  const form = useForm<{ name: string }>({ defaultValues: { name: "Pear" } });
  return (
    <Form form={form} onSubmit={save} failure="Not saved">
      <TextField name="name" label="Name" />
      <SaveBar />
    </Form>
  );
}

test("e begins to edit, Ctrl and Enter send from a field, and only what works is told", async () => {
  const save = vi.fn(async () => {});
  render(
    <Screen>
      <Edit save={save} />
    </Screen>,
  );
  expect(presentShortcuts().map(({ name }) => name)).toEqual(["edit", "submit"]);
  await userEvent.keyboard("e");
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await userEvent.keyboard("s{Control>}{Enter}{/Control}");
  expect(save).toHaveBeenCalledWith({ name: "Pears" });
});

test("a button's key presses it, unless somebody types", async () => {
  const create = vi.fn();
  render(
    <Screen>
      <Button shortcut="create" onClick={create}>
        Create
      </Button>
      <input aria-label="Elsewhere" />
    </Screen>,
  );
  await userEvent.keyboard("c");
  expect(create).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByRole("textbox", { name: "Elsewhere" }), "c");
  expect(create).toHaveBeenCalledTimes(1);
});
