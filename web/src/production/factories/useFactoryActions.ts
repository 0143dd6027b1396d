import { useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Factory, factories } from "./api";

/**
 * What can be done with a factory beside changing it.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useFactoryActions(leave?: () => void) {
  const { t } = useTranslation("factories");
  return useLifecycle(
    factories,
    ({ name }: Factory) => ({ remove: t("delete", { returnObjects: true, name }) }),
    leave,
  );
}
