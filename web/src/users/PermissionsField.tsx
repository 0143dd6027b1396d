import {
  type FormOf,
  FormSection,
  fieldsOf,
  GRANTABLE,
  type Permission,
  Quiet,
  Stack,
  Tick,
  useCan,
  usePermissionNames,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { PermissionTable } from "./PermissionTable";
import { inOrder, type UserValues } from "./values";

const { useValue } = fieldsOf<UserValues>();

/** What the user may do. One grants and takes away only what one holds (decision 5). */
export function PermissionsField({ form }: { form: FormOf<UserValues> }) {
  const { t } = useTranslation("users");
  const names = usePermissionNames();
  const can = useCan();
  const [role, granted] = [useValue("role"), useValue("permissions")];
  const lockOf = (permission: Permission) => (can(permission) ? undefined : t("permissions.notHeld"));
  const change = (permissions: Permission[]) =>
    form.setValue("permissions", permissions, { shouldDirty: true });
  const isSuper = granted.includes("SUPER_ADMIN");
  const offersSuper = role === "admin" && (isSuper || can("SUPER_ADMIN"));
  return (
    <FormSection title={t("permissions.title")} description={t("permissions.text")}>
      {offersSuper && (
        <Stack gap={4}>
          <Tick
            label={names.SUPER_ADMIN}
            checked={isSuper}
            lockedBecause={lockOf("SUPER_ADMIN")}
            onChange={(on) =>
              change(inOrder(on ? [...granted, "SUPER_ADMIN"] : granted.filter((p) => p !== "SUPER_ADMIN")))
            }
          />
          <Quiet>{t("permissions.superText")}</Quiet>
        </Stack>
      )}
      <PermissionTable role={role} granted={granted} lockOf={lockOf} onChange={change} />
      {GRANTABLE[role].some((permission) => permission !== "SUPER_ADMIN" && !can(permission)) && (
        <Quiet>{t("permissions.lockedText")}</Quiet>
      )}
    </FormSection>
  );
}
