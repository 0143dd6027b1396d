import { expect, test } from "vitest";
import { formats } from "./format";

const NOW = Date.parse("2026-11-20T12:00:00Z");

test("money is French in French and English in English, to the last digit", () => {
  expect(formats("fr").money("1234.56")).toBe("1\u202f234,56\u00a0€");
  expect(formats("en").money("1234.56")).toBe("€1,234.56");
  expect(formats("en").money("9007199254740993.01", "USD")).toBe("US$9,007,199,254,740,993.01");
});

test("Turkish and Portugal's Portuguese have their own marks, order and words", () => {
  const [turkish, portuguese] = [formats("tr"), formats("pt-PT")];
  expect([turkish.decimal("1234.50"), turkish.percent("33.5")]).toEqual(["1.234,50", "%33,5"]);
  expect(turkish.date("2026-11-20")).toBe("20.11.2026");
  expect(turkish.day("2026-11-20")).toBe("20 Kasım 2026 Cuma");
  expect([portuguese.decimal("12345.50"), portuguese.percent("33.5")]).toEqual(["12\u00a0345,50", "33,5%"]);
  expect(portuguese.date("2026-11-20")).toBe("20/11/2026");
  expect(portuguese.ago("2026-11-20T10:00:00Z", NOW)).toBe("há 2 horas");
});

test("time is relative under 24 hours, else a day in Paris", () => {
  const { ago } = formats("en");
  expect(ago("2026-11-20T11:59:30Z", NOW)).toBe("now");
  expect(ago("2026-11-20T11:18:00Z", NOW)).toBe("42 minutes ago");
  expect(ago("2026-11-19T12:30:00Z", NOW)).toBe("23 hours ago");
  expect(ago("2026-11-18T23:30:00Z", NOW)).toBe("19/11/2026");
  expect(formats("fr").ago("2026-11-20T10:00:00Z", NOW)).toBe("il y a 2 heures");
});

test("a country that nobody knows stays as it came", () => {
  expect(formats("fr").country("BE")).toBe("Belgique");
  expect(formats("fr").country("Narnia")).toBe("Narnia");
  expect(formats("fr").country("")).toBe("");
});
