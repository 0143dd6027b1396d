import { Facts, FormGrid, type FormOf, FormSection, fieldsOf, useIsStaff, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, languagesOf } from "../i18n";
import type { User } from "./api";
import { LinkFields } from "./LinkFields";
import { PermissionsField } from "./PermissionsField";
import { mayNameOwners } from "./rights";
import { useRoles } from "./UserRole";
import type { UserValues } from "./values";

const { SelectField, SwitchField, TextField, useValue } = fieldsOf<UserValues>();

function Identity({ user }: { user: User | undefined }) {
  const { t } = useTranslation("users");
  const isStaff = useIsStaff();
  const languages = languagesOf(useValue("role"));
  const isNew = !user;
  // Staff give an address at once; of others the present one is asked.
  const asked = user?.pendingEmail
    ? t("field.emailAsked", { email: user.pendingEmail })
    : !isStaff && t("field.emailAsks");
  return (
    <FormSection title={t("who.title")} description={t("who.text")}>
      <TextField
        name="email"
        type="email"
        label={t("field.email")}
        description={isNew ? t("field.emailText") : asked || undefined}
        autoComplete="off"
        autoFocus={isNew}
        required
      />
      <FormGrid>
        <TextField
          name="displayName"
          label={t("field.name")}
          minLength={2}
          maxLength={38}
          autoComplete="off"
          required
        />
        <SelectField
          name="locale"
          label={t("field.language")}
          options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          required
        />
      </FormGrid>
    </FormSection>
  );
}

function RoleFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("users");
  const by = useUser();
  const roles = useRoles();
  const options = Object.entries(roles).map(([value, { label }]) => ({ value, label }));
  const seesRole = useIsStaff();
  const role = useValue("role");
  // Staff belong to no organization or factory that they could own.
  const namesOwner = mayNameOwners(by) && role !== "admin";
  if (!seesRole && !namesOwner) return null;
  const text = isNew ? t("rank.text") : t("rank.fixed");
  return (
    <FormSection title={t("rank.title")} description={seesRole ? text : undefined}>
      {seesRole &&
        (isNew ? (
          <SelectField name="role" label={t("field.role")} options={options} required />
        ) : (
          <Facts facts={[{ label: t("field.role"), value: roles[role].label }]} />
        ))}
      {namesOwner && <SwitchField name="owner" label={t("owner")} description={t("field.ownerText")} />}
    </FormSection>
  );
}

/** The fields of a user, new or known. */
export function UserFields({ form, user }: { form: FormOf<UserValues>; user?: User }) {
  return (
    <>
      <Identity user={user} />
      <RoleFields isNew={!user} />
      <LinkFields form={form} user={user} />
      <PermissionsField form={form} />
    </>
  );
}
