import { ActionMenu, Button, Can, confirm, type MenuAction, toastFailure, toastUndo } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type Organization, organizations } from "./api";
import { organizationPaths } from "./paths";

type Known = Pick<Organization, "id" | "name" | "archivedAt">;

/** What can be done with an organization: archive it, take it back, delete it. */
export function useOrganizationActions(onGone?: () => void): (organization: Known) => MenuAction[] {
  const { t } = useTranslation("organizations");

  const archive = async ({ id, name }: Known) => {
    await organizations.archive(id);
    toastUndo(t("archive.done", { name }), () => organizations.restore(id), t("restore.failed"));
  };
  const restore = async ({ id, name }: Known) => {
    await organizations.restore(id);
    toastUndo(t("restore.done", { name }), () => organizations.archive(id), t("archive.failed"));
  };
  const remove = async ({ id, name }: Known) => {
    const question = { title: t("delete.title", { name }), text: t("delete.text") };
    if (!(await confirm({ ...question, confirm: t("delete.action"), destructive: true }))) return;
    await organizations.remove(id);
    onGone?.();
    toastUndo(t("delete.done", { name }), () => organizations.restore(id), t("delete.undoFailed"));
    await organizations.refresh();
  };
  const act = (what: Promise<void>, failed: string) =>
    void what.catch((reason) => toastFailure(failed, reason));
  return (organization) => [
    organization.archivedAt
      ? {
          id: "restore",
          label: t("restore.action"),
          icon: "returned",
          onClick: () => act(restore(organization), t("restore.failed")),
        }
      : {
          id: "archive",
          label: t("archive.action"),
          icon: "archive",
          onClick: () => act(archive(organization), t("archive.failed")),
        },
    {
      id: "delete",
      label: t("delete.action"),
      icon: "delete",
      onClick: () => act(remove(organization), t("delete.failed")),
    },
  ];
}

/** Where an organization leads to and what can be done with it. */
export function OrganizationActions(props: { organization: Organization; onGone: () => void }) {
  const { organization } = props;
  const { t } = useTranslation("organizations");
  const area = useArea();
  const actions = useOrganizationActions(props.onGone);
  return (
    <>
      <Button icon="file" to={organizationPaths.terms(area, organization.id)}>
        {t("terms.menu")}
      </Button>
      <Can permission="WRITE_ORGANIZATION">
        <ActionMenu label={t("detail.actions")} icon="more" actions={actions(organization)} />
      </Can>
    </>
  );
}
