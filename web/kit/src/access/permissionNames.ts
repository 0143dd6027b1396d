import { useTranslation } from "react-i18next";
import { PERMISSIONS, type Permission } from "./permissions";

/** What permissions are about. */
type Subject = Permission extends infer P ? (P extends `READ_${infer S}` ? S : never) : never;

/** One subject and its two permissions. */
export interface PermissionSubject {
  id: Subject;
  label: string;
  read: Permission;
  write: Permission;
}

const SUBJECTS = PERMISSIONS.flatMap((permission) =>
  permission.startsWith("READ_") ? [permission.slice("READ_".length) as Subject] : [],
);

/** Every permission in words: `names.READ_ORDER` is "Consulter les commandes". */
export function usePermissionNames(): Record<Permission, string> {
  return useTranslation("parts").t("permission.name", { returnObjects: true });
}

/** The subjects of the permissions in words, for a table of "read" and "write". SUPER_ADMIN has none. */
export function usePermissionSubjects(): PermissionSubject[] {
  const { t } = useTranslation("parts");
  const labels: Record<Subject, string> = t("permission.subject", { returnObjects: true });
  return SUBJECTS.map((id) => ({ id, label: labels[id], read: `READ_${id}`, write: `WRITE_${id}` }));
}
