import { History, type HistoryEntry, schemaEntries, useCan, useFormats, usePluginName } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { ShippingSettings } from "../shipping/api";
import { type ConnectorType, type Store, useConnectorTypes } from "./api";
import { useLinkTypes } from "./useStoreLabels";

/** How the history names a price that was agreed on, before its country, weights and day. */
const EXCEPTION = "shippingException ";
/** The same of a goal, before its month. */
const GOAL = "goal ";

/** What stands in the lists of a store in a few words, as a change of it is change. */
function useValues(types: ConnectorType[]) {
  const { t } = useTranslation(["shipping", "stores"]);
  const { money, percent } = useFormats();
  const pluginName = usePluginName();
  const links = useLinkTypes();
  return (field: string, value: unknown): string | undefined => {
    if (field === "organizations") {
      const { name, ownershipPercentage } = value as Store["organizations"][number];
      return `${name} · ${percent(ownershipPercentage)}`;
    }
    if (field === "links") {
      const { type, url } = value as Store["links"][number];
      return `${links[type] ?? type} · ${url}`;
    }
    if (field === "charges") {
      const { name, price, unit } = value as Store["charges"][number];
      return `${name} · ${money(price)} / ${unit}`;
    }
    if (field === "providers") {
      const { id, enable, supplementFeePercent } = value as ShippingSettings["providers"][number];
      const values = { provider: pluginName(id), supplement: percent(supplementFeePercent) };
      return enable ? t("settings.told.on", values) : t("settings.told.off", values);
    }
    if (field.startsWith(GOAL)) return money(String(value));
    if (field === "ticketBasis") return t(`stores:ticketBasis.${value as Store["ticketBasis"]}`);
    return field === "plugin" ? types.find(({ type }) => type === value)?.name : undefined;
  };
}

/** What the provider of a connection that changed calls the settings that it asks for. */
function useSettingNames(types: ConnectorType[]) {
  const { i18n } = useTranslation();
  return ({ changes }: HistoryEntry): Record<string, string> => {
    const change = changes.find(({ field }) => field === "plugin");
    const plugin: unknown = change?.after ?? change?.before;
    // What does not tell whose they are goes by any provider's words.
    const candidates = change ? types.filter(({ type }) => type === plugin) : types;
    const entries = candidates.flatMap(({ settings }) =>
      schemaEntries(settings, i18n.resolvedLanguage ?? "fr"),
    );
    return Object.fromEntries(entries.map(({ name, label }) => [`settings.${name}`, label]));
  };
}

/** The exceptions that changed, which are named by their country, weights and day. */
function useExceptionNames() {
  const { t } = useTranslation("shipping");
  return ({ changes }: HistoryEntry): Record<string, string> => {
    const changed = changes.filter(({ field }) => field.startsWith(EXCEPTION));
    const named = changed.map(({ field }) => [
      field,
      t("settings.exception", { place: field.slice(EXCEPTION.length) }),
    ]);
    return Object.fromEntries(named);
  };
}

/** The goals that changed, which are named by their month. */
function useGoalNames() {
  const { t } = useTranslation("goals");
  const { month } = useFormats();
  return ({ changes }: HistoryEntry): Record<string, string> => {
    const changed = changes.filter(({ field }) => field.startsWith(GOAL));
    return Object.fromEntries(
      changed.map(({ field }) => [field, t("history", { month: month(`${field.slice(GOAL.length)}-01`) })]),
    );
  };
}

/** Who changed what of a store, in the words of its form. */
export function StoreHistory({ storeId }: { storeId: string }) {
  const { t } = useTranslation(["stores", "shipping"]);
  const { types = [] } = useConnectorTypes(useCan()("READ_CONNECTOR"));
  const settingNames = useSettingNames(types);
  const exceptionNames = useExceptionNames();
  const goalNames = useGoalNames();
  return (
    <History
      entity="store"
      id={storeId}
      values={useValues(types)}
      fields={(entry) => ({
        name: t("field.name"),
        organizations: t("section.organizations"),
        seedingCost: t("field.seedingCost"),
        ticketCost: t("field.ticketCost"),
        ticketBasis: t("field.ticketBasis"),
        returnCost: t("field.returnCost"),
        shippingMargin: t("field.shippingMargin"),
        shippingAdditionalCost: t("field.shippingAdditionalCost"),
        providers: t("shipping:settings.providers"),
        marginPercent: t("shipping:settings.margin"),
        additionalCost: t("shipping:settings.additional"),
        discountPercent: t("shipping:settings.discount"),
        links: t("section.links"),
        charges: t("section.charges"),
        plugin: t("connector.plugin"),
        settings: t("connector.settings"),
        setupDismissed: t("setup.dismissed"),
        ...settingNames(entry),
        ...exceptionNames(entry),
        ...goalNames(entry),
      })}
    />
  );
}
