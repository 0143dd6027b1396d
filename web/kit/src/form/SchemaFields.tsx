import { PasswordInput, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { DateField } from "../dates/DateField";
import { NONE } from "../display/values";
import { CheckboxField } from "./CheckboxField";
import { NumberField } from "./NumberField";
import { type Checks, useRules } from "./rules";
import { SelectField } from "./SelectField";
import { readPattern, reduced, type SchemaEntry, type SettingsSchema, schemaEntries } from "./schema";

type EntryProps = SchemaEntry & { autoFocus?: boolean };

const KINDS: Record<string, Checks["kind"]> = { email: "email" };
const INPUT_TYPES: Record<string, string> = { email: "email", uri: "url" };

/** A text; a secret is hidden while it is typed, and no browser remembers it. */
function TextEntry(props: EntryProps) {
  const { t } = useTranslation("kit");
  const { register, getFieldState, getValues, setValue, formState } = useFormContext();
  const { error } = getFieldState(props.name, formState);
  const rules = useRules({ ...props, kind: KINDS[props.format ?? ""] });
  const pattern = readPattern(props.pattern);
  const shared = {
    label: props.label,
    description: props.description,
    withAsterisk: props.required,
    "aria-required": props.required,
    "data-autofocus": props.autoFocus || undefined,
    autoFocus: props.autoFocus,
    error: error?.message,
    ...register(props.name, {
      ...rules,
      pattern: pattern && { value: pattern, message: t("form.pattern") },
      ...(props["x-reduce"] && {
        setValueAs: (typed: unknown) => reduced(props, typed),
        // What was pasted is seen as what it means.
        onBlur: () => setValue(props.name, reduced(props, getValues(props.name))),
      }),
    } as typeof rules),
  };
  if (!props.writeOnly) {
    return <TextInput {...shared} type={INPUT_TYPES[props.format ?? ""]} autoComplete="off" />;
  }
  return (
    <PasswordInput
      {...shared}
      // The library says so of its other fields only.
      aria-invalid={error ? true : undefined}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": t("form.reveal", { field: props.label }), tabIndex: 0 }}
    />
  );
}

function Entry(entry: EntryProps) {
  const { name, label, description, required, options } = entry;
  if (options) {
    const none = required ? [] : [{ value: "", label: NONE }];
    return <SelectField {...{ name, label, description, required }} options={[...none, ...options]} />;
  }
  // No is an answer too: a required yes or no is not one that has to be yes.
  if (entry.type === "boolean") return <CheckboxField {...{ name, label, description }} />;
  if (entry.type === "number" || entry.type === "integer") {
    const decimals = entry.type === "integer" ? 0 : undefined;
    return <NumberField {...entry} min={entry.minimum} max={entry.maximum} decimals={decimals} />;
  }
  if (entry.format === "date") return <DateField {...{ name, label, description, required }} />;
  return <TextEntry {...entry} />;
}

interface SchemaFormProps {
  /** A JSON Schema of plain values; start with `schemaDefaults`, send what `schemaValues` makes of them. */
  schema: SettingsSchema;
  /** The name of the object in the form: "data". */
  prefix: string;
  /** The first field has the focus. */
  autoFocus?: boolean;
}

/** The fields that a JSON Schema asks for, inside a `Form`. */
export function SchemaForm({ schema, prefix, autoFocus = false }: SchemaFormProps) {
  const { i18n } = useTranslation();
  const entries = schemaEntries(schema, i18n.resolvedLanguage ?? "fr");
  return entries.map((entry, index) => (
    <Entry
      key={entry.name}
      {...entry}
      name={`${prefix}.${entry.name}`}
      autoFocus={autoFocus && index === 0}
    />
  ));
}
