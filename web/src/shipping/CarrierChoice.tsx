import { Form, FormSection, fieldsOf, Loaded, useForm, useOnChange } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type QuotedCarrier, useStoreCarriers } from "./api";

interface Values {
  carrier: string | null;
}

const { SelectField } = fieldsOf<Values>();

interface CarrierChoiceProps {
  storeId: string;
  /** Null: none yet. */
  carrier: string | null;
  onChoose: (carrier: string) => void;
}

function Choice({ carrier, onChoose, carriers }: CarrierChoiceProps & { carriers: QuotedCarrier[] }) {
  const { t } = useTranslation("shipping");
  const form = useForm<Values>({ values: { carrier } });
  useOnChange(form, "carrier", (chosen) => chosen && onChoose(chosen));
  return (
    <Form form={form} onSubmit={async () => {}} failure={t("choice.title")}>
      <FormSection title={t("choice.title")} description={t("choice.text")}>
        <SelectField
          name="carrier"
          label={t("choice.carrier")}
          options={carriers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormSection>
    </Form>
  );
}

/** Whose prices are shown of a store that has more than are told at once. */
export function CarrierChoice(props: CarrierChoiceProps) {
  return (
    <Loaded of={useStoreCarriers(props.storeId)} lines={3}>
      {(carriers) => <Choice {...props} carriers={carriers} />}
    </Loaded>
  );
}
