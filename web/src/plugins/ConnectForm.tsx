import {
  ChoiceField,
  DialogBar,
  Form,
  FormAlert,
  Row,
  SchemaForm,
  type SettingsSchema,
  Stack,
  schemaDefaults,
  schemaValues,
  toast,
  useForm,
  useOnChange,
} from "@comptoir/kit";
import { ProviderMark } from "./ProviderMark";

/** A plugin that something can be connected to, and the form it asks for. */
export interface Connectable {
  type: string;
  name: string;
  settings: SettingsSchema;
  /** Address of its picture. */
  logo?: string | null;
}

/** What its form says. */
interface ConnectWords {
  /** What is connected to: "Provider". */
  plugin: string;
  /** Who is asked refuses what was typed. */
  refused: string;
  done: (name: string) => string;
  failed: (name: string) => string;
  /** The button: who is connected to is asked before anything is kept. */
  test: string;
}

interface ConnectFormProps {
  /** Those that are chosen from, the first one at the beginning. */
  types: [Connectable, ...Connectable[]];
  words: ConnectWords;
  /** Connects to one of them with what it asked for, secrets included. */
  connect: (type: string, data: Record<string, unknown>) => Promise<unknown>;
  /** It is connected. */
  onDone?: () => void;
  onClose: () => void;
}

/** The form of a connection to a plugin's service: which, and what its settings ask for. Secrets are typed, never shown. */
export function ConnectForm({ types, words, connect, onDone, onClose }: ConnectFormProps) {
  const [first] = types;
  const form = useForm<{ type: string; data: Record<string, unknown> }>({
    defaultValues: { type: first.type, data: schemaDefaults(first.settings) },
  });
  const chosen = form.watch("type");
  const { type, name, logo, settings } = types.find((each) => each.type === chosen) ?? first;

  // A secret of one service must not go to another that calls its own the same.
  useOnChange(form, "type", (to) => {
    const other = types.find((each) => each.type === to) ?? first;
    form.setValue("data", schemaDefaults(other.settings));
    form.clearErrors("data");
  });

  const send = async ({ data }: { data: Record<string, unknown> }) => {
    await connect(type, schemaValues(settings, data));
    toast(words.done(name));
    onClose();
    onDone?.();
  };
  return (
    <Form form={form} onSubmit={send} failure={words.failed(name)} isSecret>
      <Stack>
        {types.length > 1 ? (
          <ChoiceField
            name="type"
            label={words.plugin}
            choices={types.map((each) => ({
              value: each.type,
              label: each.name,
              mark: <ProviderMark name={each.name} logo={each.logo} />,
            }))}
            required
          />
        ) : (
          <Row>
            <ProviderMark name={name} logo={logo} />
            <strong>{name}</strong>
          </Row>
        )}
        <FormAlert name="data" title={words.refused} />
        <SchemaForm key={type} schema={settings} prefix="data" autoFocus={types.length === 1} />
        <DialogBar label={words.test} onClose={onClose} />
      </Stack>
    </Form>
  );
}
