import { useTranslation } from "react-i18next";
import { act } from "../feedback/act";
import { useLifecycle } from "../feedback/useLifecycle";
import type { MenuAction } from "../layout/ActionMenu";
import { type Carrier, carriers } from "./carriers";

/** What can be done with a carrier: delete it, which archives one that orders were made with; take it back. */
export function useCarrierActions(leave?: () => void): (carrier: Carrier) => MenuAction[] {
  const { t } = useTranslation("carriers");
  const remove = useLifecycle(
    carriers,
    ({ name }: Carrier) => ({ remove: t("delete", { returnObjects: true, name }) }),
    leave,
  );
  return (carrier) => {
    if (!carrier.archivedAt) return remove(carrier);
    const { action, done, failed } = t("restore", { returnObjects: true, name: carrier.name });
    const restore = () => act({ run: () => carriers.restore(carrier.id), done, failed });
    return [{ id: "restore", label: action, icon: "returned", onClick: () => void restore() }];
  };
}
