import { ActionMenu, attempt, confirm, refresh, toast, toastFailure, toastUndo } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { archiveStore, deleteStore, restoreStore, type Store } from "./api";

/** Archives a store, takes it back, deletes it. */
export function StoreActions(props: { store: Store; onGone: () => void }) {
  const { id, name, archivedAt } = props.store;
  const { t } = useTranslation("stores");

  const archive = async () => {
    const done = await attempt(() => archiveStore(id));
    if ("error" in done) toastFailure(t("archive.failed"), done.error);
    else toastUndo(t("archive.done", { name }), () => restoreStore(id), t("archive.notTakenBackOne"));
  };
  const takeBack = async () => {
    const done = await attempt(() => restoreStore(id));
    if ("error" in done) toastFailure(t("archive.notTakenBackOne"), done.error);
    else toast(t("archive.takenBack", { name }));
  };
  const remove = async () => {
    const question = {
      title: t("delete.title", { name }),
      text: t("delete.text"),
      confirm: t("delete.action"),
    };
    if (!(await confirm({ ...question, destructive: true }))) return;
    const done = await attempt(() => deleteStore(id));
    if ("error" in done) return toastFailure(t("delete.failed"), done.error);
    props.onGone();
    toastUndo(t("delete.done", { name }), () => restoreStore(id), t("delete.notRestored"));
    await refresh("store");
  };
  return (
    <ActionMenu
      label={t("edit.actions")}
      icon="more"
      actions={[
        archivedAt === null
          ? { id: "archive", label: t("archive.action"), icon: "archive", onClick: () => void archive() }
          : {
              id: "takeBack",
              label: t("archive.takeBack"),
              icon: "returned",
              onClick: () => void takeBack(),
            },
        { id: "delete", label: t("delete.action"), icon: "delete", onClick: () => void remove() },
      ]}
    />
  );
}
