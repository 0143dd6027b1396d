import { useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Commission, commissions } from "./api";

/**
 * What can be done with a commission beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useCommissionActions(leave?: () => void) {
  const { t } = useTranslation("commissions");
  return useLifecycle(
    commissions,
    ({ store }: Commission) => ({ remove: t("delete", { returnObjects: true, store: store.name }) }),
    leave,
  );
}
