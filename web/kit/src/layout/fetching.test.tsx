import { render, screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, test } from "vitest";
import { Fetching } from "./Fetching";

test("what is fetched stands in the place of its fallback, and at once when it is shown again", async () => {
  let arrive = (_: { default: () => string }) => {};
  const Part = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => {
        arrive = resolve;
      }),
  );
  const shown = (
    <Fetching of={Part} fallback="on its way">
      <Part />
    </Fetching>
  );
  const { unmount } = render(shown);
  expect(screen.getByText("on its way")).toBeVisible();
  arrive({ default: () => "here" });
  expect(await screen.findByText("here")).toBeVisible();
  expect(screen.queryByText("on its way")).toBeNull();
  unmount();
  render(shown);
  expect(screen.getByText("here")).toBeVisible();
});
