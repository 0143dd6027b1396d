import type { Plugin, UserConfig } from "vite";

/** Modules that the shell provides to plugins at run time, one copy each. */
export const SHARED: string[];
/** Writes `.br` and `.gz` beside every text asset of a build. */
export function precompress(): Plugin;
/** The vite configuration of a plugin's screens. */
export function pluginConfig(plugin: { id: string; port: number; charts?: boolean }): UserConfig;
