import {
  Button,
  client,
  Figure,
  Form,
  Quiet,
  RecordField,
  Row,
  recordsOf,
  refresh,
  type Schemas,
  SimpleTable,
  Stack,
  TextField,
  toast,
  unwrap,
  useAct,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Binding } from "./inbound";

interface MappingValues {
  expression: string;
  organizationId: string | null;
}

/** What an expression would take. */
type Preview = Schemas["InboundBindingPreview"];

/** Less than three characters find everybody, says the specification. */
const ORGANIZATIONS = recordsOf("/organization", { minSearch: 3 });

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

  const expression = form.watch("expression");
  const [look] = useAct(() => ({
    run: async () => {
      const body = { shipmentId, expression, bindingId: binding?.id ?? null };
      return (await unwrap(client.POST("/inbound-shipment/binding/preview", { body }))).data;
    },
    failed: t("mapping.previewFailed"),
    after: setPreview,
  }));
  const save = async (values: MappingValues) => {
    const { expression } = values;
    const organizationId = values.organizationId ?? "";
    if (binding) {
      const params = { path: { id: binding.id }, header: { "If-Match": binding.updatedAt } };
      const body = { expression, organizationId };
      await unwrap(client.PUT("/inbound-shipment/binding/{id}", { params, body }));
    } else {
      const body = { shipmentId, expression, organizationId };
      await unwrap(client.POST("/inbound-shipment/binding", { body }));
    }
    void refresh("inbound-shipment");
    toast(t("mapping.saved"));
    onDone();
  };
  const units = preview?.units ?? [];
  return (
    <Form form={form} onSubmit={save} failure={t("mapping.saveFailed")}>
      <Stack>
        <TextField
          name="expression"
          label={t("mapping.expression")}
          description={t("mapping.expressionHint")}
          placeholder="CPSL-XXXX"
          maxLength={50}
          required
          autoFocus
        />
        <RecordField
          name="organizationId"
          label={t("mapping.organization")}
          source={ORGANIZATIONS}
          labelOf={(id) => (id === binding?.organizationId ? binding.organizationName : undefined)}
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
                  cell: ({ expectedQuantity }) => <Figure value={expectedQuantity} />,
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
