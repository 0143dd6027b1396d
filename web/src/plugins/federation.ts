// The one list of modules that plugins share with the portal. Loaded when a plugin's screen is first opened.
import * as kit from "@comptoir/kit";
import { createInstance } from "@module-federation/enhanced/runtime";
import injectExternalRuntimeCore from "@module-federation/inject-external-runtime-core-plugin";
import * as i18next from "i18next";
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as reactDom from "react-dom";
import * as reactDomClient from "react-dom/client";
import * as reactI18next from "react-i18next";
import * as swr from "swr";
import * as swrInternal from "swr/_internal";
import * as swrInfinite from "swr/infinite";
import * as swrMutation from "swr/mutation";
import * as zustand from "zustand";
import * as reactRouter from "./shared-router";

/** Set by the build, from the installed packages. */
declare const SHARED_VERSIONS: Record<string, string>;

const eager = (name: string, module: unknown) => ({
  version: SHARED_VERSIONS[name] ?? "0.0.0",
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: false as const, eager: true },
});

/** Fetched when the first plugin that imports it is loaded. */
const lazy = (name: string, load: () => Promise<unknown>) => ({
  version: SHARED_VERSIONS[name] ?? "0.0.0",
  get: async () => {
    const module = await load();
    return () => module;
  },
  shareConfig: { singleton: true, requiredVersion: false as const },
});

const federation = createInstance({
  name: "shell",
  remotes: [],
  plugins: [injectExternalRuntimeCore()],
  shared: {
    react: eager("react", react),
    "react/jsx-runtime": eager("react", jsxRuntime),
    "react-dom": eager("react-dom", reactDom),
    "react-dom/client": eager("react-dom", reactDomClient),
    "react-router": eager("react-router", reactRouter),
    swr: eager("swr", swr),
    "swr/_internal": eager("swr", swrInternal),
    "swr/infinite": eager("swr", swrInfinite),
    "swr/mutation": eager("swr", swrMutation),
    zustand: eager("zustand", zustand),
    i18next: eager("i18next", i18next),
    "react-i18next": eager("react-i18next", reactI18next),
    recharts: lazy("recharts", () => import("recharts")),
    "@comptoir/kit": eager("@comptoir/kit", kit),
  },
});

/** Loads the module `./plugin` of the remote at `entry`. */
export async function loadRemote(id: string, entry: string): Promise<kit.PluginModule> {
  federation.registerRemotes([{ name: id, entry, type: "module" }], { force: true });
  const module = await federation.loadRemote<{ default?: kit.PluginModule }>(`${id}/plugin`);
  if (!module?.default) throw new Error(`the remote of ${id} exposes no plugin`);
  return module.default;
}
