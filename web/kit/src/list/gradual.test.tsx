import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { GradualRows } from "./GradualRows";

const some = (letter: string, length = 100) => Array.from({ length }, (_, at) => `${letter}${at}`);
const list = (rows: string[]) => (
  <ul>
    <GradualRows rows={rows} rowKey={(row) => row} draw={(row) => <li>{row}</li>} />
  </ul>
);
const drawn = () => screen.getAllByRole("listitem").map((item) => item.textContent);

test("the first rows of a list are there at once, as one may go back to the last of them", () => {
  const { rerender } = render(list([]));
  rerender(list(some("a")));
  expect(drawn()).toEqual(some("a"));
});

test("rows that take the place of others do so from the first on, until all have", async () => {
  const { rerender } = render(list(some("a")));
  rerender(list(some("b")));
  const count = drawn().filter((row) => row?.startsWith("b")).length;
  expect(count).toBeLessThan(100);
  expect(drawn()).toEqual([...some("b").slice(0, count), ...some("a").slice(count)]);
  // The same, asked for again, and others, before all are there.
  rerender(list(some("b")));
  expect(drawn().slice(0, count)).toEqual(some("b").slice(0, count));
  rerender(list(some("c")));
  await screen.findByText("c99");
  expect(drawn()).toEqual(some("c"));
});

test("rows that stay among others that come are there all along", async () => {
  const { rerender } = render(list(some("a")));
  rerender(list([...some("b", 50), "a7", ...some("c", 49)]));
  expect(drawn()).toContain("a7");
  await screen.findByText("c48");
  expect(drawn()).toEqual([...some("b", 50), "a7", ...some("c", 49)]);
});

test("what comes among rows that stay is there at once, and none of them goes", () => {
  const { rerender } = render(list(some("a")));
  const rows = ["b1", ...some("a"), "b2"];
  rerender(list(rows));
  expect(drawn()).toEqual(rows);
});
