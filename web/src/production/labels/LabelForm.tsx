import { ChoiceField, DialogBar, Form, FormAlert, fieldsOf, Stack, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type LabelKind, printLabels } from "./api";
import { type LabelValues, useLastLabels } from "./values";

const { NumberField } = fieldsOf<LabelValues>();

interface LabelFormProps {
  kind: LabelKind;
  /** Of the products. */
  ids: string[];
  onClose: () => void;
}

/** What labels are printed on, and how many; as last time unless something else is said. */
export function LabelForm({ kind, ids, onClose }: LabelFormProps) {
  const { t } = useTranslation("labels");
  const form = useForm<LabelValues>({ defaultValues: useLastLabels.getState() });
  const send = async (values: LabelValues) => {
    await printLabels[kind](ids, values);
    useLastLabels.setState(values);
    onClose();
  };
  const failed = t(`${kind}.failed`);
  return (
    <Form form={form} onSubmit={send} failure={failed}>
      <Stack>
        <FormAlert name="productIds" title={failed} />
        <ChoiceField
          name="size"
          label={t("size.label")}
          choices={[
            { value: "a4", label: t("size.a4"), hint: t(`${kind}.a4`) },
            { value: "100x150", label: t("size.roll"), hint: t("size.rollText") },
          ]}
        />
        {kind === "products" ? (
          <ChoiceField
            name="per"
            label={t("per.label")}
            choices={[
              { value: "variant", label: t("per.variant") },
              { value: "piece", label: t("per.piece") },
            ]}
          />
        ) : (
          <NumberField
            name="piecesPerBox"
            label={t("piecesPerBox")}
            description={t("piecesText")}
            min={1}
            max={10_000}
            decimals={0}
            required
          />
        )}
        <DialogBar label={t("save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}
