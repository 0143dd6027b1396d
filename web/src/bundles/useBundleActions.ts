import { type MenuAction, useCan, useIsStaff, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { bundles } from "./api";

type Known = { id: string; name: string; provider: string | null; archivedAt: string | null };

/**
 * What can be done with a bundle beside changing it: those of the stores' own are archived and deleted here,
 * those of providers there.
 *
 * @param leave takes a deleted one off the screen, where it has one of its own
 */
export function useBundleActions(leave?: () => void): (bundle: Known) => MenuAction[] {
  const { t } = useTranslation("bundles");
  const canWrite = useCan()("WRITE_PRODUCT");
  const isStaff = useIsStaff();
  const actions = useLifecycle(
    bundles,
    ({ name }: Known) => ({
      archive: t("archive", { returnObjects: true, name }),
      restore: t("restore", { returnObjects: true, name }),
      remove: t("delete", { returnObjects: true, name }),
    }),
    leave,
  );
  return (bundle) => (canWrite && isStaff && !bundle.provider ? actions(bundle) : []);
}
