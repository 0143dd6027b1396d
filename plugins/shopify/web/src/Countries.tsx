import { useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Countries by name, in the reader's language. */
export function Countries({ codes, restOfWorld = false }: { codes: string[]; restOfWorld?: boolean }) {
  const { t } = useTranslation("shopify");
  const { country } = useFormats();
  const names = codes.map((code) => country(code) || code).sort((a, b) => a.localeCompare(b));
  return [...names, ...(restOfWorld ? [t("shipping.restOfWorld")] : [])].join(", ");
}
