import { CopyId, DateTime, Dialog, Facts, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";

/** Who is signed in, and what was given to them. */
export function Profile(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("identity");
  const user = useUser();
  const roles = {
    admin: t("profile.roles.admin"),
    customer: t("profile.roles.customer"),
    factory: t("profile.roles.factory"),
  };
  const named = user.resources.map(({ name }) => name).join(", ");
  return (
    <Dialog title={t("profile.title")} open={props.open} onClose={props.onClose}>
      <Facts
        facts={[
          { label: t("profile.name"), value: user.displayName },
          { label: t("profile.email"), value: <CopyId value={user.email} /> },
          { label: t("profile.role"), value: roles[user.role] },
          ...(named ? [{ label: t("profile.resources"), value: named }] : []),
          { label: t("profile.lastLogin"), value: <DateTime at={user.lastLoginAt} /> },
        ]}
      />
    </Dialog>
  );
}
