import { Button, Can, type MenuAction, MoreMenu, useLifecycle } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type Organization, organizations } from "./api";
import { organizationPaths } from "./paths";

type Known = Pick<Organization, "id" | "name" | "archivedAt">;

/** What can be done with an organization: archive it, take it back, delete it. */
export function useOrganizationActions(onGone?: () => void): (organization: Known) => MenuAction[] {
  const { t } = useTranslation("organizations");
  return useLifecycle(
    organizations,
    ({ name }: Known) => ({
      archive: t("archive", { returnObjects: true, name }),
      restore: t("restore", { returnObjects: true, name }),
      remove: t("delete", { returnObjects: true, name }),
    }),
    onGone,
  );
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
        <MoreMenu actions={actions(organization)} />
      </Can>
    </>
  );
}
