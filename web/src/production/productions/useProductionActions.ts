import { useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Production, productions } from "./api";

/**
 * What can be done with a production beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useProductionActions(leave?: () => void) {
  const { t } = useTranslation("productions");
  return useLifecycle(
    productions,
    ({ name }: Production) => ({ remove: t("delete", { returnObjects: true, name }) }),
    leave,
  );
}
