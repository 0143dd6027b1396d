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

/** What an action is called that the history tells of (`gorgias.close`), as far as this user may know; else its id. */
export function useActionName(): (id: string) => string {
  const { data: plugins } = usePlugins();
  const { i18n } = useTranslation();
  return (id) => {
    const [plugin, name] = id.split(".");
    const actions = plugins?.find((known) => known.id === plugin)?.actions;
    const label = actions?.find((known) => known.name === name)?.label;
    return label?.[i18n.language === "en" ? "en" : "fr"] ?? id;
  };
}
