import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { expect, test, vi } from "vitest";
import { Form, useForm } from "../form/Form";
import { TextField } from "../form/TextField";
import { Screen } from "../testing";
import { Tabs } from "./Tabs";
import { Wizard } from "./Wizard";

const Here = () => <output>{useLocation().search}</output>;
const tabs = [
  { id: "lines", label: "Lignes", content: "deux lignes" },
  { id: "history", label: "Historique", count: 3, content: "trois entrées" },
];

test("a tab is in the address, beside what else is there, and one is rendered", async () => {
  render(
    <Screen at="/?page=2">
      <Tabs label="Facture" tabs={tabs} />
      <Here />
    </Screen>,
  );
  expect(screen.getByText("deux lignes")).toBeVisible();
  await userEvent.click(screen.getByRole("tab", { name: /Historique/ }));
  expect(screen.getByText("trois entrées")).toBeVisible();
  expect(screen.queryByText("deux lignes")).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("?page=2&tab=history");
  await userEvent.keyboard("{ArrowLeft}");
  expect(screen.getByRole("tab", { name: "Lignes" })).toHaveFocus();
  expect(screen.getByRole("status")).toHaveTextContent(/^\?page=2$/);
});

test("an address that names no tab shows the first", () => {
  render(
    <Screen at="/?tab=gone">
      <Tabs label="Facture" tabs={tabs} />
    </Screen>,
  );
  expect(screen.getByText("deux lignes")).toBeVisible();
});

function Work({ check, onFinish }: { check?: () => boolean; onFinish: () => void }) {
  const [customer, setCustomer] = useState("");
  return (
    <Wizard
      label="Nouvelle facture"
      totals={<p>Total : 12 €</p>}
      finish={{ label: "Créer la facture", onClick: onFinish }}
      steps={[
        {
          id: "customer",
          label: "Client",
          blocked: customer ? undefined : "Choisissez un client.",
          content: (
            <label>
              Nom
              <input value={customer} onChange={(event) => setCustomer(event.target.value)} />
            </label>
          ),
        },
        { id: "lines", label: "Lignes", check, content: <p>Les lignes</p> },
        { id: "review", label: "Vérification", content: <p>Tout est là</p> },
      ]}
    />
  );
}

test("a wizard goes on and back, keeps what was entered and its totals in sight, and finishes", async () => {
  const onFinish = vi.fn();
  render(
    <Screen>
      <Work onFinish={onFinish} />
      <Here />
    </Screen>,
  );
  const next = screen.getByRole("button", { name: "Continuer" });
  expect(next).toHaveAttribute("title", "Choisissez un client.");
  await userEvent.click(next);
  expect(screen.getByRole("heading", { name: "Client" })).toBeVisible();
  await userEvent.type(screen.getByLabelText("Nom"), "Aurore");
  await userEvent.click(next);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Lignes" })).toHaveFocus());
  expect(screen.getByRole("status")).toHaveTextContent("?step=lines");
  expect(screen.getByRole("button", { name: /Client, terminée/ })).toBeVisible();
  expect(screen.getByText("Total : 12 €")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Revenir" }));
  expect(screen.getByLabelText("Nom")).toHaveValue("Aurore");
  await userEvent.click(next);
  await waitFor(() => expect(screen.getByRole("heading", { name: "Lignes" })).toHaveFocus());
  await userEvent.click(next);
  await userEvent.click(await screen.findByRole("button", { name: "Créer la facture" }));
  expect(onFinish).toHaveBeenCalledOnce();
});

test("nobody is led past a step that is not done, nor one whose check fails", async () => {
  render(
    <Screen at="/?step=review">
      <Work onFinish={() => {}} check={() => false} />
    </Screen>,
  );
  expect(screen.getByRole("heading", { name: "Client" })).toBeVisible();
  await userEvent.type(screen.getByLabelText("Nom"), "Aurore");
  expect(screen.getByRole("heading", { name: "Client" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Continuer" }));
  expect(await screen.findByRole("heading", { name: "Lignes" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Continuer" }));
  expect(screen.getByRole("heading", { name: "Lignes" })).toBeVisible();
});

function Sent({ onSend }: { onSend: (name: string) => void }) {
  const form = useForm({ defaultValues: { name: "" } });
  const [, setQuery] = useSearchParams();
  const send = async ({ name }: { name: string }) => {
    onSend(name);
    setQuery({ step: "review" });
  };
  return (
    <Wizard
      label="Nouvelle facture"
      finish={{ label: "Créer la facture", onClick: () => {} }}
      steps={[
        {
          id: "customer",
          label: "Client",
          next: "Enregistrer et continuer",
          form: "customer",
          content: (
            <Form id="customer" form={form} onSubmit={send} failure="non">
              <TextField name="name" label="Nom" required />
            </Form>
          ),
        },
        { id: "review", label: "Vérification", content: <p>Tout est là</p> },
      ]}
    />
  );
}

test("a step's button sends its form, which leads on once it is right", async () => {
  const onSend = vi.fn();
  render(
    <Screen>
      <Sent onSend={onSend} />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer et continuer" }));
  expect(await screen.findByText("Ce champ est obligatoire.")).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.type(screen.getByRole("textbox", { name: "Nom" }), "Aurore");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer et continuer" }));
  expect(await screen.findByText("Tout est là")).toBeVisible();
  expect(onSend).toHaveBeenCalledWith("Aurore");
});

test("a wizard that a record holds stands where it says, and asks it to go back, past what was skipped", async () => {
  const onBack = vi.fn();
  const steps = [
    { id: "orders", label: "Commandes", content: <p>Des commandes</p> },
    { id: "products", label: "Produits", isSkipped: true, content: <p>Des produits</p> },
    { id: "summary", label: "Synthèse", content: <p>Des sommes</p> },
  ];
  render(
    <Screen at="/?step=orders">
      <Wizard
        label="Facture"
        steps={steps}
        finish={{ label: "Valider", onClick: () => {} }}
        controlled={{ step: "summary", onBack }}
      />
      <Here />
    </Screen>,
  );
  expect(screen.getByText("Des sommes")).toBeVisible();
  expect(screen.getByRole("button", { name: /Produits \(ignorée\)/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Revenir" }));
  expect(onBack).toHaveBeenCalledExactlyOnceWith("orders");
  expect(screen.getByRole("status")).toHaveTextContent(/^\?step=orders$/);
});
