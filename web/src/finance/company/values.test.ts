import { expect, test } from "vitest";
import { NO_ADDRESS } from "../../organizations/values";
import type { Company } from "./api";
import { grouped, toInput, toValues } from "./values";

const seller: Company["seller"] = {
  name: "",
  siren: "",
  vatNumber: "",
  address: null,
  email: "",
  iban: "FR7630006000011234567890189",
  bic: "",
  legalFr: "",
  legalEn: "",
};

test("an IBAN stands in groups of four, however it was typed", () => {
  expect(grouped("FR7630006000011234567890189")).toBe("FR76 3000 6000 0112 3456 7890 189");
  expect(grouped("BE71 0961 2345 6769")).toBe("BE71 0961 2345 6769");
  expect(grouped("")).toBe("");
});

test("an address that says nothing is none, and a rate that is left out is each invoice’s", () => {
  const rule = { code: "FR_100_construction", category: "AE", mentionFr: "", mentionEn: "", percent: null };
  const company = {
    seller,
    vatCodes: [rule],
    accounts: [],
    missing: [],
    updatedAt: "",
  } as unknown as Company;
  const values = toValues(company);
  expect(values.seller.address).toEqual(NO_ADDRESS);
  expect(values.vatCodes[0]?.percent).toBe("");
  const sent = toInput(values);
  expect(sent.seller.address).toBeNull();
  expect(sent.vatCodes[0]?.percent).toBeNull();
});
