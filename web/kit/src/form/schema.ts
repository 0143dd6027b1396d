/** Words by language: `{ "fr": "Clé d’API", "en": "API key" }`. */
type Words = Record<string, string>;

/** One of a property's values, with words for people: `{ "const": "eu", "x-labels": { "en": "Europe" } }`. */
interface ValueSchema {
  const: string | number;
  title?: string;
  "x-labels"?: Words;
}

/** One property of a schema, as far as forms draw it. */
interface PropertySchema {
  type?: "string" | "number" | "integer" | "boolean";
  enum?: (string | number)[];
  oneOf?: ValueSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: string | number | boolean;
  /** A secret: it can be set and never read. */
  writeOnly?: boolean;
  /** Of what is pasted, in small letters, its group is what is meant: of an address the shop. */
  "x-reduce"?: string;
  "x-order"?: number;
  "x-labels"?: Words;
  "x-descriptions"?: Words;
}

/** A JSON Schema of an object whose properties are plain values, with words for people. */
export interface SettingsSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

/** One field of the form that a schema makes. */
export interface SchemaEntry extends PropertySchema {
  name: string;
  label: string;
  description?: string;
  required: boolean;
  /** The values that it may have; none: any. */
  options?: { value: string; label: string }[];
}

const inLanguage = (words: Words | undefined, language: string) =>
  words?.[language] ?? words?.en ?? Object.values(words ?? {})[0];

/** The values that a property may have. */
const valuesOf = ({ oneOf, enum: values }: PropertySchema) =>
  oneOf ?? values?.map((value): ValueSchema => ({ const: value }));

/** The fields of a schema in their order, in the words of a language; those without words go by their name. */
export function schemaEntries({ properties = {}, required = [] }: SettingsSchema, language: string) {
  return Object.entries(properties)
    .map(
      ([name, property]): SchemaEntry => ({
        ...property,
        name,
        label: inLanguage(property["x-labels"], language) ?? name,
        description: inLanguage(property["x-descriptions"], language),
        required: required.includes(name),
        options: valuesOf(property)?.map((value) => ({
          value: String(value.const),
          label: inLanguage(value["x-labels"], language) ?? value.title ?? String(value.const),
        })),
      }),
    )
    .sort((a, b) => (a["x-order"] ?? Number.MAX_VALUE) - (b["x-order"] ?? Number.MAX_VALUE));
}

/** A pattern that the browser cannot read is left to the server. */
export function readPattern(pattern: string | undefined): RegExp | undefined {
  try {
    return pattern === undefined ? undefined : new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** What is meant by what was pasted; the text itself where that cannot be told. */
export function reduced(property: PropertySchema, typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  return readPattern(property["x-reduce"])?.exec(typed.trim().toLowerCase())?.[1] ?? typed;
}

/** What a form of this schema starts with. */
export function schemaDefaults({ properties = {} }: SettingsSchema): Record<string, string | boolean> {
  const start = ({ type, default: value }: PropertySchema) =>
    type === "boolean" ? value === true : String(value ?? "");
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, start(property)]));
}

function fromText(property: PropertySchema, typed: unknown): unknown {
  if (typeof typed !== "string") return typed;
  if (property["x-reduce"]) return reduced(property, typed);
  if (property.type === "number" || property.type === "integer") return Number(typed);
  return valuesOf(property)?.find((value) => String(value.const) === typed)?.const ?? typed;
}

/** What was filled in, as the schema wants it: numbers as numbers, nothing for what was left empty. */
export function schemaValues({ properties = {} }: SettingsSchema, typed: Record<string, unknown>) {
  const filled = Object.entries(properties).filter(
    ([name]) => !["", null, undefined].includes(typed[name] as ""),
  );
  return Object.fromEntries(filled.map(([name, property]) => [name, fromText(property, typed[name])]));
}
