import { expect, test } from "vitest";

const journeys = import.meta.glob<string>("../../e2e/*.spec.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("each of the twelve tasks has its one journey", () => {
  const tags = Object.values(journeys).flatMap((journey) => journey.match(/"@task-[^"]*"/g) ?? []);
  const tasks = Array.from({ length: 12 }, (_, at) => `"@task-${at + 1}"`);
  expect(tags.toSorted()).toEqual(tasks.toSorted());
});
