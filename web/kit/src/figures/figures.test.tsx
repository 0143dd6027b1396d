import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PostalAddress } from "../address/PostalAddress";
import { Screen } from "../testing";
import { Trend } from "./Trend";

test.each([
  ["1250.00", "1000.00", "En hausse+25,0 %"],
  ["75", "100", "En baisse-25,0 %"],
  ["-50", "-100", "En hausse+50,0 %"],
  ["3", "0", "En hausseNouveau"],
  ["5", "5", "Inchangé"],
  ["0", "0", "Inchangé"],
])("from %s after %s is told as %s", (value, before, words) => {
  const { container } = render(
    <Screen>
      <Trend value={value} before={before} period="octobre" />
    </Screen>,
  );
  const told = container.textContent?.replace(/\s/g, " ") ?? "";
  expect(told).toContain(`${words} par rapport à octobre`);
});

test("an address has a line for what is known, and a dash where nothing is", () => {
  const { container, rerender } = render(
    <Screen>
      <PostalAddress
        address={{ company: "", firstName: "Nora", lastName: null, zip: "75010", countryCode: "FR" }}
      />
    </Screen>,
  );
  expect([...(container.querySelector("address")?.children ?? [])].map((line) => line.textContent)).toEqual([
    "Nora",
    "75010",
    "France",
  ]);
  rerender(
    <Screen>
      <PostalAddress address={null} />
    </Screen>,
  );
  expect(screen.getByText("—")).toBeVisible();
});
