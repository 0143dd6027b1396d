import {
  Button,
  DateField,
  Form,
  FormGrid,
  MonthField,
  PeriodField,
  Row,
  Stack,
  toast,
  useForm,
} from "../index";
import { type Story, useWords } from "../stories/story";

function DateFieldsStory() {
  const words = useWords();
  const form = useForm({
    defaultValues: {
      dueOn: "2026-12-01",
      month: "2026-11",
      period: { from: "2026-11-01", to: "2026-11-30" },
      wrong: "31/02/2026",
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async () => toast(words("Enregistré", "Saved"))}
      failure={words("Rien n’a été enregistré", "Nothing was saved")}
    >
      <Stack>
        <FormGrid>
          <DateField
            name="dueOn"
            label={words("Échéance", "Due date")}
            description={words("01/11/2026 ou 1.11.26", "01/11/2026 or 1.11.26")}
            required
          />
          <MonthField
            name="month"
            label={words("Mois facturé", "Invoiced month")}
            description={words("11/2026 ou nov. 2026", "11/2026 or Nov 2026")}
          />
          <PeriodField name="period" label={words("Période", "Period")} required />
          <DateField name="wrong" label={words("Livraison prévue", "Expected delivery")} min="2026-11-22" />
        </FormGrid>
        <Row justify="end">
          <Button kind="primary" type="submit">
            {words("Enregistrer", "Save")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

export default {
  title: { fr: "Dates", en: "Dates" },
  about: {
    fr: "Un jour, un mois ou une période : saisis à la française ou choisis. Le calendrier n’est chargé qu’à l’ouverture.",
    en: "A day, a month or a period: typed day first, or chosen. The calendar is fetched when it is first opened.",
  },
  Story: DateFieldsStory,
} satisfies Story;
