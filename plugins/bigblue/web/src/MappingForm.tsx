import {
  Button,
  ChoiceField,
  cursorOf,
  Form,
  Quiet,
  Row,
  refresh,
  SimpleTable,
  Stack,
  sendPlugin,
  TextField,
  toast,
  toastFailure,
  useForm,
  useList,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Binding, Unit } from "./inbound";

interface MappingValues {
  expression: string;
  organizationId: string | null;
}

/** What an expression would take. */
interface Preview {
  units: Pick<Unit, "sku" | "expectedQuantity">[];
}

/** From the specification: shorter ones find everybody. */
const MIN_SEARCH = 3;

function useOrganizations(search: string) {
  const { page, isLoading, error } = useList("/organization", cursorOf({ take: 100, search }));
  const options = (page?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { options, isLoading, failure: error?.message };
}

interface MappingFormProps {
  shipmentId: string;
  /** None for a new one. */
  binding?: Binding;
  onDone: () => void;
}

/** Expression and organization, with what the expression takes before it is saved. */
export function MappingForm({ shipmentId, binding, onDone }: MappingFormProps) {
  const { t } = useTranslation("bigblue");
  const [preview, setPreview] = useState<Preview | null>(null);
  const form = useForm<MappingValues>({
    defaultValues: {
      expression: binding?.expression ?? "",
      organizationId: binding?.organizationId ?? null,
    },
  });

  const look = async () => {
    try {
      const body = { shipmentId, expression: form.getValues("expression") };
      setPreview(await sendPlugin<Preview>("POST", "/bigblue/inbound-shipment/binding/preview", body));
    } catch (reason) {
      toastFailure(t("mapping.previewFailed"), reason);
    }
  };
  const save = async (values: MappingValues) => {
    const base = "/bigblue/inbound-shipment/binding";
    if (binding) await sendPlugin("PUT", `${base}/${binding.id}`, values);
    else await sendPlugin("POST", base, { ...values, shipmentId });
    void refresh("bigblue/inbound-shipment");
    toast(t("mapping.saved"));
    onDone();
  };
  const expression = form.watch("expression");
  const units = preview?.units ?? [];
  return (
    <Form form={form} onSubmit={save} failure={t("mapping.saveFailed")}>
      <Stack>
        <TextField
          name="expression"
          label={t("mapping.expression")}
          description={t("mapping.expressionHint")}
          placeholder="CPSL-XXXX"
          maxLength={255}
          required
          autoFocus
        />
        <ChoiceField
          name="organizationId"
          label={t("mapping.organization")}
          useChoices={useOrganizations}
          labelOf={(id) => (id === binding?.organizationId ? binding.organizationName : undefined)}
          minSearch={MIN_SEARCH}
          required
        />
        <div role="status">
          {preview && units.length === 0 && <Quiet>{t("mapping.nothing")}</Quiet>}
          {units.length > 0 && (
            <SimpleTable
              caption={t("mapping.preview")}
              rows={units}
              rowKey={({ sku }) => sku}
              columns={[
                { id: "sku", header: t("product.sku"), cell: ({ sku }) => sku },
                {
                  id: "quantity",
                  header: t("inbound.expected"),
                  align: "right",
                  cell: ({ expectedQuantity }) => expectedQuantity,
                },
              ]}
            />
          )}
        </div>
        <Row justify="end">
          <Button
            icon="preview"
            disabledBecause={expression.trim() ? undefined : t("mapping.noExpression")}
            onClick={() => void look()}
          >
            {t("mapping.preview")}
          </Button>
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {t("mapping.save")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}
