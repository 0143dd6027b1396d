import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
    include: ["web/{src,kit/src}/**/*.test.{ts,tsx}", "plugins/*/web/src/**/*.test.{ts,tsx}"],
    // One kit and one page for all files of a worker: each file's own took two thirds of the time. What a test leaves is put
    // away by the setup files and by these.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: "100%",
    alias: [
      {
        find: /^zustand$/,
        replacement: fileURLToPath(new URL("web/kit/src/testing/zustand.ts", import.meta.url)),
      },
    ],
    setupFiles: ["./web/kit/src/testing/setup.ts", "./web/src/testing/setup.ts"],
    // Mantine brings its CSS modules compiled; there is nothing to process.
    css: false,
    // A deadline too: the longest takes four seconds alone, and twenty beside a compiler on its two processors.
    testTimeout: 120_000,
    server: { deps: { inline: [/@comptoir/] } },
  },
});
