import { StatusBadge, type Tone } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Role } from "./api";

/** What the roles are called and how they look. */
export function useRoles(): Record<
  Role,
  { label: string; tone: Tone; icon: "settings" | "user" | "factory" }
> {
  const { t } = useTranslation("users");
  return {
    admin: { label: t("role.admin"), tone: "info", icon: "settings" },
    customer: { label: t("role.customer"), tone: "new", icon: "user" },
    factory: { label: t("role.factory"), tone: "attention", icon: "factory" },
  };
}

export function UserRole({ role }: { role: string }) {
  const roles: Record<string, ReturnType<typeof useRoles>[Role]> = useRoles();
  const look = roles[role];
  if (!look) return role;
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {look.label}
    </StatusBadge>
  );
}

/** Says that somebody is an owner; nothing for others. */
export function OwnerMark({ owner }: { owner: boolean }) {
  const { t } = useTranslation("users");
  if (!owner) return null;
  return (
    <StatusBadge tone="success" icon="check">
      {t("owner")}
    </StatusBadge>
  );
}
