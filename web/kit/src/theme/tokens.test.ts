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

/** The parts of a colour without the curve that screens put on them. */
const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** How colour-blind eyes see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1), and how others do. */
const EYES: Record<string, number[][]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIELAB of a colour as an eye sees it. */
function seen(hex: string, eye: number[][]): number[] {
  const rgb = linear(hex);
  const [r = 0, g = 0, b = 0] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, at) => sum + weight * (rgb[at] ?? 0), 0),
      ),
    ),
  );
  const [x = 0, y = 0, z = 0] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: string, b: string, eye: number[][]) => {
  const other = seen(b, eye);
  return Math.hypot(...seen(a, eye).map((part, at) => part - (other[at] ?? 0)));
};

const SERIES = [1, 2, 3, 4, 5, 6].map((number) => `series-${number}`);
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
  test("the series of a plot stand out from the ground", () => {
    for (const series of SERIES)
      expect(contrast(all[series] ?? "", all.surface ?? ""), series).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(EYES))("the series of a plot are told apart with %s vision", (_, eye) => {
    for (const [at, series] of SERIES.entries())
      for (const other of SERIES.slice(0, at))
        expect(distance(all[series] ?? "", all[other] ?? "", eye), `${series}, ${other}`).toBeGreaterThan(20);
  });
});
