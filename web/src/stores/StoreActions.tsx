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
      archive: {
        label: t("archive.action"),
        done: t("archive.done", { name }),
        failed: t("archive.failed"),
      },
      restore: {
        label: t("restore.action"),
        done: t("restore.done", { name }),
        failed: t("restore.failed"),
      },
      remove: {
        label: t("delete.action"),
        title: t("delete.title", { name }),
        text: t("delete.text"),
        done: t("delete.done", { name }),
        failed: t("delete.failed"),
        notRestored: t("delete.notRestored"),
      },
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
