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
  const { t } = useTranslation("kit");
  return {
    SUPER_ADMIN: t("permission.SUPER_ADMIN"),
    READ_ADMIN: t("permission.READ_ADMIN"),
    WRITE_ADMIN: t("permission.WRITE_ADMIN"),
    READ_AUDIT: t("permission.READ_AUDIT"),
    WRITE_AUDIT: t("permission.WRITE_AUDIT"),
    READ_CONNECTOR: t("permission.READ_CONNECTOR"),
    WRITE_CONNECTOR: t("permission.WRITE_CONNECTOR"),
    READ_FACTORY: t("permission.READ_FACTORY"),
    WRITE_FACTORY: t("permission.WRITE_FACTORY"),
    READ_FEE: t("permission.READ_FEE"),
    WRITE_FEE: t("permission.WRITE_FEE"),
    READ_INVOICE: t("permission.READ_INVOICE"),
    WRITE_INVOICE: t("permission.WRITE_INVOICE"),
    READ_ORDER: t("permission.READ_ORDER"),
    WRITE_ORDER: t("permission.WRITE_ORDER"),
    READ_ORGANIZATION: t("permission.READ_ORGANIZATION"),
    WRITE_ORGANIZATION: t("permission.WRITE_ORGANIZATION"),
    READ_PRODUCT: t("permission.READ_PRODUCT"),
    WRITE_PRODUCT: t("permission.WRITE_PRODUCT"),
    READ_PROJECT: t("permission.READ_PROJECT"),
    WRITE_PROJECT: t("permission.WRITE_PROJECT"),
    READ_PROJECT_CALL: t("permission.READ_PROJECT_CALL"),
    WRITE_PROJECT_CALL: t("permission.WRITE_PROJECT_CALL"),
    READ_PROJECT_PRODUCT: t("permission.READ_PROJECT_PRODUCT"),
    WRITE_PROJECT_PRODUCT: t("permission.WRITE_PROJECT_PRODUCT"),
    READ_PROJECT_PRODUCTION: t("permission.READ_PROJECT_PRODUCTION"),
    WRITE_PROJECT_PRODUCTION: t("permission.WRITE_PROJECT_PRODUCTION"),
    READ_STORE: t("permission.READ_STORE"),
    WRITE_STORE: t("permission.WRITE_STORE"),
    READ_USER: t("permission.READ_USER"),
    WRITE_USER: t("permission.WRITE_USER"),
  };
}

/** The subjects of the permissions in words, for a table of "read" and "write". SUPER_ADMIN has none. */
export function usePermissionSubjects(): PermissionSubject[] {
  const { t } = useTranslation("kit");
  const labels: Record<Subject, string> = {
    ADMIN: t("permission.subject.ADMIN"),
    AUDIT: t("permission.subject.AUDIT"),
    CONNECTOR: t("permission.subject.CONNECTOR"),
    FACTORY: t("permission.subject.FACTORY"),
    FEE: t("permission.subject.FEE"),
    INVOICE: t("permission.subject.INVOICE"),
    ORDER: t("permission.subject.ORDER"),
    ORGANIZATION: t("permission.subject.ORGANIZATION"),
    PRODUCT: t("permission.subject.PRODUCT"),
    PROJECT: t("permission.subject.PROJECT"),
    PROJECT_CALL: t("permission.subject.PROJECT_CALL"),
    PROJECT_PRODUCT: t("permission.subject.PROJECT_PRODUCT"),
    PROJECT_PRODUCTION: t("permission.subject.PROJECT_PRODUCTION"),
    STORE: t("permission.subject.STORE"),
    USER: t("permission.subject.USER"),
  };
  return SUBJECTS.map((id) => ({ id, label: labels[id], read: `READ_${id}`, write: `WRITE_${id}` }));
}
