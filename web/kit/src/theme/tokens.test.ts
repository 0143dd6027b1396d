import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

/** The tokens of one scheme that are colours. */
function tokens(scheme: "light" | "dark"): Record<string, string> {
  const block = css.split(`[data-mantine-color-scheme="${scheme}"] {`)[1]?.split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--kit-([\w-]+): (#[0-9a-f]{6});/g)].map(([, k, v]) => [k, v]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const TONES = ["new", "info", "success", "attention", "warning", "critical"];
const TEXTS: [string, string][] = [
  ...TONES.map((tone): [string, string] => [`${tone}-text`, `${tone}-back`]),
  ...["ground", "surface", "raised"].flatMap((ground): [string, string][] => [
    ["text", ground],
    ["text-quiet", ground],
    ["accent-text", ground],
  ]),
  ["accent-text", "accent-soft"],
  ["text", "accent-soft"],
  ["critical-text", "surface"],
];

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  const all = tokens(scheme);

  test("holds every token of the other scheme", () => {
    expect(Object.keys(all)).toEqual(Object.keys(tokens(scheme === "light" ? "dark" : "light")));
  });

  test.each(TEXTS)("%s on %s is readable", (text, back) => {
    expect(contrast(all[text] ?? "", all[back] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  test("the focus ring stands out", () => {
    for (const ground of ["ground", "surface", "raised"]) {
      expect(contrast(all.accent ?? "", all[ground] ?? "")).toBeGreaterThanOrEqual(3);
    }
  });
});
