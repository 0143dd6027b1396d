import { expect, test } from "vitest";
import { readPrices } from "./priceFile";
import {
  bandsOf,
  cellKey,
  changesOf,
  type Edit,
  edited,
  gapsOf,
  holding,
  paid,
  priceFault,
  rebased,
  shareOf,
} from "./prices";

const FR = cellKey("c", "FR", "0-500");
const DE = cellKey("c", "DE", "0-500");
const SAVED = new Map([[FR, "4.20"]]);

test("an edit keeps what was there first, and is none once it is back there", () => {
  const once = edited(new Map(), new Map([[FR, "5.00"]]), SAVED);
  expect(once.get(FR)).toEqual({ was: "4.20", value: "5.00" });
  // The grid was read again meanwhile: what was seen first is what the server is told.
  const twice = edited(once, new Map([[FR, "6.00"]]), new Map([[FR, "4.50"]]));
  expect(twice.get(FR)).toEqual({ was: "4.20", value: "6.00" });
  expect(edited(twice, new Map([[FR, "4.2"]]), SAVED).size).toBe(0);
});

test("changes tell the server what was seen; nothing is null", () => {
  const edits = edited(
    new Map(),
    new Map([
      [FR, ""],
      [DE, "6.80"],
    ]),
    SAVED,
  );
  expect(changesOf(edits).map(({ change }) => change)).toEqual([
    { carrierId: "c", countryCode: "DE", minWeight: 0, maxWeight: 500, was: null, price: "6.80" },
    { carrierId: "c", countryCode: "FR", minWeight: 0, maxWeight: 500, was: "4.20", price: null },
  ]);
});

test("what moved meanwhile stands on the present price; what came out the same is no edit any more", () => {
  const edits = edited(
    new Map(),
    new Map([
      [FR, "5.00"],
      [DE, "6.80"],
    ]),
    SAVED,
  );
  const after = rebased(
    edits,
    [FR, DE],
    new Map([
      [FR, "4.50"],
      [DE, "6.80"],
    ]),
  );
  expect([...after]).toEqual([[FR, { was: "4.50", value: "5.00" }]]);
});

test("bands stand in the order of their weights, and weights without one are told", () => {
  const bands = bandsOf(["1000-2000", "0-500", "0-500", "500-1000"]);
  expect(bands.map(({ max }) => max)).toEqual([500, 1000, 2000]);
  expect(gapsOf(bands)).toEqual([]);
  expect(gapsOf(bandsOf(["250-500", "1000-2000"]))).toEqual([
    { min: 0, max: 250 },
    { min: 500, max: 1000 },
  ]);
});

test("prices that the server would refuse are told", () => {
  expect(["", "4.20", "x", "1.234", "0.00", "-1.00", "10000.00"].map((value) => priceFault(value))).toEqual([
    null,
    null,
    "number",
    "decimals",
    "positive",
    "positive",
    "tooHigh",
  ]);
  expect(["0.00", "-1.00", "10000.00"].map((value) => priceFault(value, true))).toEqual([
    null,
    "negative",
    "tooHigh",
  ]);
});

test("a change is told as a share of what was", () => {
  expect(shareOf({ was: "4.00", value: "5.00" })).toBe(0.25);
  expect([shareOf({ was: "", value: "5.00" }), shareOf({ was: "4.00", value: "" })]).toEqual([null, null]);
});

test("without a price of its own a cell has the grid’s, of the band that holds all of its weights", () => {
  const grid = new Map([
    [FR, "4.20"],
    [cellKey("c", "FR", "500-1000"), "6.00"],
  ]);
  const agreed = cellKey("c", "FR", "100-300");
  const across = cellKey("c", "FR", "300-700");
  const edits = edited(
    new Map(),
    new Map([
      [agreed, "2.10"],
      [across, "5.00"],
      [FR, ""],
    ]),
    new Map([[FR, "2.00"]]),
    holding(grid),
  );
  expect(shareOf(edits.get(agreed) as Edit)).toBe(-0.5);
  expect(shareOf(edits.get(across) as Edit)).toBeNull();
  expect(paid(edits.get(FR) as Edit)).toEqual({ before: "2.00", after: "4.20" });
});

test("a file is read in French and English, whatever divides it", () => {
  for (const text of [
    "country;minWeight;maxWeight;price\nfr;0;500;4,2\n",
    "price,country,maxWeight,minWeight\n4.20,FR,500,0\n",
  ])
    expect(readPrices(text, "c")).toMatchObject({ checked: { faultCount: 0 }, cells: SAVED });
});

test("each fault of a file is told by line and column", () => {
  const text = [
    "country;minWeight;maxWeight;price",
    "FR;0;500;4,20",
    "XX;0;500;4,20",
    "FR;500;500;4,20",
    "FR;0;500;5",
    "FR;400;900;5",
    "DE;0;500;0",
    "DE;0;500;1,234",
    "DE;0;x;",
  ].join("\n");
  const { faults } = readPrices(text, "c").checked;
  expect(faults.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([
    "3:1 country",
    "4:3 band",
    "5:2 repeated",
    "6:2 overlap",
    "7:4 price",
    "8:4 decimals",
    "9:3 whole",
    "9:4 required",
  ]);
  // What was agreed on with a store may cost nothing.
  const agreed = readPrices("country;minWeight;maxWeight;price\nFR;0;500;0\nDE;0;500;-1", "c", true);
  expect(agreed.checked.faults.map(({ line, code }) => `${line} ${code}`)).toEqual(["3 exception"]);
});
