import { Form, fieldsOf, Stack, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { SHOPS } from "./api";

const { RecordField } = fieldsOf<{ store: string | null }>();

interface StoreStepProps {
  /** Empty: none yet. */
  store: string;
  onChoose: (store: string) => void;
}

/** Which store it is about. */
export function StoreStep({ store, onChoose }: StoreStepProps) {
  const { t } = useTranslation("shopify");
  const form = useForm<{ store: string | null }>({ values: { store: store || null } });
  return (
    <Form form={form} onSubmit={async () => {}} failure="">
      <Stack>
        <RecordField
          name="store"
          label={t("integration.store")}
          description={t("wizard.store.text")}
          required
          source={SHOPS}
          placeholder={t("wizard.store.placeholder")}
          onChoose={(row) => row && onChoose(row.id)}
        />
      </Stack>
    </Form>
  );
}
