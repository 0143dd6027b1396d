import { FormGrid, MoneyField } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** As far as an amount goes, in euros, up or down (specification, document 1, section 5). */
const MAX = 99_999;

/** What is charged, and what it costs the company: of a fee, or of each period of a recurring charge. */
export function AmountFields() {
  const { t } = useTranslation("finance");
  return (
    <FormGrid>
      <MoneyField
        name="customerAmount"
        label={t("field.customerAmount")}
        description={t("field.customerAmountText")}
        min={-MAX}
        max={MAX}
        required
      />
      <MoneyField
        name="internalAmount"
        label={t("field.internalAmount")}
        description={t("field.internalAmountText")}
        min={-MAX}
        max={MAX}
        required
      />
    </FormGrid>
  );
}
