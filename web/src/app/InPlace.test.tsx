import { Screen } from "@comptoir/kit/testing";
import { act, render, screen } from "@testing-library/react";
import { use } from "react";
import { expect, test, vi } from "vitest";
import { useMissingTexts } from "../i18n";
import { InPlace } from "./InPlace";

const never = new Promise<never>(() => {});
/** A screen whose texts have not come. */
const Waiting = () => use(never);

test("a screen that waits for texts shows an error as soon as they cannot be had", async () => {
  // React tells the console of whatever is thrown, and that somebody waits.
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <Screen>
      <InPlace of={Waiting}>
        <Waiting />
      </InPlace>
    </Screen>,
  );
  expect(await screen.findByLabelText("Chargement…")).toBeVisible();
  act(() => useMissingTexts.setState({ error: new Error("the network is gone") }));
  expect(await screen.findByRole("button", { name: "Réessayer" })).toBeVisible();
});
