import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { useSession } from "../api/session";
import { Button } from "../layout/parts";
import { Screen } from "../testing";
import { Form, useForm } from "./Form";
import { FormAlert } from "./FormAlert";
import { SchemaForm } from "./SchemaFields";
import { type SettingsSchema, schemaDefaults, schemaValues } from "./schema";

const SCHEMA: SettingsSchema = {
  required: ["id", "apiKey"],
  properties: {
    apiKey: {
      ...{ type: "string", writeOnly: true, "x-order": 2 },
      "x-labels": { en: "API key", fr: "Clé d’API" },
      "x-descriptions": { en: "Never shown again.", fr: "Jamais réaffichée." },
    },
    id: {
      ...{ type: "string", pattern: "^[A-Z]{4}$", "x-order": 1 },
      "x-labels": { en: "Prefix", fr: "Préfixe" },
    },
    pages: { type: "integer", minimum: 1, maximum: 10, "x-order": 3 },
    zone: { type: "string", enum: ["eu", "us"], "x-order": 4 },
    speed: {
      ...{ type: "string", "x-order": 7 },
      oneOf: [
        { const: "std", "x-labels": { en: "Standard", fr: "Normale" } },
        { const: "exp", title: "Express" },
      ],
    },
    sandbox: { type: "boolean", "x-order": 5 },
    since: { type: "string", format: "date", "x-order": 6 },
  },
};

function Connect({ save }: { save: (data: object) => Promise<void> }) {
  const form = useForm({ defaultValues: { data: schemaDefaults(SCHEMA) } });
  return (
    <Form
      form={form}
      onSubmit={({ data }) => save(schemaValues(SCHEMA, data))}
      failure="Not connected"
      isSecret
    >
      <FormAlert name="data" title="Refused" />
      <SchemaForm schema={SCHEMA} prefix="data" />
      <Button type="submit">Send</Button>
    </Form>
  );
}

function show(save = vi.fn(async (_: object) => {})) {
  render(
    <Screen>
      <Connect save={save} />
    </Screen>,
  );
  return save;
}

const send = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const prefix = () => screen.getByRole("textbox", { name: /Préfixe/ });
const key = () => screen.getByLabelText(/^Clé d’API/);

async function fill() {
  await userEvent.type(prefix(), "MUSI");
  await userEvent.type(key(), "hush");
}

test("the fields stand in their order, in the reader's language", () => {
  show();
  const fields = [...document.querySelectorAll<HTMLInputElement>("input[name]")];
  expect(fields.map((field) => field.name).slice(0, 3)).toEqual(["data.id", "data.apiKey", "data.pages"]);
  expect(prefix()).toBeRequired();
  expect(screen.getByText("Jamais réaffichée.")).toBeVisible();
});

test("what is left empty is not sent, and numbers are sent as numbers", async () => {
  const save = show();
  await fill();
  await send();
  expect(save).toHaveBeenLastCalledWith({ id: "MUSI", apiKey: "hush", sandbox: false });
  await userEvent.type(screen.getByRole("textbox", { name: "pages" }), "3");
  await userEvent.click(screen.getByRole("checkbox", { name: "sandbox" }));
  await userEvent.click(screen.getByRole("combobox", { name: "zone" }));
  await userEvent.click(await screen.findByRole("option", { name: "us" }));
  await send();
  expect(save).toHaveBeenLastCalledWith({ id: "MUSI", apiKey: "hush", pages: 3, zone: "us", sandbox: true });
});

test("values that have words are told in them", async () => {
  const save = show();
  await fill();
  await userEvent.click(screen.getByRole("combobox", { name: "speed" }));
  expect(await screen.findByRole("option", { name: "Express" })).toBeVisible();
  await userEvent.click(screen.getByRole("option", { name: "Normale" }));
  await send();
  expect(save).toHaveBeenLastCalledWith({ id: "MUSI", apiKey: "hush", speed: "std", sandbox: false });
});

test("what does not fit the schema is told at its field", async () => {
  const save = show();
  await userEvent.type(prefix(), "musi");
  await userEvent.type(screen.getByRole("textbox", { name: "pages" }), "11");
  await send();
  expect(await screen.findByText("Ce format n’est pas celui attendu.")).toBeVisible();
  expect(screen.getByText("Ce champ est obligatoire.")).toBeVisible();
  expect(screen.getByText("Trop grand (10 au plus).")).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});

test("a secret is hidden until one asks to see it", async () => {
  show();
  expect(key()).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: /^Afficher/ }));
  expect(key()).toHaveAttribute("type", "text");
});

test("an error of one value stands at its field, one of all of them above", async () => {
  const refusal = (field: string, message: string) =>
    new ApiError(400, { payload: [{ field, code: "credentials", message }] });
  const save = show(vi.fn().mockRejectedValueOnce(refusal("data.apiKey", "Unknown key")));
  await fill();
  await send();
  expect(await screen.findByText("Unknown key")).toBeVisible();
  expect(key()).toBeInvalid();
  save.mockRejectedValueOnce(refusal("data", "They do not match"));
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent("RefusedThey do not match");
  expect(screen.queryByText("Unknown key")).toBeNull();
});

test("a secret that was typed when the session expired is not kept", async () => {
  show();
  await fill();
  act(() => useSession.setState({ status: "signedOut", user: null }));
  cleanup();
  expect(sessionStorage).toHaveLength(0);
});
