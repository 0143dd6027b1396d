import { federation } from "@module-federation/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.js";
import { SHARED } from "./shared.js";

export { precompress, SHARED };

const ENTRY = "./src/plugin.tsx";

/**
 * Has the remote find all of what is shared. Federation offers what it has seen imported while modules are parsed, and takes ten
 * quiet milliseconds for their end: on a busy machine it missed modules that came later, whose imports then did not exist. To the
 * entry, which it reads first, each package is added as a whole, where nothing runs.
 */
function sharedAsAWhole(shared) {
  const imports = shared.map((name) => `import(${JSON.stringify(name)})`).join(", ");
  return {
    name: "comptoir:shared-as-a-whole",
    apply: "build",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith(ENTRY.slice(1)) ? { code: `${code}\nif (false) void [${imports}];\n`, map: null } : null,
  };
}

/**
 * The vite configuration of a plugin's screens: exposes `./plugin` from src/plugin.tsx and builds into
 * `plugins/<id>/dist/web`, relocatable below any path.
 *
 * @param {{ id: string, port: number, charts?: boolean }} plugin its id, the port of its development server, and
 *   whether it draws charts: what is shared is fetched with the plugin, so recharts is only for those who need it
 */
export function pluginConfig({ id, port, charts = false }) {
  const shared = charts ? SHARED : SHARED.filter((name) => name !== "recharts");
  return defineConfig({
    base: "./",
    plugins: [
      sharedAsAWhole(shared),
      react({ reactRefreshHost: process.env.SHELL_ORIGIN ?? "http://localhost:5173" }),
      federation({
        name: id,
        filename: "remoteEntry.js",
        manifest: true,
        dts: false,
        // The shell's federation runtime serves remotes too; a copy in each costs 20 kB.
        experiments: { externalRuntime: true },
        disableRemote: true,
        disableSnapshot: true,
        exposes: { "./plugin": ENTRY },
        shared: Object.fromEntries(shared.map((name) => [name, { singleton: true, import: false }])),
      }),
      precompress(),
    ],
    server: { port, strictPort: true, origin: `http://localhost:${port}` },
    build: {
      target: "es2023",
      outDir: "../dist/web",
      emptyOutDir: true,
      modulePreload: false,
      // A remote has no page of its own; without an input vite looks for index.html.
      rolldownOptions: { input: ENTRY },
    },
  });
}
