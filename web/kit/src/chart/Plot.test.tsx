import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Screen } from "../testing";
import type { ChartProps } from "./Chart";

// Others of this worker have it do nothing.
const { default: Plot } = await vi.importActual<typeof import("./Plot")>("./Plot");

const DAYS = [
  { day: "lundi", orders: 3 },
  { day: "mardi", orders: 9 },
  { day: "mercredi", orders: 4 },
];
const day = (row: unknown) => (row as (typeof DAYS)[number]).day;

/** A plot in a place of 600 by 280 pixels, whose middle is pointed at. */
async function pointedAt(kind: ChartProps<unknown>["kind"]) {
  const place = new DOMRect(0, 0, 600, 280);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly tell: (entries: { contentRect: DOMRect }[]) => void) {}
      observe = () => this.tell([{ contentRect: place }]);
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(place);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(place.width);
  const { container } = render(
    <Screen>
      <Plot
        title="Commandes"
        kind={kind}
        rows={DAYS}
        x={{ label: "Jour", value: day }}
        series={[
          {
            id: "orders",
            label: "Vendues",
            value: (row) => (row as (typeof DAYS)[number]).orders,
            to: (row) => `/order/${day(row)}`,
          },
        ]}
        unit="commandes"
        format={String}
        marks={{ label: "Inhabituel", value: (row) => (day(row) === "mardi" ? "4 d’habitude" : null) }}
      />
    </Screen>,
  );
  await waitFor(() => expect(container.querySelector(".recharts-wrapper")).toBeVisible());
  fireEvent.mouseMove(container.querySelector(".recharts-wrapper") as Element, { clientX: 330, clientY: 90 });
  return container;
}

test("a point of a line leads to what it is made of", async () => {
  const plot = await pointedAt("line");
  await waitFor(() => expect(plot.querySelector(".recharts-active-dot circle")).toBeVisible());
  fireEvent.click(plot.querySelector(".recharts-active-dot circle") as Element);
  expect(await screen.findByText("elsewhere: /order/mardi")).toBeVisible();
});

test("what stands out has one mark in the plot, whose words are in the tooltip", async () => {
  const plot = await pointedAt("stacked");
  expect(await screen.findByText("4 d’habitude")).toBeVisible();
  expect(screen.getByText("Inhabituel")).toBeVisible();
  expect(plot.querySelectorAll("[class*=marked]")).toHaveLength(1);
});
