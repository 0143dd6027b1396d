import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Screen } from "../testing";
import { AddressFields } from "./AddressFields";
import { AreaField } from "./AreaField";
import { CheckboxField, SwitchField } from "./CheckboxField";
import { ChoiceField } from "./ChoiceField";
import { CountryField } from "./CountryField";
import { Form, useForm } from "./Form";
import { MultiSelectField } from "./MultiSelectField";
import { NumberField } from "./NumberField";
import { RecordField, RecordsField } from "./RecordField";
import { RowsField } from "./RowsField";
import type { RecordSource } from "./records";
import { TextField } from "./TextField";

function Fields(props: { values: FieldValues; save: (values: FieldValues) => void; children: ReactNode }) {
  const form = useForm({ defaultValues: props.values });
  return (
    <Form form={form} onSubmit={async (values) => props.save(values)} failure="Not saved">
      {props.children}
      <button type="submit">Send</button>
    </Form>
  );
}

/** Shows fields in a form; what was sent. */
function show(values: FieldValues, children: ReactNode) {
  const save = vi.fn();
  render(
    <Screen>
      <Fields values={values} save={save}>
        {children}
      </Fields>
    </Screen>,
  );
  return save;
}
const field = (name: string | RegExp) => screen.getByRole("textbox", { name });
const box = (name: string | RegExp) => screen.getByRole("combobox", { name });
const send = () => userEvent.click(screen.getByRole("button", { name: "Send" }));

test("a number is typed with a comma, sent as an exact decimal and shown in French", async () => {
  const save = show({ price: "1234.50" }, <NumberField name="price" label="Price" suffix="€" decimals={2} />);
  expect(field("Price")).toHaveValue("1\u202f234,50");
  await userEvent.clear(field("Price"));
  await userEvent.type(field("Price"), "2,6");
  expect(field("Price")).toHaveValue("2,6");
  await userEvent.tab();
  expect(field("Price")).toHaveValue("2,60");
  await send();
  expect(save).toHaveBeenCalledWith({ price: "2.60" });
});

test("what is no number, too small or too exact says so, and is kept as typed", async () => {
  show({ weight: "" }, <NumberField name="weight" label="Weight" min={1} max={1500} decimals={1} />);
  const type = async (text: string) => {
    await userEvent.clear(field("Weight"));
    await userEvent.type(field("Weight"), text);
    await userEvent.tab();
  };
  await type("two");
  expect(await screen.findByText("Cette valeur n’est pas un nombre.")).toBeVisible();
  expect(field("Weight")).toHaveValue("two");
  await type("0.5");
  expect(await screen.findByText("Trop petit (1 au moins).")).toBeVisible();
  await type("1 600");
  expect(await screen.findByText(/Trop grand \(1\s500 au plus\)\./)).toBeVisible();
  await type("2,25");
  expect(await screen.findByText("1 décimale au plus.")).toBeVisible();
});

test("texts that are too short, too long or no telephone number say so", async () => {
  show(
    { name: "", note: "", phone: "" },
    <>
      <TextField name="name" label="Name" minLength={2} required />
      <AreaField name="note" label="Note" maxLength={3} />
      <TextField name="phone" label="Phone" type="tel" />
    </>,
  );
  await userEvent.type(field(/Name/), "a");
  await userEvent.type(field("Note"), "abcd");
  await userEvent.type(field("Phone"), "12");
  await userEvent.tab();
  expect(await screen.findByText("Trop court (2 caractères au moins).")).toBeVisible();
  expect(screen.getByText("Trop long (3 caractères au plus).")).toBeVisible();
  expect(await screen.findByText("Ce numéro de téléphone n’est pas valide.")).toBeVisible();
  await userEvent.clear(field("Phone"));
  await userEvent.type(field("Phone"), "+33 (0)6 12 34 56 78");
  await userEvent.tab();
  expect(screen.queryByText("Ce numéro de téléphone n’est pas valide.")).toBeNull();
  await userEvent.clear(field(/Name/));
  await userEvent.type(field(/Name/), "   ");
  await userEvent.tab();
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
});

test("boxes and switches are true or false; a required box has to be ticked", async () => {
  const save = show(
    { agreed: false, active: true },
    <>
      <CheckboxField name="agreed" label="Agreed" required />
      <SwitchField name="active" label="Active" />
    </>,
  );
  await send();
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  expect(screen.getByRole("checkbox", { name: /Agreed/ })).toHaveFocus();
  await userEvent.click(screen.getByRole("checkbox", { name: /Agreed/ }));
  await userEvent.click(screen.getByRole("switch", { name: "Active" }));
  await send();
  expect(save).toHaveBeenCalledWith({ agreed: true, active: false });
});

test("several values are searched for without accents and chosen with the keyboard", async () => {
  const options = [
    { value: "read", label: "Lire" },
    { value: "write", label: "Écrire" },
  ];
  const save = show({ rights: [] }, <MultiSelectField name="rights" label="Rights" options={options} />);
  await userEvent.type(box("Rights"), "ecr");
  expect(screen.queryByRole("option", { name: "Lire" })).toBeNull();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await send();
  expect(save).toHaveBeenCalledWith({ rights: ["write"] });
});

interface Store {
  id: string;
  name: string;
  city: string;
}
const STORES: Store[] = [
  { id: "s1", name: "Aube", city: "Paris" },
  { id: "s2", name: "Brume", city: "Lyon" },
];
const ELSEWHERE: Store = { id: "s900", name: "Zénith", city: "Nice" };
const STORE_RECORDS: RecordSource<Store> = {
  key: ["/store"],
  search: async (text) => STORES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
  find: async () => [ELSEWHERE],
  idOf: ({ id }) => id,
  label: ({ name }) => name,
  hint: ({ city }) => city,
};

test("a record is searched for on the server, chosen and handed over", async () => {
  const chosen = vi.fn();
  const save = show(
    { store: null },
    <RecordField name="store" label="Store" source={STORE_RECORDS} onChoose={chosen} />,
  );
  await userEvent.click(box("Store"));
  expect(await screen.findByRole("option", { name: /Aube/ })).toHaveTextContent("Paris");
  await userEvent.type(box("Store"), "bru");
  await userEvent.click(await screen.findByRole("option", { name: /Brume/ }));
  expect(box("Store")).toHaveValue("Brume");
  expect(chosen).toHaveBeenLastCalledWith(STORES[1]);
  await send();
  expect(save).toHaveBeenCalledWith({ store: "s2" });
});

test("a record that was chosen before has its name, though no search has found it", async () => {
  show({ store: "s900" }, <RecordField name="store" label="Store" source={STORE_RECORDS} />);
  await waitFor(() => expect(box("Store")).toHaveValue("Zénith"));
});

test("a record at hand keeps its name, and nothing is found before enough is typed", async () => {
  const search = vi.fn(STORE_RECORDS.search);
  const source = { ...STORE_RECORDS, search, minSearch: 3 };
  show(
    { store: "s9" },
    <RecordField name="store" label="Store" source={source} labelOf={() => "Old store"} />,
  );
  expect(box("Store")).toHaveValue("Old store");
  await userEvent.clear(box("Store"));
  await userEvent.type(box("Store"), "au");
  expect(await screen.findByText("Saisissez au moins 3 caractères.")).toBeVisible();
  await userEvent.type(box("Store"), "b");
  expect(await screen.findByRole("option", { name: /Aube/ })).toBeVisible();
  expect(search.mock.calls).toEqual([["aub"]]);
});

test("without a source it says what is missing", async () => {
  show(
    { store: null },
    <RecordField name="store" label="Store" source={null} unavailable="First a country" />,
  );
  await userEvent.click(box("Store"));
  expect(await screen.findByText("First a country")).toBeVisible();
});

test("several records are chosen and taken away again", async () => {
  const save = show(
    { stores: ["s900"] },
    <RecordsField name="stores" label="Stores" source={STORE_RECORDS} />,
  );
  expect(await screen.findByText("Zénith")).toBeVisible();
  await userEvent.type(box("Stores"), "bru");
  await userEvent.click(await screen.findByRole("option", { name: /Brume/ }));
  await send();
  expect(save).toHaveBeenLastCalledWith({ stores: ["s900", "s2"] });
  await userEvent.click(box("Stores"));
  await userEvent.keyboard("{Backspace}{Backspace}");
  await send();
  expect(save).toHaveBeenLastCalledWith({ stores: [] });
});

test("a record that is not there yet is made of what was typed, once", async () => {
  const make = vi.fn(async (name: string) => {
    if (name === "Zut") throw new ApiError(409, { message: "Taken." });
    return { id: "s1000", name, city: "Lyon" };
  });
  const save = show(
    { store: null, stores: ["s2"] },
    <>
      <RecordField name="store" label="Store" source={STORE_RECORDS} make={make} />
      <RecordsField name="stores" label="Several" source={STORE_RECORDS} make={make} />
    </>,
  );
  await userEvent.type(box("Store"), "aube");
  expect(await screen.findByRole("option", { name: /Aube/ })).toBeVisible();
  expect(screen.queryByRole("option", { name: /Créer/ })).toBeNull();
  for (const label of ["Store", "Several"]) {
    await userEvent.clear(box(label));
    await userEvent.type(box(label), "Nuit");
    await userEvent.click(await screen.findByRole("option", { name: "Créer «\u00a0Nuit\u00a0»" }));
  }
  expect(box("Store")).toHaveValue("Nuit");
  await send();
  expect(save).toHaveBeenCalledWith({ store: "s1000", stores: ["s2", "s1000"] });
  await userEvent.type(box("Several"), "Zut");
  await userEvent.click(await screen.findByRole("option", { name: /Zut/ }));
  expect(await screen.findByText("Taken.")).toBeVisible();
});

test("a country is found by its French name and sent as two letters", async () => {
  const save = show({ country: "" }, <CountryField name="country" label="Country" required />);
  await send();
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  await userEvent.type(box(/Country/), "etats-unis");
  await userEvent.click(await screen.findByRole("option", { name: "États-Unis" }));
  await send();
  expect(save).toHaveBeenCalledWith({ country: "US" });
});

test("rows are added up to the most there may be, filled in and taken away", async () => {
  const save = show(
    { lines: [] },
    <RowsField
      name="lines"
      label="Lines"
      addLabel="Add line"
      newRow={{ title: "" }}
      row={(prefix) => <TextField name={`${prefix}.title`} label="Title" required />}
      removeLabel={(index) => `Remove line ${index + 1}`}
      max={2}
      required
    />,
  );
  const lines = within(screen.getByRole("group", { name: /Lines/ }));
  expect(lines.getByText("Aucune ligne pour l’instant.")).toBeVisible();
  await send();
  expect(await screen.findByText("Ajoutez au moins une ligne.")).toBeVisible();
  await userEvent.click(lines.getByRole("button", { name: "Add line" }));
  expect(field(/Title/)).toHaveFocus();
  await userEvent.keyboard("First");
  await userEvent.click(lines.getByRole("button", { name: "Add line" }));
  await userEvent.keyboard("Second");
  const add = lines.getByRole("button", { name: "Add line" });
  expect(add).toHaveAttribute("aria-disabled", "true");
  expect(add).toHaveAttribute("title", "2 lignes au plus.");
  await userEvent.click(lines.getByRole("button", { name: "Remove line 1" }));
  expect(lines.getByRole("button", { name: "Add line" })).toHaveFocus();
  await send();
  expect(save).toHaveBeenCalledWith({ lines: [{ title: "Second" }] });
});

test("what is wrong with rows as a whole leads to the last of them, below which it stands", async () => {
  const save = show(
    { shares: [{ share: "60" }, { share: "30" }], note: "" },
    <>
      <RowsField
        name="shares"
        label="Shares"
        addLabel="Add share"
        newRow={{ share: "" }}
        row={(prefix) => <TextField name={`${prefix}.share`} label="Share" />}
        removeLabel={(index) => `Remove share ${index + 1}`}
      />
      <TextField name="note" label="Note" />
    </>,
  );
  const message = "They sum to 90 %.";
  save.mockImplementation(() => {
    throw new ApiError(400, { payload: [{ field: "shares", code: "sum", message }] });
  });
  await userEvent.type(field("Note"), "Seen{Enter}");
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("textbox", { name: "Share" })[1]).toHaveFocus());
});

test("an address needs the names of somebody only where there is no company", async () => {
  show({ shipping: {} }, <AddressFields prefix="shipping" withNames />);
  await send();
  expect(await screen.findByRole("textbox", { name: /Prénom/ })).toBeInvalid();
  await userEvent.type(field("Entreprise"), "Aube");
  expect(field("Prénom")).toBeValid();
  expect(field(/Ville/)).toBeInvalid();
});

const WAYS = [
  { value: "post", label: "Post", hint: "2 days", detail: "4 €" },
  { value: "relay", label: "Relay", unavailable: "Not there" },
  { value: "express", label: "Express", detail: "9 €" },
];

test("of a few choices one has to be taken, by arrow keys too; what cannot be taken says why", async () => {
  const save = show({ way: null }, <ChoiceField name="way" label="Way" choices={WAYS} required />);
  await send();
  const ways = screen.getByRole("radiogroup", { name: /^Way/ });
  expect(ways).toHaveAccessibleDescription("Ce champ est obligatoire.");
  expect(screen.getByRole("radio", { name: "Post" })).toHaveFocus();
  expect(screen.getByRole("radio", { name: "Post" })).toHaveAccessibleDescription("2 days 4 €");
  const relay = screen.getByRole("radio", { name: "Relay" });
  expect(relay).toBeDisabled();
  expect(relay).toHaveAccessibleDescription("Not there");
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: "Express" })).toBeChecked();
  await send();
  expect(save).toHaveBeenCalledWith({ way: "express" });
});

test("a choice that is no longer there, or cannot be taken any more, is not sent", async () => {
  const save = show({ way: "relay" }, <ChoiceField name="way" label="Way" choices={WAYS} required />);
  await send();
  expect(screen.getByRole("radiogroup", { name: /^Way/ })).toHaveAccessibleDescription(
    "Vous ne pouvez pas choisir cette option.",
  );
  expect(save).not.toHaveBeenCalled();
});
