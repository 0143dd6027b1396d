import { type MenuAction, useCan, useIsStaff, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { products } from "./api";

type Known = { id: string; name: string; provider: string | null; archivedAt: string | null };

/**
 * What can be done with a product beside changing it: those made here are archived and deleted here, those of providers
 * there.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useProductActions(leave?: () => void): (product: Known) => MenuAction[] {
  const { t } = useTranslation("products");
  const canWrite = useCan()("WRITE_PRODUCT");
  const isStaff = useIsStaff();
  const actions = useLifecycle(
    products,
    ({ name }: Known) => ({
      archive: t("archive", { returnObjects: true, name }),
      restore: t("restore", { returnObjects: true, name }),
      remove: t("delete", { returnObjects: true, name }),
    }),
    leave,
  );
  return (product) => (canWrite && isStaff && !product.provider ? actions(product) : []);
}
