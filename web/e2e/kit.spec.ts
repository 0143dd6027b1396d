// Every part of the kit that has a story, light and dark, on a desk and on a phone. Needs no host: the page of parts is built,
// and served under the host's policy with somebody signed in.
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { test as base, type Page } from "@playwright/test";
import { barriers, COLOUR_RULES, expect } from "./portal";

const web = join(import.meta.dirname, "..");
const STORIES = globSync("kit/src/**/*.stories.tsx", { cwd: web })
  .map((path) => basename(path, ".stories.tsx"))
  .sort();
const VIEWS = [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [390, "dark"],
] as const;
/** A folder to put a picture of every story into, for who wants to look at them. */
const pictures = process.env.SCREENSHOTS;

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The host's own policy of a page, as its `web.rs` writes it: the one with a nonce. */
function policy(nonce: string): string {
  const [file = ""] = globSync("host/src/**/web.rs", { cwd: join(web, "..") });
  const source = readFileSync(join(web, "..", file), "utf8");
  const written = /"(default-src [^"]+\{nonce\}[^"]*)"/.exec(source)?.[1];
  if (!written) throw new Error(`no policy of pages in ${file}`);
  return written.replace(/\\\n\s*/g, "").replaceAll("{nonce}", nonce);
}

const user = {
  ...{ id: "user-1", email: "ada@comptoir.example", displayName: "Ada", role: "admin", locale: "fr" },
  ...{ permissions: ["SUPER_ADMIN"], resources: [], owner: true, lastLoginAt: null },
  ...{ createdAt: "2026-01-05T09:00:00Z", updatedAt: "2026-01-05T09:00:00Z" },
};

/** As much of the API as the frame around the stories asks for. */
function answer(path: string, response: ServerResponse) {
  if (path === "/api/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write("event: ready\ndata: {}\n\n");
  }
  const session = { accessToken: "token", expiresAt: new Date(Date.now() + 3_600_000), user };
  const data = path === "/api/auth/refresh" ? session : path === "/api/user/current" ? user : [];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ data, meta: { total: 0, exact: true } }));
}

function serve(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.startsWith("/api/")) return answer(pathname, response);
    const isFile = extname(pathname) !== "";
    const content = readFileSync(join(folder, isFile ? pathname : "index.html"));
    if (isFile) return response.writeHead(200, { "content-type": TYPES[extname(pathname)] }).end(content);
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy("abc") });
    response.end(content.toString().replace("__CSP_NONCE__", "abc"));
  });
  return new Promise<{ url: string; close: () => void }>((ready) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      ready({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

const test = base.extend<{ complaints: string[] }, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "comptoir kit "));
      const vite = join(web, "../node_modules/.bin/vite");
      await promisify(execFile)(vite, ["build", "--mode", "stories", "--outDir", folder], { cwd: web });
      const { url, close } = await serve(folder);
      await use(url);
      close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ url }, use) => use(url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints, "the browser has nothing to complain of").toEqual([]);
    },
    { auto: true },
  ],
});

/** What is wrong with what is shown. */
async function faults(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  await expect(page.locator("[data-skeleton], [aria-busy=true]")).toHaveCount(0);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(over > 0 ? [`${over} pixels too wide`] : []),
    ...(await (colorScheme === "light" ? barriers(page) : barriers(page, COLOUR_RULES))),
  ];
}

test("there are stories", () => expect(STORIES.length).toBeGreaterThan(4));

for (const story of STORIES) {
  test(`${story} holds in both schemes, on desk and phone`, async ({ page }) => {
    await page.goto(`/admin/developer/kit?story=${story}`);
    const shown = page.locator(`[data-story="${story}"]`);
    await expect(shown.getByRole("heading", { level: 2 }).first()).toBeVisible();
    // What a row holds is looked at too.
    const details = shown.getByRole("button", { name: /^Détails de/ });
    if ((await details.count()) > 0) await details.first().click();
    const found: string[] = [];
    for (const [width, colorScheme] of VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      found.push(...(await faults(page, colorScheme)).map((fault) => `${width} ${colorScheme} ${fault}`));
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${story}.${width}.${colorScheme}.png`), fullPage: true });
    }
    expect(found).toEqual([]);
  });
}

test("thousands of rows are walked by keyboard to the last", async ({ page }) => {
  await page.goto("/admin/developer/kit?story=LongTable");
  const box = page.getByRole("group", { name: "Tarifs d’expédition" });
  await box.focus();
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "2001");
  await page.keyboard.press("End");
  await expect(box.locator("[aria-rowindex='2001']")).toBeInViewport();
  expect(await box.getByRole("row").count()).toBeLessThan(60);
  await page.keyboard.press("Home");
  await expect(box.locator("[aria-rowindex='2']")).toBeInViewport();
  // Paper has them all.
  await page.emulateMedia({ media: "print" });
  await expect(box.getByRole("row")).toHaveCount(2001);
});

test("on a phone a card's other links lead where they say", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto("/admin/developer/kit?story=Links");
  await page.getByRole("link", { name: "Maison Aurore Productions" }).click();
  await expect(page).toHaveURL(/owner=Maison/);
});
