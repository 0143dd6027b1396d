import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const styles = globSync(["web/{kit,src}/**/*.css", "plugins/*/web/src/**/*.css"], { cwd: root });

// Browsers then find the styles of all elements anew whenever a node comes or goes anywhere: a chart, which measures its
// labels by nodes of its own, took eight seconds beside a list of a hundred rows.
test("no rule is for everything below what has something", () => {
  const selectors = styles.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/[^@{};/]*:has\([^{}]*(?=\{)/g)].flatMap(([all]) =>
      all.split(",").map((selector) => `${path}: ${selector.trim()}`),
    ),
  );
  expect(selectors.length).toBeGreaterThan(5);
  expect(selectors.filter((selector) => /:has\(.*\).*[\s>+~]\*$/.test(selector))).toEqual([]);
});
