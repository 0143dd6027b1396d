import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link } from "react-router";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Screen } from "../testing";
import { Form, useForm } from "./Form";
import { SaveBar } from "./SaveBar";
import { TextField } from "./TextField";

function StoreForm(props: { save: (values: { name: string }) => Promise<void> }) {
  const form = useForm({ defaultValues: { name: "Aube" } });
  return (
    <>
      <Form form={form} onSubmit={props.save} failure="The store was not saved">
        <TextField name="name" label="Name" required />
        <SaveBar />
      </Form>
      <Link to="/away">Away</Link>
    </>
  );
}

const show = (save: (values: { name: string }) => Promise<void>) =>
  render(
    <Screen>
      <StoreForm save={save} />
    </Screen>,
  );

test("the save bar appears with something to save, and sends it", async () => {
  const save = vi.fn(async () => {});
  show(save);
  expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(save).toHaveBeenCalledWith({ name: "Aube!" });
  expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
});

test("what the server says about a field stands at the field", async () => {
  const payload = [{ field: "name", code: "unique", message: "This name is taken." }];
  show(async () => {
    throw new ApiError(400, { name: "BadRequestSchemaException", payload });
  });
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("This name is taken.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Name/ })).toBeInvalid();
});

test("any other failure is told, and nothing typed is lost", async () => {
  show(async () => {
    throw new ApiError(409, { name: "ConflictStoreNameException", message: "The name is taken" });
  });
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(await screen.findByText("The store was not saved")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Aube!");
  expect(screen.getByRole("button", { name: "Enregistrer" })).toBeVisible();
});

test("a required field says so when it is left empty", async () => {
  const save = vi.fn(async () => {});
  show(save);
  await userEvent.clear(screen.getByRole("textbox", { name: /Name/ }));
  await userEvent.tab();
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(save).not.toHaveBeenCalled();
});

test("leaving with unsaved changes asks first", async () => {
  show(async () => {});
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  await userEvent.click(screen.getByRole("link", { name: "Away" }));
  const stay = await screen.findByRole("dialog", { name: /Quitter sans enregistrer/ });
  expect(stay).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Rester" }));
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Aube!");
  await userEvent.click(screen.getByRole("link", { name: "Away" }));
  await userEvent.click(await screen.findByRole("button", { name: "Quitter la page" }));
  expect(await screen.findByText("elsewhere: /away")).toBeVisible();
});

function SharedForm(props: { onReload?: () => void }) {
  const [name, setName] = useState("Aube");
  const form = useForm({ values: { name } });
  const save = async () => {
    const at = new Date(Date.now() - 120_000).toISOString();
    throw new ApiError(409, { name: "ConflictEditException", payload: { by: "Ada", at } });
  };
  const reload = props.onReload && (() => setName("Brume"));
  return (
    <Form form={form} onSubmit={save} failure="The store was not saved" onReload={reload}>
      <TextField name="name" label="Name" required />
      <SaveBar />
    </Form>
  );
}

async function saveTooLate(onReload?: () => void) {
  render(
    <Screen>
      <SharedForm onReload={onReload} />
    </Screen>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
}

test("who was slower is told who was faster, and keeps what was typed or loads what there is now", async () => {
  await saveTooLate(() => {});
  const dialog = within(await screen.findByRole("dialog", { name: "The store was not saved" }));
  expect(dialog.getByText(/Modifié par Ada il y a 2 minutes\./)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Annuler" }));
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Aube!");

  await userEvent.click(await screen.findByRole("button", { name: "Enregistrer" }));
  await userEvent.click(await screen.findByRole("button", { name: "Recharger" }));
  expect(await screen.findByDisplayValue("Brume")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
});

test("who was slower is told so where nothing can be read again", async () => {
  await saveTooLate();
  expect(await screen.findByText(/Modifié par Ada il y a 2 minutes\./)).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Aube!");
});
