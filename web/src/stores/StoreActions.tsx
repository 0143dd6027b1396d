import { ActionMenu, type MenuAction, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Store, stores } from "./api";

type Known = Pick<Store, "id" | "name" | "archivedAt">;

/** What can be done with a store: archive it, take it back, delete it. */
export function useStoreActions(onGone?: () => void): (store: Known) => MenuAction[] {
  const { t } = useTranslation("stores");
  return useLifecycle(
    stores,
    ({ name }: Known) => ({
      archive: t("archive", { returnObjects: true, name }),
      restore: t("restore", { returnObjects: true, name }),
      remove: t("delete", { returnObjects: true, name }),
    }),
    onGone,
  );
}

/** The menu of a store's page. */
export function StoreActions(props: { store: Store; onGone: () => void }) {
  const { t } = useTranslation("stores");
  const actions = useStoreActions(props.onGone);
  return <ActionMenu label={t("edit.actions")} icon="more" actions={actions(props.store)} />;
}
