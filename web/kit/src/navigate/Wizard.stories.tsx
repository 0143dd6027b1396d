import { useState } from "react";
import {
  Facts,
  Form,
  FormGrid,
  Money,
  NumberField,
  SelectField,
  TextField,
  toast,
  useForm,
  Wizard,
} from "../index";
import { type Story, useWords } from "../stories/story";

function WizardStory() {
  const words = useWords();
  const form = useForm({ defaultValues: { customer: "", reference: "", quantity: "12", price: "24.50" } });
  const { customer, quantity, price } = form.watch();
  const [busy, setBusy] = useState(false);
  const total = (Number(quantity) * Number(price)).toFixed(2);
  const finish = async () => {
    setBusy(true);
    await form.trigger();
    setBusy(false);
    toast(words("Facture créée", "Invoice created"));
  };
  return (
    <Form
      form={form}
      onSubmit={async () => {}}
      failure={words("La facture n’a pas été créée", "The invoice was not created")}
    >
      <Wizard
        label={words("Nouvelle facture", "New invoice")}
        totals={
          <Facts
            facts={[
              { label: words("Client", "Customer"), value: customer || "—" },
              { label: words("Quantité", "Quantity"), value: quantity || "—" },
              { label: words("Total HT", "Total excl. VAT"), value: <Money amount={total} /> },
            ]}
          />
        }
        finish={{ label: words("Créer la facture", "Create invoice"), onClick: () => void finish(), busy }}
        steps={[
          {
            id: "customer",
            label: words("Client", "Customer"),
            text: words("Qui reçoit la facture.", "Who receives the invoice."),
            check: () => form.trigger("customer"),
            content: (
              <FormGrid>
                <SelectField
                  name="customer"
                  label={words("Organisation", "Organization")}
                  required
                  options={["Maison Aurore", "Label Orage", "Nora K"].map((name) => ({
                    value: name,
                    label: name,
                  }))}
                />
                <TextField name="reference" label={words("Votre référence", "Your reference")} />
              </FormGrid>
            ),
          },
          {
            id: "lines",
            label: words("Lignes", "Lines"),
            text: words("Ce qui est facturé.", "What is invoiced."),
            blocked: customer
              ? undefined
              : words("Choisissez d’abord un client.", "Choose a customer first."),
            content: (
              <FormGrid>
                <NumberField name="quantity" label={words("Quantité", "Quantity")} required />
                <NumberField
                  name="price"
                  label={words("Prix unitaire HT", "Unit price excl. VAT")}
                  suffix="€"
                  decimals={2}
                  required
                />
              </FormGrid>
            ),
          },
          {
            id: "check",
            label: words("Vérification", "Review"),
            text: words("La facture sera créée comme brouillon.", "The invoice will be created as a draft."),
            content: <Money amount={total} />,
          },
        ]}
      />
    </Form>
  );
}

export default {
  title: { fr: "Assistant", en: "Wizard" },
  about: {
    fr: "Un travail en étapes numérotées. L’étape est dans l’adresse, les totaux restent visibles.",
    en: "Work in numbered steps. The step is in the address, the totals stay in sight.",
  },
  Story: WizardStory,
} satisfies Story;
