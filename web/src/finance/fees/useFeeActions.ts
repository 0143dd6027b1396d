import { type MenuAction, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Fee, fees } from "./api";
import { issuedInvoiceOf } from "./values";

/**
 * What can be done with a fee beside changing it: nothing once it was invoiced.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useFeeActions(leave?: () => void): (fee: Fee) => MenuAction[] {
  const { t } = useTranslation("fees");
  const lifecycle = useLifecycle(
    fees,
    ({ type }: Fee) => ({ remove: t("delete", { returnObjects: true, type }) }),
    leave,
  );
  return (fee) => (issuedInvoiceOf(fee) ? [] : lifecycle(fee));
}
