import i18next from "i18next";
import { expect, test } from "vitest";
import { changeLanguage, storedLanguage } from ".";

test("what factories do not see is in English to them", async () => {
  await changeLanguage("tr");
  expect(i18next.t("productions:list.title")).toBe("Üretimler");
  expect(i18next.t("orders:list.title")).toBe("Orders");
  expect(storedLanguage()).toBe("tr");
});

test("Portuguese is Portugal's, in which nothing is many", async () => {
  await changeLanguage("pt");
  const rows = [0, 1, 2, 1_000_000].map((count) => i18next.t("kit:list.rows", { count }));
  expect(rows).toEqual(["0 linhas", "1 linha", "2 linhas", "1000000 linhas"]);
  expect(document.documentElement.lang).toBe("pt-PT");
});
