import { KIT_MAJOR, type PluginModule, type Schemas } from "@comptoir/kit";
import i18next from "i18next";
import { WHOLE_LANGUAGES } from "../i18n";
import type { FrameFailure } from "./channel";

type Plugin = Schemas["Plugin"];

const TIMEOUT_MS = 10_000;
const loads = new Map<string, Promise<PluginModule>>();

/** Where plugins' screens come from. The federation's runtime is fetched with the first of them. */
export const remotes = {
  load: async (id: string, entry: string): Promise<PluginModule> =>
    (await import("./federation")).loadRemote(id, entry),
};

/** Why a plugin's screens cannot be shown. */
export class PluginError extends Error {
  readonly reason: FrameFailure;
  constructor(reason: PluginError["reason"], detail: string) {
    super(detail);
    this.reason = reason;
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PluginError("timeout", `no answer in ${TIMEOUT_MS / 1_000} s`)),
      TIMEOUT_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function load(plugin: Plugin): Promise<PluginModule> {
  if (Number.parseInt(plugin.kit ?? "", 10) !== KIT_MAJOR) {
    throw new PluginError("kit", `built for kit ${plugin.kit}, the portal has ${KIT_MAJOR}`);
  }
  if (!plugin.entry) throw new PluginError("failed", "the plugin brings no screens");
  const { entry } = plugin;
  const module = await within(remotes.load(plugin.id, entry));
  for (const language of WHOLE_LANGUAGES) {
    // What is not said in a language is said in English.
    i18next.addResourceBundle(language, plugin.id, { ...module.messages.en }, true, true);
    i18next.addResourceBundle(language, plugin.id, { ...module.messages[language] }, true, true);
  }
  return module;
}

/**
 * A plugin's remote, loaded once a version and when first needed; a failed load can be tried again.
 *
 * @throws {PluginError}
 */
export function loadPlugin(plugin: Plugin): Promise<PluginModule> {
  const key = `${plugin.id}@${plugin.version}`;
  const known = loads.get(key);
  if (known) return known;
  const loading = load(plugin).catch((error: unknown) => {
    loads.delete(key);
    throw error instanceof PluginError ? error : new PluginError("failed", String(error));
  });
  loads.set(key, loading);
  return loading;
}
