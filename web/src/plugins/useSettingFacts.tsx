import {
  type Fact,
  Quiet,
  type SchemaEntry,
  type SettingsSchema,
  schemaEntries,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** What stands for values that are not written as they are. */
interface SettingWords {
  yes: string;
  no: string;
  /** In the place of a secret. */
  secret: string;
}

/** A connection's settings in the words of its form; without that, of a plugin that is off, by their own names. */
export function useSettingFacts(
  data: object,
  settings: SettingsSchema | undefined,
  words: SettingWords,
  /** The secrets that are kept; without it each is. */
  secrets?: string[],
): Fact[] {
  const { i18n } = useTranslation();
  const { date, number } = useFormats();
  const text = (value: unknown, format?: string): string => {
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (typeof value === "number") return number(value);
    return format === "date" ? date(String(value)) : String(value);
  };
  const values = data as Record<string, unknown>;
  const named: Pick<SchemaEntry, "name" | "label" | "format" | "writeOnly">[] = settings
    ? schemaEntries(settings, i18n.resolvedLanguage ?? "fr")
    : Object.keys(values).map((name) => ({ name, label: name }));
  return named.flatMap(({ name, label, format, writeOnly }): Fact[] => {
    if (writeOnly)
      return secrets?.includes(name) === false ? [] : [{ label, value: <Quiet>{words.secret}</Quiet> }];
    return values[name] === undefined ? [] : [{ label, value: text(values[name], format) }];
  });
}
