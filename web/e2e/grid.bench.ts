import { atRest, opened, pressed, report, watch } from "./measure";
import { unique } from "./parts";
import { apiAs, expect, PEOPLE, type Portal, signIn, test } from "./portal";

const COUNTRIES = [
  ..."AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO".split(" "),
  ..."SE SI SK AD AL BA MD ME MK RS UA US CA MX BR AR CL CO PE JP KR CN IN AU NZ ZA MA TN IL AE".split(" "),
];
const BANDS = 40;
const BAND_GRAMS = 500;
const ROUNDS = 30;

/** A carrier of Bigblue's with a price for every country and band. */
async function fullCarrier(portal: Portal): Promise<string> {
  const api = await apiAs(portal, PEOPLE.admin);
  const name = unique("Mesuré");
  const carrier = { name, provider: "bigblue", code: "", fuelSurchage: "0", translations: "" };
  const { id } = await api("POST", "/shipping/carrier", { ...carrier, minDays: null, maxDays: null });
  const changes = COUNTRIES.flatMap((countryCode) =>
    Array.from({ length: BANDS }, (_, band) => ({
      carrierId: id,
      countryCode,
      minWeight: band * BAND_GRAMS,
      maxWeight: (band + 1) * BAND_GRAMS,
      was: null,
      price: (4 + band / 10).toFixed(2),
    })),
  );
  await api("POST", "/shipping/price/changes", { changes });
  return id;
}

const repeated = (keys: string[]) => Array.from({ length: ROUNDS }, () => keys).flat();

test("the price grid of 60 countries and 40 bands", async ({ page, portal }) => {
  test.setTimeout(600_000);
  const carrier = await fullCarrier(portal);
  await atRest(portal);
  const prices = `/admin/bigblue/shipping/price?carrier=${carrier}`;
  await page.addInitScript(watch, "[role=grid] [role=gridcell]");
  await signIn(page, portal, "admin", prices);
  const cells = page.getByRole("gridcell");
  await expect(cells.first()).toBeVisible();
  expect(await cells.count(), "only cells in sight are in the page").toBeLessThan(
    (COUNTRIES.length * BANDS) / 2,
  );

  const loads = await opened(page, prices, /\/api\/shipping\/(price|carrier)\?/, ROUNDS);
  report("the page, from its data to its cells", loads, 300);

  await cells.nth(1).click();
  report("an arrow down", await pressed(page, repeated(["ArrowDown"])), 50);
  report("an arrow right, the sheet moving below it", await pressed(page, repeated(["ArrowRight"])), 50);
  report("a longer selection", await pressed(page, repeated(["Shift+ArrowUp"])), 50);
  await page.keyboard.press("Escape");
  report("a digit in a cell, and Enter", await pressed(page, repeated(["7", "Enter"])), 50);
  report("undone and done again", await pressed(page, repeated(["Control+z", "Control+Shift+z"])), 50);
  await page.keyboard.press("Control+a");
  report(
    "a column of prices filled into all",
    await pressed(page, ["Control+r", "Control+z", "Control+r"]),
    50,
  );
});
