import { useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Fee, fees } from "./api";

/**
 * What can be done with a fee beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useFeeActions(leave?: () => void) {
  const { t } = useTranslation("fees");
  return useLifecycle(
    fees,
    ({ type }: Fee) => ({ remove: t("delete", { returnObjects: true, type }) }),
    leave,
  );
}
