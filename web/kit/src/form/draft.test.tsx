import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../api/error";
import { useSession } from "../api/session";
import { person, Screen } from "../testing";
import { Form, useForm } from "./Form";
import { RowsField } from "./RowsField";
import { SaveBar } from "./SaveBar";
import { SubmitBar } from "./SubmitBar";
import { TextField } from "./TextField";

interface Values {
  name: string;
  code: string;
  lines: { title: string }[];
}
const EMPTY: Values = { name: "", code: "", lines: [] };

function OrganizationForm(props: { save: (values: Values) => Promise<void>; children: ReactNode }) {
  const form = useForm<Values>({ values: EMPTY });
  return (
    <Form form={form} onSubmit={props.save} failure="The organization was not created">
      <TextField name="name" label="Name" required />
      <TextField name="code" label="Code" />
      <RowsField
        name="lines"
        label="Lines"
        addLabel="Add line"
        newRow={{ title: "" }}
        row={(prefix) => <TextField name={`${prefix}.title`} label="Title" />}
        removeLabel={() => "Remove line"}
      />
      {props.children}
    </Form>
  );
}

const field = (name: string | RegExp) => screen.getByRole("textbox", { name });

beforeEach(() => useSession.setState({ status: "signedIn", user: person() }));

function NewOrganization(props: { save?: () => Promise<void> }) {
  const navigate = useNavigate();
  const save = async () => {
    await props.save?.();
    navigate("/organization/1");
  };
  return (
    <OrganizationForm save={save}>
      <SubmitBar label="Create organization" to="/organization" />
    </OrganizationForm>
  );
}

const showNew = (save?: () => Promise<void>) =>
  render(
    <Screen>
      <NewOrganization save={save} />
    </Screen>,
  );
const create = () => userEvent.click(screen.getByRole("button", { name: "Create organization" }));

test("what was created leads on without a question; Cancel with something typed asks", async () => {
  showNew();
  await userEvent.type(field(/Name/), "Aube");
  await userEvent.click(screen.getByRole("link", { name: "Annuler" }));
  await userEvent.click(
    await screen.findByRole("button", { name: "Rester" }), // of the question
  );
  await create();
  expect(await screen.findByText("elsewhere: /organization/1")).toBeVisible();
});

const refuse =
  (...fields: string[]) =>
  async () => {
    const payload = fields.map((field) => ({ field, code: "option", message: `${field} is wrong` }));
    throw new ApiError(400, { name: "BadRequestSchemaException", payload });
  };

test("the first wrong field has the focus, and what belongs to no field is told", async () => {
  showNew(refuse("ownership", "lines[0].title", "code"));
  await userEvent.type(field(/Name/), "Aube");
  await userEvent.click(screen.getByRole("button", { name: "Add line" }));
  await create();
  expect(await screen.findByText("The organization was not created")).toBeVisible();
  expect(screen.getByText("ownership: ownership is wrong")).toBeVisible();
  expect(field("Code")).toHaveFocus();
  expect(screen.getByText("lines[0].title is wrong")).toBeVisible();
});

test("a refusal does not stop the next try", async () => {
  let tries = 0;
  showNew(async () => {
    if (tries++ === 0) await refuse("lines")();
  });
  await userEvent.type(field(/Name/), "Aube");
  await create();
  expect(await screen.findByText("lines is wrong")).toBeVisible();
  await create();
  expect(await screen.findByText("elsewhere: /organization/1")).toBeVisible();
});

let showForm: (isShown: boolean) => void;
/** What the portal does: no screen without a session. */
function Guarded() {
  const [isShown, setIsShown] = useState(true);
  showForm = setIsShown;
  if (!isShown) return <p>Sign in</p>;
  return (
    <OrganizationForm save={async () => {}}>
      <SaveBar />
    </OrganizationForm>
  );
}

const expire = () =>
  act(() => {
    useSession.setState({ status: "signedOut", user: null });
    showForm(false);
  });
const signIn = (id: string) =>
  act(() => {
    useSession.setState({ status: "signedIn", user: person({ id }) });
    showForm(true);
  });

test("what was typed when the session expired is there again after signing in, once", async () => {
  render(
    <Screen at="/organization/new" path="/organization/new">
      <Guarded />
    </Screen>,
  );
  await userEvent.type(field(/Name/), "Aube");
  await userEvent.click(screen.getByRole("button", { name: "Add line" }));
  await userEvent.keyboard("First");
  expire();
  signIn("user-1");
  expect(await screen.findByText("Votre saisie a été reprise.")).toBeVisible();
  expect(field(/Name/)).toHaveValue("Aube");
  expect(field("Title")).toHaveValue("First");
  expect(screen.getByRole("button", { name: "Enregistrer" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Abandonner" }));
  expect(field(/Name/)).toHaveValue("");
  expect(sessionStorage).toHaveLength(0);
});

test("nobody else sees what was typed", async () => {
  render(
    <Screen>
      <Guarded />
    </Screen>,
  );
  await userEvent.type(field(/Name/), "Aube");
  expire();
  signIn("user-2");
  expect(await screen.findByRole("textbox", { name: /Name/ })).toHaveValue("");
  expect(sessionStorage).toHaveLength(0);
});
