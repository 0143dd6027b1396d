import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Screen } from "../testing";
import { Form } from "./Form";
import { SaveBar } from "./SaveBar";
import { TextField } from "./TextField";
import { useEditForm } from "./useEditForm";

interface Store {
  name: string;
  updatedAt: string;
}

const toValues = ({ name }: Store) => ({ name });

function StoreForm({ store, save }: { store: Store; save: (name: string, updatedAt: string) => void }) {
  const { form, read } = useEditForm(store, toValues);
  return (
    <Form
      form={form}
      onSubmit={async ({ name }) => save(name, read.updatedAt)}
      failure="The store was not saved"
    >
      <TextField name="name" label="Name" required />
      <SaveBar />
    </Form>
  );
}

const page = (store: Store, save: (name: string, updatedAt: string) => void = () => {}) => (
  <Screen>
    <StoreForm store={store} save={save} />
  </Screen>
);

test("another's change is shown while nothing is typed", async () => {
  const { rerender } = render(page({ name: "Aube", updatedAt: "1" }));
  rerender(page({ name: "Brume", updatedAt: "2" }));
  expect(await screen.findByDisplayValue("Brume")).toBeVisible();
});

test("another's change leaves what was typed alone, which is sent as a change of what was read", async () => {
  const save = vi.fn();
  const { rerender } = render(page({ name: "Aube", updatedAt: "1" }, save));
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "!");
  rerender(page({ name: "Brume", updatedAt: "2" }, save));
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Aube!");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(save).toHaveBeenCalledWith("Aube!", "1");
});
