// A whole Comptoir of its own: the simulators of the providers and the register, the host with its private PostgreSQL, the demo company.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import {
  type BrowserContext,
  test as base,
  expect,
  type Frame,
  type Locator,
  type Page,
} from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const root = resolve(import.meta.dirname, "../..");
/** Where the host and the simulators lie, built. */
export const programs = process.env.PROGRAMS ?? join(root, "target/debug");

export interface Portal {
  url: string;
  /** The simulators' addresses by plugin, to read their `/control/state` and set `/control/trouble`. */
  providers: Record<string, string>;
  /** The company register's simulator. */
  register: string;
  /** A sign-in link for somebody of the demo company; each works once. */
  link(email: string): string;
  /** The text of the latest mail to an address. */
  mail(to: string): string;
  /** Has the host's database do what no call does: time pass, for one. */
  sql(statement: string): void;
  /** Ends the host, and starts it again at the same address once `meanwhile` has ended. */
  withoutHost(meanwhile: () => Promise<void>): Promise<void>;
}

/** The demo company's people. */
export const PEOPLE = {
  admin: "admin@comptoir.example",
  customer: "merchant@aurore.example",
  factory: "atelier@ege.example",
};

interface Watch {
  /** What the browser complained of: exceptions, failed requests, messages on its console. */
  complaints: string[];
  /** Fails the test at its end when the browser complained of anything that none of these fits. */
  tolerate: (complaint: RegExp) => void;
  /** Listens to another page too. */
  listen: (page: Page) => void;
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

/** Worlds that a first pull is soon through: a desk gives its tickets one by one, and forty calls in twenty seconds. */
const SMALLER: Record<string, string[]> = { gorgias: ["--tickets", "40"] };

/** A running simulator: what it said at its start, and where its routes below `/control` are. */
async function simulate(name: string) {
  const program = spawn(join(programs, `${name}-simulator`), ["--port", "0", ...(SMALLER[name] ?? [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await said(program, / listening on (.*)/);
  return { name, program, line, control: /http:\S+/.exec(line)?.[0] ?? "" };
}

/** The operator's settings that send a plugin to its simulator (as `cargo xtask run` has them). */
function settingsOf(plugin: string, line: string) {
  const [, address = "", port = ""] = /:\/\/(\S+:(\d+))/.exec(line) ?? [];
  return readFileSync(join(root, "plugins", plugin, "simulator/demo.toml"), "utf8")
    .replaceAll("{address}", address)
    .replaceAll("{port}", port)
    .replaceAll("{host_key}", /host key (\S+)/.exec(line)?.[1] ?? "");
}

async function stop(program: ChildProcess) {
  if (program.exitCode !== null) return;
  const ended = new Promise((done) => program.once("exit", done));
  program.kill("SIGTERM");
  await ended;
}

interface Others {
  /** A page in another browser, watched as the first one. */
  another: () => Promise<Page>;
}

export const test = base.extend<{ watch: Watch } & Others, { portal: Portal; operator: string }>({
  operator: ["", { option: true, scope: "worker" }],
  portal: [
    async ({ operator }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "comptoir e2e "));
      // The account of the database enters: else its cluster would lie elsewhere, and stay.
      chmodSync(folder, 0o755);
      const plugins = globSync("*/simulator/demo.toml", { cwd: join(root, "plugins") }).map((path) =>
        path.slice(0, path.indexOf("/")),
      );
      const [register, ...simulators] = await Promise.all([simulate("registry"), ...plugins.map(simulate)]);
      const overlay = join(folder, "plugins.toml");
      writeFileSync(overlay, simulators.map(({ name, line }) => settingsOf(name, line)).join("\n"));
      // Off by default, as its service may be gone; here there is one.
      const more = join(folder, "more.toml");
      writeFileSync(more, `[plugins.cubyn]\nenabled = true\n${operator}`);
      const env = {
        ...process.env,
        COMPTOIR_DATA: join(folder, "data"),
        COMPTOIR_WEB: join(root, "web/dist"),
        COMPTOIR_PLUGINS: [join(root, "plugins.toml"), overlay, more].join(":"),
        COMPTOIR_DEMO: "true",
        COMPTOIR_REGISTRY__URL: register.control,
      };
      const bin = join(programs, "comptoir");
      const serve = (port: string) =>
        spawn(bin, ["serve"], {
          cwd: root,
          env: { ...env, COMPTOIR_PORT: port },
          stdio: ["ignore", "pipe", "inherit"],
        });
      const ready = (program: ChildProcess) => said(program, /Comptoir is ready: (\S+)/);
      let host = serve("0");
      const url = await ready(host);
      const command = (...words: string[]) => execFileSync(bin, words, { cwd: root, env, encoding: "utf8" });
      await use({
        url,
        providers: Object.fromEntries(simulators.map(({ name, control }) => [name, control])),
        register: register.control,
        link: (email) => command("user", "link", "--email", email).trim(),
        mail: (to) => command("outbox", "--to", to),
        sql(statement) {
          const cluster = join(folder, "data/postgres/postmaster.pid");
          const socket = readFileSync(cluster, "utf8").split("\n")[4] ?? "";
          const database = ["--host", socket, "--username", "comptoir", "--dbname", "comptoir"];
          execFileSync("psql", [...database, "--quiet", "--no-psqlrc", "--command", statement]);
        },
        async withoutHost(meanwhile) {
          await stop(host);
          await meanwhile().finally(() => {
            host = serve(new URL(url).port);
            return ready(host);
          });
        },
      });
      await stop(host);
      await Promise.all([register, ...simulators].map(({ program }) => stop(program)));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  watch: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const tolerated: RegExp[] = [];
      const listen = (watched: Page) => {
        watched.on("pageerror", (error) => complaints.push(error.message));
        watched.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning")
            complaints.push(`${message.text()} ${message.location().url}`.trim());
        });
      };
      listen(page);
      await use({ complaints, tolerate: (complaint) => tolerated.push(complaint), listen });
      const rest = complaints.filter((complaint) => !tolerated.some((known) => known.test(complaint)));
      expect(rest, "the browser has nothing to complain of").toEqual([]);
    },
    { auto: true },
  ],
  another: async ({ browser, portal, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: portal.url });
      contexts.push(context);
      const page = await context.newPage();
      watch.listen(page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Opens a link, which leads on to `at`, and waits until the portal let somebody in. */
export const signIn = (page: Page, portal: Portal, who: keyof typeof PEOPLE, at?: string) =>
  signInAs(page, portal, PEOPLE[who], at);

/** The same for somebody by their address. */
export async function signInAs(page: Page, portal: Portal, email: string, at = "/") {
  const link = new URL(portal.link(email));
  link.searchParams.set("continue", at);
  await follow(page, link.href);
  await page.waitForURL(/\/(admin|customer|factory)/);
}

/** Opens a link of a mail, and does what it is for: nothing happens before. */
export async function follow(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole("button", { name: /^(Se connecter|Sign in|Confirmer l’adresse)$/ }).click();
}

/** A record as the API answers it. */
export interface Answer {
  id: string;
  name: string;
}

/** Sends a call, with a session's token or without. */
async function send(portal: Portal, method: string, path: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${portal.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text).data : null;
}

/** How long the token of a session is good for, with time left for a journey. */
const TOKEN_MS = 5 * 60_000;
/** Who called the API of this worker's portal before: a token, and when it came. */
const tokens = new Map<string, { token: string; since: number }>();

async function tokenOf(portal: Portal, email: string): Promise<string> {
  const key = `${portal.url} ${email}`;
  const known = tokens.get(key);
  if (known && Date.now() - known.since < TOKEN_MS) return known.token;
  const token = new URL(portal.link(email)).searchParams.get("token");
  const { accessToken } = await send(portal, "POST", "/auth/session", "", { token });
  tokens.set(key, { token: accessToken, since: Date.now() });
  return accessToken;
}

/** Calls the API as somebody, for what a journey needs and is not about: `POST /store` with a body. */
export async function apiAs(portal: Portal, email: string) {
  const token = await tokenOf(portal, email);
  return <T = Answer>(method: string, path: string, body?: object): Promise<T> =>
    send(portal, method, path, token, body);
}

/** Sends a form with a file as somebody. */
export async function uploadAs(
  portal: Portal,
  email: string,
  path: string,
  fields: Record<string, string>,
  file: File,
  field = "file",
): Promise<Answer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(field, file);
  const headers = { authorization: `Bearer ${await tokenOf(portal, email)}` };
  const answer = await fetch(`${portal.url}/api${path}`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).data;
}

/** Opens a field's list and takes one of its options. */
export async function choose(within: Page | Locator, field: RegExp, option: string | RegExp) {
  const box = within.getByRole("combobox", { name: field });
  await box.click();
  await box.page().getByRole("option", { name: option }).click();
}

/** What a field says is wrong with it. */
export async function expectRefused(field: Locator, message: string | RegExp) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  // No-break spaces are spaces here.
  const words =
    typeof message === "string" && new RegExp(RegExp.escape(message).replace(/(\\x20|\s)+/g, "\\s+"));
  await expect(field).toHaveAccessibleDescription(words || message);
}

/** How long the page has to stay as it is to be settled. */
const STILL_MS = 100;

/** Until a screen is there and all that loads in it. Looked at each frame, where `expect` looks once a second. */
export async function settled(page: Page | Frame) {
  const unsettled = await page.evaluate(
    ([still, timeout]) =>
      new Promise<string>((resolve) => {
        const begun = performance.now();
        let changed = begun;
        let last: MutationRecord | undefined;
        const observer = new MutationObserver((records) => {
          changed = performance.now();
          last = records.at(-1);
        });
        const shown = (node?: Node | null) =>
          (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 300);
        const done = (unsettled: string) => {
          observer.disconnect();
          resolve(unsettled);
        };
        const look = () => {
          const now = performance.now();
          const isThere = document.querySelector("h1")?.checkVisibility();
          const loads = document.querySelector("[data-skeleton], [aria-busy=true]");
          if (isThere && !loads && now - changed > still) done("");
          else if (now - begun < timeout) requestAnimationFrame(look);
          else if (!isThere) done("has no heading");
          else if (loads) done(`loads ${shown(loads)}`);
          else done(`changes ${last?.attributeName ?? last?.type} of ${shown(last?.target)}`);
        };
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    [STILL_MS, 15_000] as const,
  );
  expect(unsettled, `${page.url()} is there and has loaded`).toBe("");
}

/** What breaks a rule of WCAG 2.2 AA on what is shown, once it has settled. */
export async function barriers(page: Page | Frame, rules: Rules = ALL_RULES): Promise<string[]> {
  await settled(page);
  const found = await violations(page, rules);
  if (found.length === 0) return found;
  // Rows that are fetched again meanwhile are dimmed: what stands there when they have come counts.
  await settled(page);
  return violations(page, rules);
}

async function violations(page: Page | Frame, rules: Rules): Promise<string[]> {
  // Once a document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // In this page alone, which holds no other's, and without reading its style sheets anew, which none of the rules asks for.
  const options: RunOptions = {
    ...{ runOnly: rules, resultTypes: ["violations"] },
    ...{ iframes: false, preload: false, selectors: false },
  };
  return page.evaluate(
    async ({ modal, options }) => {
      // What lies behind a window is out of reach, and half covered.
      const context = document.querySelector(modal) ? modal : document;
      // What is scrolled half below a heading that stays is no small target.
      const scrolled = [...document.querySelectorAll("*")].filter(({ scrollTop }) => scrollTop > 0);
      const places = scrolled.map((element) => [element, element.scrollTop] as const);
      for (const element of scrolled) element.scrollTop = 0;
      // Nor is what lies half behind the bar that saves, which stays at the end of the window.
      const bars = document.querySelectorAll<HTMLElement>("[data-form-bar]");
      for (const bar of bars) bar.style.position = "static";
      const { violations } = await window.axe.run(context, options);
      for (const bar of bars) bar.style.position = "";
      for (const [element, place] of places) element.scrollTop = place;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("  ")}`);
    },
    { modal: MODAL, options },
  );
}

/** No rule of WCAG 2.2 AA is broken on what is shown, light and dark. */
export async function expectAccessible(page: Page) {
  expect(await barriers(page), `${page.url()} light`).toEqual([]);
  // The same page in other colours.
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await barriers(page, COLOUR_RULES), `${page.url()} dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

type Rules = { type: "tag" | "rule"; values: string[] };
declare global {
  interface Window {
    axe: typeof axe;
  }
}
const MODAL = "[role=dialog][aria-modal=true]";
const ALL_RULES: Rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** Those whose verdict hangs on colours. */
export const COLOUR_RULES: Rules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

export { expect };
