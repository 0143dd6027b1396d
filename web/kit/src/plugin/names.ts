import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useGet } from "../api/hooks";

/** The plugins whose screens this user may see. */
export const usePlugins = () => useGet("/plugins", {});

/** What a plugin is called, as far as this user may know; else its id. */
export function usePluginName(): (id: string) => string {
  const { data } = usePlugins();
  return useCallback((id) => data?.find((plugin) => plugin.id === id)?.name ?? id, [data]);
}

/** Parts of the portal that write under names of their own, and plugins' parts: `schedule`, `webhook gorgias`. */
const PART = /^(?:orders|schedule|mail|charts|demo|(?:plugin|webhook|schedule|task) (.+))$/;

/** Who did something: a person, a connector, or the portal by itself. */
export function useActorName(): (name: string) => string {
  const { t } = useTranslation("kit");
  const nameOf = usePluginName();
  return useCallback(
    (name) => {
      const part = PART.exec(name);
      if (!part) return name;
      return part[1] ? t("actor.connector", { name: nameOf(part[1]) }) : t("actor.portal");
    },
    [t, nameOf],
  );
}

/** What an action is called that the history tells of (`gorgias.close`), as far as this user may know; else its id. */
export function useActionName(): (id: string) => string {
  const { data: plugins } = usePlugins();
  const { i18n } = useTranslation();
  return (id) => {
    const [plugin, name] = id.split(".");
    const actions = plugins?.find((known) => known.id === plugin)?.actions;
    const label = actions?.find((known) => known.name === name)?.label;
    return label?.[i18n.resolvedLanguage === "fr" ? "fr" : "en"] ?? id;
  };
}
