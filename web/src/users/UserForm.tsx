import { CreatePage, EditForm, type FormOf, NewForm, useOnChange, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../app/area";
import { languagesOf } from "../i18n";
import { type User, users } from "./api";
import { userPaths } from "./paths";
import { mayNameOwners } from "./rights";
import { UserFields } from "./UserFields";
import { toValues, UNLINKED, type UserValues } from "./values";

/** Staff begin with a customer, whom they make most; others make people of their own organization or factory and language. */
function useFirstValues(): UserValues {
  const { role, locale } = useUser();
  const { id } = useArea();
  // A store's page leads here for somebody of its own.
  const [query] = useSearchParams();
  const own = id ? [id] : query.getAll("organization");
  return {
    ...UNLINKED,
    email: "",
    displayName: "",
    locale: role === "admin" ? "fr" : locale,
    role: role === "admin" ? "customer" : role,
    organizations: role === "factory" ? [] : own,
    stores: role === "factory" ? [] : query.getAll("store"),
    factories: role === "factory" ? own : [],
  };
}

function NewFields({ form }: { form: FormOf<UserValues> }) {
  // Another role may have other permissions and languages, and belongs to something else.
  useOnChange(form, "role", (role) => {
    const names = Object.keys(UNLINKED) as (keyof typeof UNLINKED)[];
    for (const each of names) form.setValue(each, UNLINKED[each], { shouldDirty: true });
    if (!languagesOf(role).includes(form.getValues("locale"))) form.setValue("locale", "fr");
    form.clearErrors(names);
  });
  return <UserFields form={form} />;
}

/** Somebody new, who is invited by mail. */
export default function NewUser() {
  const { t } = useTranslation("users");
  const area = useArea();
  const by = useUser();
  const create = ({ owner, ...values }: UserValues) =>
    users.create({ ...values, email: values.email.trim(), ...(mayNameOwners(by) && { owner }) });
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: userPaths.list(area) }]}
    >
      <NewForm
        initial={useFirstValues()}
        create={create}
        label={t("create.action")}
        done={({ displayName, email }) => t("create.done", { name: displayName, email })}
        failure={t("create.failed")}
        to={({ id }) => userPaths.detail(area, id)}
      >
        {(form) => <NewFields form={form} />}
      </NewForm>
    </CreatePage>
  );
}

/** The form of a user who is there. */
export function UserForm({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const by = useUser();
  const save = (read: User, { email, displayName, locale, permissions, owner, stores }: UserValues) =>
    users.save(read, {
      ...{ email: email.trim(), displayName, locale, permissions },
      ...(mayNameOwners(by) && { owner }),
      ...(user.role === "customer" && { stores }),
    });
  return (
    <EditForm
      record={user}
      toValues={toValues}
      save={save}
      kept={toValues}
      done={({ email, pendingEmail }) =>
        pendingEmail && pendingEmail !== user.pendingEmail ? t("edit.asked", { email }) : t("edit.done")
      }
      failure={t("edit.failed")}
      onReload={() => users.read(user.id)}
    >
      {(form, read) => <UserFields form={form} user={read} />}
    </EditForm>
  );
}
