import { Form, SaveBar, toast, useEditForm, useUser } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type User, users } from "./api";
import { mayNameOwners } from "./rights";
import { UserFields } from "./UserFields";
import { type UserValues, valuesOf } from "./userForm";

/** The form for a user who is there. */
export function EditUser({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const by = useUser();
  const { form, read } = useEditForm(user, valuesOf);
  const save = async ({ email, displayName, locale, permissions, owner, stores }: UserValues) => {
    await users.save(read, {
      ...{ email: email.trim(), displayName, locale, permissions },
      ...(mayNameOwners(by) && { owner }),
      ...(user.role === "customer" && { stores }),
    });
    toast(t("edit.done"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("edit.failed")} onReload={() => users.read(user.id)}>
      <UserFields form={form} user={read} />
      <SaveBar />
    </Form>
  );
}
