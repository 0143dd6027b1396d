import { ErrorView, Form, Page, SubmitBar, toast, useForm, useUser } from "@comptoir/kit";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useArea } from "../app/area";
import { users } from "./api";
import { userPaths } from "./paths";
import { mayNameOwners, useCanWriteUsers } from "./rights";
import { UserFields } from "./UserFields";
import { UNLINKED, type UserForm, type UserValues } from "./userForm";

/** Staff begin with a customer, whom they make most; others make people of their own organization or factory. */
function useFirstValues(): UserValues {
  const { role } = useUser();
  const { id } = useParams();
  const own = id ? [id] : [];
  return {
    ...UNLINKED,
    email: "",
    displayName: "",
    locale: "fr",
    role: role === "admin" ? "customer" : role,
    organizations: role === "customer" ? own : [],
    factories: role === "factory" ? own : [],
  };
}

/** Another role may have other permissions and belongs to something else. */
function useFreshStartOnRole(form: UserForm) {
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => {
      if (name !== "role") return;
      const names = Object.keys(UNLINKED) as (keyof typeof UNLINKED)[];
      for (const each of names) form.setValue(each, UNLINKED[each], { shouldDirty: true });
      form.clearErrors(names);
    });
    return unsubscribe;
  }, [form]);
}

/** Somebody new, who is invited by mail. */
export default function CreateUser() {
  const { t } = useTranslation("users");
  const area = useArea();
  const navigate = useNavigate();
  const by = useUser();
  const canWrite = useCanWriteUsers();
  const form = useForm<UserValues>({ defaultValues: useFirstValues() });
  useFreshStartOnRole(form);
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: userPaths.list(area) }], [list, area]);
  const create = async ({ owner, ...values }: UserValues) => {
    const email = values.email.trim();
    const user = await users.create({ ...values, email, ...(mayNameOwners(by) && { owner }) });
    toast(t("create.done", { name: user.displayName, email: user.email }));
    await navigate(userPaths.detail(area, user.id));
  };
  if (!canWrite) return <ErrorView error={{ kind: "forbidden" }} level={1} />;
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
        <UserFields form={form} />
        <SubmitBar label={t("create.action")} to={userPaths.list(area)} />
      </Form>
    </Page>
  );
}
