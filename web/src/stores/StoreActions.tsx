import { type MenuAction, MoreMenu, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Store, stores, useSetup } from "./api";

type Known = Pick<Store, "id" | "name" | "archivedAt"> & {
  /** Those that are connected; none told where nobody says. */
  connectors?: unknown[] | null;
};

/** What can be done with a store: archive it, take it back; delete one that nothing is connected to. */
export function useStoreActions(onGone?: () => void): (store: Known) => MenuAction[] {
  const { t } = useTranslation("stores");
  const actions = useLifecycle(
    stores,
    ({ name }: Known) => ({
      archive: t("archive", { returnObjects: true, name }),
      restore: t("restore", { returnObjects: true, name }),
      remove: t("delete", { returnObjects: true, name }),
    }),
    onGone,
  );
  return (store) => actions(store).filter(({ id }) => id !== "delete" || !store.connectors?.length);
}

/** The menu of a store's page. */
export function StoreActions(props: { store: Store; onGone: () => void }) {
  const actions = useStoreActions(props.onGone);
  const { data: setup } = useSetup(props.store.id);
  const known = { ...props.store, connectors: setup?.connections };
  return <MoreMenu actions={actions(known)} />;
}
