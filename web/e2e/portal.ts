// A whole Comptoir of its own: the provider's simulator, the host with its private PostgreSQL, the demo company.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";

const root = resolve(import.meta.dirname, "../..");

export interface Portal {
  url: string;
  /** A fresh sign-in link by role, as printed at the start. Each works once. */
  links: Record<string, string>;
  /** The text of the latest mail to an address. */
  mail(to: string): string;
}

/** Waits for a line of a program's output that fits, and gives what the pattern caught. */
function said(program: ChildProcess, pattern: RegExp): Promise<string> {
  const stdout = program.stdout;
  if (!stdout) throw new Error("its output is not piped");
  return new Promise((found, failed) => {
    program.once("exit", (code) => failed(new Error(`ended with ${code} before it said ${pattern}`)));
    createInterface(stdout).on("line", (line) => {
      const caught = pattern.exec(line)?.[1];
      if (caught) found(caught);
    });
  });
}

async function stop(program: ChildProcess) {
  if (program.exitCode !== null) return;
  const ended = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  await ended;
}

export const test = base.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "comptoir e2e "));
      const simulator = spawn(process.env.SIMULATOR_BIN ?? "", ["--port", "0"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const provider = await said(simulator, /(http:\/\/\S+)/);
      const overlay = join(folder, "plugins.toml");
      writeFileSync(
        overlay,
        `[plugins.bigblue]\nbase_urls = { "https://api.bigblue.co" = "${provider}" }\nprivate = ["${new URL(provider).host}"]\n`,
      );
      const env = {
        ...process.env,
        COMPTOIR_PORT: "0",
        COMPTOIR_DATA: join(folder, "data"),
        COMPTOIR_WEB: join(root, "web/dist"),
        COMPTOIR_PLUGINS: `${join(root, "plugins.toml")}:${overlay}`,
        COMPTOIR_DEMO: "true",
      };
      const bin = process.env.COMPTOIR_BIN ?? "";
      const host = spawn(bin, ["serve"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
      const [url, admin, customer] = await Promise.all([
        said(host, /Comptoir is ready: (\S+)/),
        said(host, /Sign in as admin: (\S+)/),
        said(host, /Sign in as customer: (\S+)/),
      ]);
      const mail = (to: string) =>
        execFileSync(bin, ["outbox", "--to", to], { cwd: root, env, encoding: "utf8" });
      await use({ url, links: { admin, customer }, mail });
      await stop(host);
      await stop(simulator);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});

export { expect } from "@playwright/test";
