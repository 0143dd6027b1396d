import {
  CopyId,
  DateTime,
  type Fact,
  Facts,
  Quiet,
  type SchemaEntry,
  schemaEntries,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Connector, ConnectorType } from "./api";

function useSettingText() {
  const { t } = useTranslation("stores");
  const { date, number } = useFormats();
  return (value: unknown, format?: string): string => {
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    if (typeof value === "number") return number(value);
    return format === "date" ? date(String(value)) : String(value);
  };
}

/** The provider's settings in the words of its form; without it, of a plugin that is off, by their own names. */
function useSettings({ data }: Connector, type: ConnectorType | undefined): Fact[] {
  const { t, i18n } = useTranslation("stores");
  const text = useSettingText();
  const values = data as Record<string, unknown>;
  const named: Pick<SchemaEntry, "name" | "label" | "format" | "writeOnly">[] = type
    ? schemaEntries(type.settings, i18n.resolvedLanguage ?? "fr")
    : Object.keys(values).map((name) => ({ name, label: name }));
  return named.flatMap(({ name, label, format, writeOnly }): Fact[] => {
    if (writeOnly) return [{ label, value: <Quiet>{t("connector.secret")}</Quiet> }];
    return values[name] === undefined ? [] : [{ label, value: text(values[name], format) }];
  });
}

/** Who plays a role for the store, with what settings. */
export function ConnectorFacts({ connector, type }: { connector: Connector; type?: ConnectorType }) {
  const { t } = useTranslation("stores");
  const synchronized = connector.synchronizedAt;
  return (
    <Facts
      facts={[
        { label: t("connector.plugin"), value: type?.name ?? connector.type },
        ...useSettings(connector, type),
        {
          label: t("connector.synchronized"),
          value: synchronized ? <DateTime at={synchronized} /> : t("connector.never"),
        },
        { label: t("connector.connected"), value: <DateTime at={connector.createdAt} /> },
        ...(connector.webhookAddress
          ? [{ label: t("connector.webhookAddress"), value: <CopyId value={connector.webhookAddress} /> }]
          : []),
      ]}
    />
  );
}
