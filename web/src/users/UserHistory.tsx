import { History, usePermissionNames } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES } from "../i18n";
import { useRoles } from "./UserRole";

/** Who changed what of a user, for staff. */
export function UserHistory({ id }: { id: string }) {
  const { t } = useTranslation("users");
  const roles: Record<string, { label: string }> = useRoles();
  const permissions: Record<string, string> = usePermissionNames();
  const languages: Record<string, string> = LANGUAGE_NAMES;
  const words = (field: string, value: unknown) => {
    const code = String(value);
    if (field === "role") return roles[code]?.label;
    if (field === "permissions") return permissions[code];
    return field === "locale" ? languages[code] : undefined;
  };
  const fields = {
    email: t("field.email"),
    displayName: t("field.name"),
    role: t("field.role"),
    permissions: t("permissions.title"),
    locale: t("field.language"),
    owner: t("owner"),
    resources: t("links.title"),
    lastLoginAt: t("column.lastLogin"),
    createdAt: t("column.created"),
    updatedAt: t("fact.updated"),
  };
  return <History entity="user" id={id} fields={fields} values={words} />;
}
