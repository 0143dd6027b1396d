import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { precompress, SHARED } from "@comptoir/kit/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const folders = createRequire(import.meta.url).resolve.paths("x") ?? [];
const isPackage = (name: string) => name.split("/").length === (name.startsWith("@") ? 2 : 1);

/** The installed version of a package, for the share scope that plugins' remotes look into. */
function version(name: string): string {
  const folder = folders.find((path) => existsSync(join(path, name, "package.json")));
  if (!folder) throw new Error(`${name} is shared with plugins but not installed`);
  return JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")).version;
}

/** Where the host listens, for the development server. */
const host = process.env.COMPTOIR_URL ?? "http://127.0.0.1:8080";

/**
 * All that main.tsx imports, in one file: in the thirty that it would be otherwise, one for each set of pages that share
 * something, a slow phone waits longer for answers than for their content. What the kit's index names besides stays apart.
 */
const FIRST = { name: "first", tags: ["$initial" as const], includeDependenciesRecursively: false };

export default defineConfig(({ mode }) => ({
  // The stories are looked at here and now; nobody waits for them on a slow line.
  plugins: [react(), mode !== "stories" && precompress()],
  define: {
    SHARED_VERSIONS: JSON.stringify(Object.fromEntries(SHARED.filter(isPackage).map((n) => [n, version(n)]))),
  },
  build: {
    target: "es2023",
    // recharts is one chunk of its own, fetched by who draws charts.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
  },
  server: { host: "127.0.0.1", port: 5173, strictPort: true, proxy: { "^/(api|plugins)(/|$)": host } },
}));
