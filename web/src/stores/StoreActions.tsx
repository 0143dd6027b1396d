import {
  ActionMenu,
  attempt,
  confirm,
  type MenuAction,
  refresh,
  toast,
  toastFailure,
  toastUndo,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Store, stores } from "./api";

type Known = Pick<Store, "id" | "name" | "archivedAt">;

/** What can be done with a store: archive it, take it back, delete it. */
export function useStoreActions(onGone?: () => void): (store: Known) => MenuAction[] {
  const { t } = useTranslation("stores");

  const archive = async ({ id, name }: Known) => {
    const done = await attempt(() => stores.archive(id));
    if ("error" in done) toastFailure(t("archive.failed"), done.error);
    else toastUndo(t("archive.done", { name }), () => stores.restore(id), t("archive.notTakenBackOne"));
  };
  const takeBack = async ({ id, name }: Known) => {
    const done = await attempt(() => stores.restore(id));
    if ("error" in done) toastFailure(t("archive.notTakenBackOne"), done.error);
    else toast(t("archive.takenBack", { name }));
  };
  const remove = async ({ id, name }: Known) => {
    const question = {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
    };
    if (!(await confirm({ ...question, destructive: true }))) return;
    const done = await attempt(() => stores.remove(id));
    if ("error" in done) return toastFailure(t("delete.failed"), done.error);
    onGone?.();
    toastUndo(t("delete.done", { name }), () => stores.restore(id), t("delete.notRestored"));
    await refresh("store");
  };
  return (store) => [
    store.archivedAt === null
      ? { id: "archive", label: t("archive.action"), icon: "archive", onClick: () => void archive(store) }
      : {
          id: "takeBack",
          label: t("archive.takeBack"),
          icon: "returned",
          onClick: () => void takeBack(store),
        },
    { id: "delete", label: t("delete.action"), icon: "delete", onClick: () => void remove(store) },
  ];
}

/** The menu of a store's page. */
export function StoreActions(props: { store: Store; onGone: () => void }) {
  const { t } = useTranslation("stores");
  const actions = useStoreActions(props.onGone);
  return <ActionMenu label={t("edit.actions")} icon="more" actions={actions(props.store)} />;
}
