import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
    include: ["web/{src,kit/src}/**/*.test.{ts,tsx}", "plugins/*/web/src/**/*.test.{ts,tsx}"],
    setupFiles: ["./web/kit/src/testing/setup.ts", "./web/src/testing/setup.ts"],
    // Mantine brings its CSS modules compiled; there is nothing to process.
    css: false,
    testTimeout: 30_000,
    server: { deps: { inline: [/@comptoir/] } },
  },
});
