import {
  ChoicesField,
  ErrorView,
  type Fact,
  Facts,
  FormSection,
  MultiSelectField,
  Quiet,
  SkeletonLines,
  useCan,
  useUser,
} from "@comptoir/kit";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { resourcesOf } from "../app/paths";
import { type User, useFactories, useOrganizationChoices, useStores } from "./api";
import type { UserForm } from "./userForm";

interface LinkFieldsProps {
  form: UserForm;
  /** Who is edited; nobody yet while one is created. */
  user?: User;
}

interface StoreChoice {
  id: string;
  name: string;
  /** Whose it is; unknown to those who may not read stores. */
  organizations?: { id: string }[];
}

function StoreField({ form, user, stores }: LinkFieldsProps & { stores: StoreChoice[] }) {
  const { t } = useTranslation("users");
  const organizations = form.watch("organizations");
  useEffect(() => {
    const { unsubscribe } = form.watch(({ organizations = [], stores: chosen = [] }, { name }) => {
      if (name !== "organizations") return;
      const lost = stores.filter((store) => !belongs(store, organizations)).map(({ id }) => id);
      const kept = chosen.filter((id): id is string => id !== undefined && !lost.includes(id));
      if (kept.length < chosen.length) form.setValue("stores", kept, { shouldDirty: true });
    });
    return unsubscribe;
  }, [form, stores]);
  const offered = stores.filter((store) => belongs(store, organizations));
  // What the user has already is shown by its name even where it is not one's own to give.
  const had = user
    ? resourcesOf(user, "STORE").filter(({ id }) => !offered.some((each) => each.id === id))
    : [];
  return (
    <MultiSelectField
      name="stores"
      label={t("field.stores")}
      description={organizations.length === 0 ? t("field.storesLater") : undefined}
      placeholder={t("field.storesChoose")}
      options={[...offered, ...had].map(({ id, name }) => ({ value: id, label: name }))}
      required
    />
  );
}

const belongs = (store: StoreChoice, organizations: (string | undefined)[]) =>
  store.organizations?.some(({ id }) => organizations.includes(id)) ?? true;

function VisibleStores(props: LinkFieldsProps) {
  const { page, error, retry } = useStores();
  if (error) return <ErrorView error={error} retry={retry} />;
  if (!page) return <SkeletonLines lines={2} />;
  return <StoreField {...props} stores={page.rows} />;
}

function Stores(props: LinkFieldsProps) {
  const { t } = useTranslation("users");
  const by = useUser();
  if (useCan()("READ_STORE")) return <VisibleStores {...props} />;
  if (by.role === "admin") return <Quiet>{t("field.storesUnseen")}</Quiet>;
  return <StoreField {...props} stores={resourcesOf(by, "STORE")} />;
}

function Factories() {
  const { t } = useTranslation("users");
  const { page, error, retry } = useFactories();
  if (error) return <ErrorView error={error} retry={retry} />;
  if (!page) return <SkeletonLines lines={2} />;
  return (
    <MultiSelectField
      name="factories"
      label={t("field.factories")}
      placeholder={t("field.factoriesChoose")}
      options={page.rows.map(({ id, name }) => ({ value: id, label: name }))}
      required
    />
  );
}

/** What cannot be changed any more, by name. */
function FixedLinks({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const named = (type: "ORGANIZATION" | "FACTORY") =>
    resourcesOf(user, type)
      .map(({ name }) => name)
      .join(", ");
  const facts: Fact[] =
    user.role === "customer"
      ? [{ label: t("field.organizations"), value: named("ORGANIZATION") }]
      : [{ label: t("field.factories"), value: named("FACTORY") }];
  return (
    <>
      <Facts facts={facts} />
      <Quiet>{t("links.fixed")}</Quiet>
    </>
  );
}

/** What the user is confined to. Others than staff create users of the organization or factory they are in. */
export function LinkFields({ form, user }: LinkFieldsProps) {
  const { t } = useTranslation("users");
  const isAdmin = useUser().role === "admin";
  const role = form.watch("role");
  if (role === "admin") return null;
  // Their own factory is all there would be to say.
  if (role === "factory" && !user && !isAdmin) return null;
  return (
    <FormSection
      title={t("links.title")}
      description={role === "customer" ? t("links.customer") : t("links.factory")}
    >
      {user && <FixedLinks user={user} />}
      {!user && isAdmin && role === "customer" && (
        <ChoicesField
          name="organizations"
          label={t("field.organizations")}
          placeholder={t("field.organizationsChoose")}
          useChoices={useOrganizationChoices}
          required
        />
      )}
      {!user && role === "factory" && <Factories />}
      {role === "customer" && <Stores form={form} user={user} />}
    </FormSection>
  );
}
