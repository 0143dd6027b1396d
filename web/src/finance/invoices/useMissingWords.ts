import { useTranslation } from "react-i18next";
import { useSellerFields } from "../company/useSellerFields";

/** What one party of an invoice lacks, in words; empty where that is nothing. */
export type MissingWords = Record<"seller" | "buyer", string>;

/** What an invoice must tell by law and does not yet, in words: `seller.iban` is the IBAN of the seller. */
export function useMissingWords(): (fields: string[]) => MissingWords {
  const { t } = useTranslation("invoices");
  const ofSeller: Record<string, string> = useSellerFields();
  const ofBuyer: Record<string, string> = {
    identifierNumber: t("party.identifier"),
    taxNumber: t("party.vatNumber"),
    address: t("party.address"),
    email: t("party.reader"),
  };
  return (fields) => {
    const words = (party: string, names: Record<string, string>) =>
      fields
        .filter((field) => field.startsWith(`${party}.`))
        .map((field) => field.slice(party.length + 1))
        .map((field) => names[field] ?? field)
        .join(", ");
    return { seller: words("seller", ofSeller), buyer: words("buyer", ofBuyer) };
  };
}
