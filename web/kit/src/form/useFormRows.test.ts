import { expect, test } from "vitest";
import { moveOf } from "./useFormRows";

test("which row moved is told by the order before and after", () => {
  const before = ["a", "b", "c", "d"];
  expect(moveOf(before, before)).toBeNull();
  expect(moveOf(before, ["b", "a", "c", "d"])).toEqual([0, 1]);
  expect(moveOf(before, ["b", "c", "d", "a"])).toEqual([0, 3]);
  expect(moveOf(before, ["d", "a", "b", "c"])).toEqual([3, 0]);
  expect(moveOf(before, ["a", "c", "b", "d"])).toEqual([1, 2]);
});
