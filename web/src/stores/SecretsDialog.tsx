import {
  Dialog,
  DialogBar,
  Form,
  FormAlert,
  SchemaForm,
  type SettingsSchema,
  Stack,
  schemaDefaults,
  schemaValues,
  toast,
  useForm,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Connector, type ConnectorType, replaceSecrets } from "./api";

interface SecretsProps {
  storeId: string;
  connector: Connector;
  type: ConnectorType;
  onClose: () => void;
}

/** The part of a connection's form that is secret. What is left empty stays, unless there is only one. */
export function secretsOf({ properties = {} }: SettingsSchema): SettingsSchema {
  const secret = Object.entries(properties).filter(([, property]) => property.writeOnly);
  const names = secret.map(([name]) => name);
  return { properties: Object.fromEntries(secret), required: names.length === 1 ? names : [] };
}

function SecretsForm({ storeId, connector, type, onClose }: SecretsProps) {
  const { t } = useTranslation("stores");
  const schema = secretsOf(type.settings);
  const names = Object.keys(schema.properties ?? {});
  const form = useForm<{ data: Record<string, unknown> }>({
    defaultValues: { data: schemaDefaults(schema) },
  });
  const replace = async ({ data }: { data: Record<string, unknown> }) => {
    const filled = schemaValues(schema, data);
    if (Object.keys(filled).length === 0) {
      return form.setError(`data.${names[0]}`, { message: t("secrets.none") }, { shouldFocus: true });
    }
    await replaceSecrets(storeId, connector.id, filled);
    toast(t("secrets.done", { name: type.name }));
    onClose();
  };
  return (
    <Form form={form} onSubmit={replace} failure={t("secrets.failed", { name: type.name })} isSecret>
      <Stack>
        <p>{names.length > 1 ? `${t("secrets.text")} ${t("secrets.several")}` : t("secrets.text")}</p>
        <FormAlert name="data" title={t("connect.refused")} />
        <SchemaForm schema={schema} prefix="data" autoFocus />
        <DialogBar label={t("secrets.test")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Replaces the secrets of a connection, which goes on. The provider is asked before the old ones are given up. */
export function SecretsDialog({ open, ...props }: SecretsProps & { open: boolean }) {
  const { t } = useTranslation("stores");
  return (
    <Dialog title={t("secrets.title", { name: props.type.name })} open={open} onClose={props.onClose}>
      <SecretsForm {...props} />
    </Dialog>
  );
}
