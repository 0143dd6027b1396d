import {
  Button,
  Dialog,
  Form,
  FormAlert,
  Row,
  SchemaForm,
  SelectField,
  Stack,
  schemaDefaults,
  schemaValues,
  toast,
  useForm,
  useOnChange,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type ConnectorInput, type ConnectorRole, type ConnectorType, connectors } from "./api";
import { useConnectorRoles } from "./useStoreLabels";

interface ConnectProps {
  storeId: string;
  role: ConnectorRole;
  /** Those that play the role. */
  types: ConnectorType[];
  /** It is connected. */
  onDone: () => void;
  onClose: () => void;
}

function ConnectForm({
  storeId,
  role,
  types,
  first,
  onDone,
  onClose,
}: ConnectProps & { first: ConnectorType }) {
  const { t } = useTranslation("stores");
  const form = useForm<{ type: string; data: Record<string, unknown> }>({
    defaultValues: { type: first.type, data: schemaDefaults(first.settings) },
  });
  const chosen = form.watch("type");
  const { type, name, settings } = types.find((each) => each.type === chosen) ?? first;

  // A secret of one provider must not go to another that calls its own the same.
  useOnChange(form, "type", (to) => {
    const other = types.find((each) => each.type === to) ?? first;
    form.setValue("data", schemaDefaults(other.settings));
    form.clearErrors("data");
  });

  const connect = async ({ data }: { data: Record<string, unknown> }) => {
    const body = { role, type, data: schemaValues(settings, data) } as ConnectorInput;
    await connectors(storeId).create(body);
    toast(t("connect.done", { name }));
    onClose();
    onDone();
  };
  return (
    <Form form={form} onSubmit={connect} failure={t("connect.failed", { name })} isSecret>
      <Stack>
        {types.length > 1 && (
          <SelectField
            name="type"
            label={t("connector.plugin")}
            options={types.map((each) => ({ value: each.type, label: each.name }))}
            required
          />
        )}
        <FormAlert name="data" title={t("connect.refused")} />
        <SchemaForm key={type} schema={settings} prefix="data" autoFocus={types.length === 1} />
        <Row justify="end">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {t("connect.test")}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

/** Connects a store: who, and what they ask for. They are asked whether it is right before anything is kept. */
export function ConnectDialog({ open, ...props }: ConnectProps & { open: boolean }) {
  const { t } = useTranslation("stores");
  const { label } = useConnectorRoles()[props.role];
  const [first] = props.types;
  return (
    <Dialog title={t("connect.title", { role: label })} open={open} onClose={props.onClose}>
      {first ? (
        <ConnectForm {...props} first={first} />
      ) : (
        <Stack>
          <p>{t("connect.none", { role: label })}</p>
          <p>{t("connect.noneText")}</p>
        </Stack>
      )}
    </Dialog>
  );
}
