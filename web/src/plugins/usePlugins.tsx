import { isIconName, type Schemas } from "@comptoir/kit";
import { type ComponentType, lazy } from "react";
import type texts from "../../locales/fr/plugins.json";
import { type Feature, GROUPS, type GroupId, type Screen } from "../app/feature";
import { belowArea } from "./allowed";
import { PluginScreen } from "./PluginScreen";

const IsolatedPlugin = lazy(() => import("./IsolatedPlugin"));

type Plugin = Schemas["Plugin"];
type PluginScreenEntry = Schemas["PluginScreen"];

const groupOf = (name: string): GroupId => GROUPS.find((group) => group === name) ?? "integrations";

/**
 * One component a screen and version, so that navigating and refetching keep what is mounted; one a plugin whose screens
 * are isolated, all of them in the same frame.
 */
const pages = new Map<string, ComponentType>();

function pageOf(plugin: Plugin, screen: PluginScreenEntry): ComponentType {
  const build = `${plugin.id}@${plugin.version} ${plugin.entry}`;
  const key = plugin.frame ? `${build} ${screen.area}` : `${build} ${screen.path}`;
  const known = pages.get(key);
  if (known) return known;
  const Page = () =>
    plugin.frame ? <IsolatedPlugin plugin={plugin} /> : <PluginScreen plugin={plugin} path={screen.path} />;
  pages.set(key, Page);
  return Page;
}

function screenOf(plugin: Plugin, screen: PluginScreenEntry): Screen {
  return {
    area: screen.area === "customer" ? "customer" : "admin",
    path: belowArea(screen),
    // What was opened stays from one of its screens to the next.
    keep: plugin.frame ?? undefined,
    permission: screen.permission,
    page: pageOf(plugin, screen),
    menu: screen.menu
      ? {
          group: groupOf(screen.group),
          label: screen.label,
          icon: isIconName(screen.icon) ? screen.icon : "integrations",
        }
      : undefined,
  };
}

/** What the plugins bring, in the form of the portal's own domains: the routes and the navigation see no difference. */
export const pluginFeatures = (plugins: Plugin[] | undefined): Feature[] =>
  (plugins ?? []).map((plugin) => ({
    id: plugin.id,
    screens: plugin.screens.map((screen) => screenOf(plugin, screen)),
  }));

declare module "@comptoir/kit" {
  interface PortalResources {
    plugins: typeof texts;
  }
}
