import { Form, FormGrid, MoneyField, PercentField, useForm } from "../index";
import { type Story, useWords } from "../stories/story";

function MoneyFieldStory() {
  const words = useWords();
  const form = useForm({ defaultValues: { price: "1234.56", cost: "48000", rate: "5.5", discount: "" } });
  return (
    <Form
      form={form}
      onSubmit={async () => {}}
      failure={words("Rien n’a été enregistré", "Nothing was saved")}
    >
      <FormGrid>
        <MoneyField name="price" label={words("Prix HT", "Price excl. VAT")} min={0} required />
        <MoneyField name="cost" label={words("Coût au Japon", "Cost in Japan")} currency="JPY" />
        <PercentField name="rate" label={words("Taux de TVA", "VAT rate")} required />
        <PercentField
          name="discount"
          label={words("Remise", "Discount")}
          description={words("30 % au plus.", "30% at most.")}
          max={30}
        />
      </FormGrid>
    </Form>
  );
}

export default {
  title: { fr: "Montants et taux", en: "Amounts and rates" },
  about: {
    fr: "Des décimaux exacts, saisis comme on les écrit : 1 234,56.",
    en: "Exact decimals, typed as people write them: 1,234.56 or 1 234,56.",
  },
  Story: MoneyFieldStory,
} satisfies Story;
