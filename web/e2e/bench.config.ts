import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

/** What the browser takes for what people do, measured beside nothing else: `cargo xtask bench grid`. */
export default defineConfig({
  ...journeys,
  timeout: 300_000,
  projects: [{ name: "bench", testMatch: "*.bench.ts" }],
  workers: 1,
  retries: 0,
});
