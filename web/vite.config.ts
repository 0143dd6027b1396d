import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { precompress, SHARED } from "@comptoir/kit/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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

/**
 * What so many parts of the portal share is one file as well: small ones compress badly, and ask thirty times where once does.
 * Of fewer, a list would fetch what only forms and charts have in common.
 */
const COMMON = { name: "common", minShareCount: 78, includeDependenciesRecursively: false };

/**
 * The addresses of all screens and what they take, which the router asks for at once: one file where small ones, one for each
 * set of pages that share some, were thirty.
 */
const PATHS = {
  name: "paths",
  test: /\/src\/.*\/(paths|permissions)\.ts$/,
  includeDependenciesRecursively: false,
};

/** What screens of a factory are made of, and what they fetch when somebody presses something. */
const OFFLINE = [
  /\/web\/src\/(app|i18n|identity|live|notes|offline|palette|production\/(factoryArea|files|productions|products|projects))\//,
  /\/web\/kit\/src\/(?!address|board|chart|figures|grid|import|navigate|plugin|shipping|stories)/,
  // In all languages: one may change it without a network, and two of four are a file each (src/i18n).
  /\/web\/locales\/\w+\/(factoryArea|identity|jobs|labels|notes|product(Files|ions)|projects|projectProducts|shell|tags)\.json/,
  /\/web\/kit\/locales\/(history|kit|parts)\./,
  /\/node_modules\/(eventsource|@mantine\/notifications)\//,
];
/** What shows PDFs is the largest of all, and kept by who has looked at one. */
const LARGE = /pdf/i;

const isKept = (module: string) => OFFLINE.some((part) => part.test(module)) && !LARGE.test(module);
const showsPdfs = (module: string) =>
  LARGE.test(module) && /\/web\/kit\/src\/files\/|\/node_modules\/pdfjs-dist\//.test(module);

/** Tells in `offline.json` which files a factory keeps (`src/offline/shell.ts`), with all that these import. */
function offlineFiles(): Plugin {
  return {
    name: "comptoir:offline",
    apply: "build",
    // Which styles belong to which script is known once vite is done with them.
    enforce: "post",
    generateBundle(_, bundle) {
      /** The files with such modules, and what these import. */
      const filesOf = (isMeant: (module: string) => boolean) => {
        const files = new Set<string>();
        const add = (name: string) => {
          if (files.has(name)) return;
          files.add(name);
          const chunk = bundle[name];
          if (chunk?.type !== "chunk") return;
          for (const each of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) add(each);
        };
        for (const [name, chunk] of Object.entries(bundle)) {
          // One that only hands on what another holds has no modules of its own.
          const modules = chunk.type === "chunk" ? [chunk.facadeModuleId ?? "", ...chunk.moduleIds] : [];
          if (modules.some(isMeant)) add(name);
        }
        return [...files].map((name) => `/${name}`);
      };
      const screens = filesOf(isKept);
      // The worker that reads them is no module of the portal's.
      const workers = Object.keys(bundle).filter((name) => /\/pdf\.worker[^/]*js$/.test(name));
      const pdfs = [...filesOf(showsPdfs), ...workers.map((name) => `/${name}`)];
      const source = JSON.stringify({ screens, pdfs: pdfs.filter((name) => !screens.includes(name)) });
      this.emitFile({ type: "asset", fileName: "offline.json", source });
    },
  };
}

/**
 * The page of plugins' isolated screens is a build of its own: files that it had in common with the portal would be cut by
 * the needs of both, and a page without an origin finds nothing in the browser's cache anyway.
 */
const PORTAL = {
  output: {
    codeSplitting: { groups: [FIRST, COMMON, PATHS] },
    // The names of all screens' files stand in the portal's own, and are as short as they may be.
    chunkFileNames: "assets/[name]-[hash:7].js",
  },
};
const FRAME = { input: "frame.html" };

export default defineConfig(({ mode }) => {
  const isFrame = mode === "frame";
  return {
    base: isFrame ? "/frame/" : "/",
    publicDir: isFrame ? false : "public",
    // The stories are looked at here and now; nobody waits for them on a slow line.
    plugins: [react(), !isFrame && offlineFiles(), mode !== "stories" && precompress()],
    define: {
      SHARED_VERSIONS: JSON.stringify(
        Object.fromEntries(SHARED.filter(isPackage).map((n) => [n, version(n)])),
      ),
    },
    build: {
      target: "es2023",
      outDir: isFrame ? "dist/frame" : "dist",
      // recharts is one chunk of its own, fetched by who draws charts.
      chunkSizeWarningLimit: 700,
      rolldownOptions: isFrame ? FRAME : PORTAL,
    },
    server: {
      host: "127.0.0.1",
      port: 5173,
      strictPort: true,
      proxy: {
        "^/(api|plugins)(/|$)": host,
        "^/frame/[^/]+/[^/]+$": { target: host, bypass: () => "/frame.html" },
      },
      // A frame has no origin to be named by.
      cors: { origin: ["null", /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/] },
    },
  };
});
