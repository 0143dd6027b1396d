import type { ComponentType } from "react";

/** The contract's major number: a remote built for another one is not loaded. Same as the package's version. */
export const KIT_MAJOR = 1;

/** What a plugin's remote exposes as the default export of `./plugin`. */
export interface PluginModule {
  /** The plugin's id; also the name of its translations. */
  id: string;
  /** The screens that the manifest announces, by their path: `/admin/bigblue/product`. */
  screens: Record<string, () => Promise<{ default: ComponentType }>>;
  /** Translations by language, `fr` and `en`. */
  messages: Record<string, Record<string, unknown>>;
}

/** Checks the shape of a plugin's default export where it is written. */
export const definePlugin = (plugin: PluginModule): PluginModule => plugin;
