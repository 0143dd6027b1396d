// Writes the component: dist/acme.wasm.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { componentize } from "@bytecodealliance/componentize-js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { component } = await componentize({
  sourcePath: here("plugin.js"),
  witPath: here("wit"),
  worldName: "connector",
  // A plugin's only way to the network is comptoir:plugin/http.
  disableFeatures: ["http", "fetch-event"],
});
await mkdir(here("dist"), { recursive: true });
await writeFile(here("dist/acme.wasm"), component);
