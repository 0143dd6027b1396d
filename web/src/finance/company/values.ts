import { isAddressEmpty } from "@comptoir/kit";
import { NO_ADDRESS, type OrganizationValues } from "../../organizations/values";
import type { Company, CompanyInput, Seller, VatRule } from "./api";

/** The company as its form has it. */
export interface CompanyValues {
  seller: Omit<Seller, "address"> & { address: OrganizationValues["address"] };
  /** A percentage that each invoice says itself is empty. */
  vatCodes: (Omit<VatRule, "percent"> & { percent: string })[];
  accounts: Company["accounts"];
}

/** An IBAN as people read it: in groups of four. */
export const grouped = (iban: string) => iban.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** The company's values, as its form begins from them. */
export const toValues = ({ seller, vatCodes, accounts }: Company): CompanyValues => ({
  seller: { ...seller, iban: grouped(seller.iban), address: { ...NO_ADDRESS, ...seller.address } },
  vatCodes: vatCodes.map((rule) => ({ ...rule, percent: rule.percent ?? "" })),
  accounts,
});

/** What the form holds, as the API takes it: an address that says nothing is none. */
export const toInput = ({ seller, vatCodes, accounts }: CompanyValues): Required<CompanyInput> => ({
  seller: { ...seller, address: isAddressEmpty(seller.address) ? null : seller.address },
  vatCodes: vatCodes.map((rule) => ({ ...rule, percent: rule.percent || null })),
  accounts,
});
