import {
  type Fact,
  Facts,
  type FormOf,
  FormSection,
  fieldsOf,
  Loaded,
  Quiet,
  useCan,
  useIsStaff,
  useOnChange,
  useUser,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { resourcesOf } from "../app/paths";
import { organizations } from "../organizations/api";
import { organizationRecords } from "../organizations/records";
import { type User, useFactories, useStores } from "./api";
import type { UserValues } from "./values";

const { RecordsField, MultiSelectField, useValue } = fieldsOf<UserValues>();

interface LinkFieldsProps {
  form: FormOf<UserValues>;
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
  const organizations = useValue("organizations");
  useOnChange(form, "organizations", (left) => {
    const lost = stores.filter((store) => !belongs(store, left)).map(({ id }) => id);
    const chosen = form.getValues("stores");
    const kept = chosen.filter((id) => !lost.includes(id));
    if (kept.length < chosen.length) form.setValue("stores", kept, { shouldDirty: true });
  });
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

const belongs = (store: StoreChoice, organizations: string[]) =>
  store.organizations?.some(({ id }) => organizations.includes(id)) ?? true;

function VisibleStores(props: LinkFieldsProps) {
  return (
    <Loaded of={useStores()} lines={2}>
      {({ rows }) => <StoreField {...props} stores={rows} />}
    </Loaded>
  );
}

/** For staff who may not read stores: an organization names its own. */
function NamedStores(props: LinkFieldsProps) {
  const ids = useValue("organizations");
  const { data } = useSWR(["stores of organizations", ids], () => storesOf(ids), { keepPreviousData: true });
  return <StoreField {...props} stores={data ?? []} />;
}

async function storesOf(ids: string[]): Promise<StoreChoice[]> {
  const named = await Promise.all(ids.map((id) => organizations.read(id)));
  const owned = named.flatMap(({ id, stores }) => stores.map((store) => ({ ...store, owner: { id } })));
  return [...Map.groupBy(owned, ({ id }) => id)].map(([id, shares]) => ({
    id,
    name: shares[0]?.name ?? "",
    organizations: shares.map(({ owner }) => owner),
  }));
}

function Stores(props: LinkFieldsProps) {
  const by = useUser();
  const isStaff = useIsStaff();
  const can = useCan();
  if (can("READ_STORE")) return <VisibleStores {...props} />;
  if (isStaff) return <NamedStores {...props} />;
  return <StoreField {...props} stores={resourcesOf(by, "STORE")} />;
}

function Factories() {
  const { t } = useTranslation("users");
  return (
    <Loaded of={useFactories()} lines={2}>
      {({ rows }) => (
        <MultiSelectField
          name="factories"
          label={t("field.factories")}
          placeholder={t("field.factoriesChoose")}
          options={rows.map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
      )}
    </Loaded>
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
  const isStaff = useIsStaff();
  const role = useValue("role");
  if (role === "admin") return null;
  // Their own factory is all there would be to say.
  if (role === "factory" && !user && !isStaff) return null;
  return (
    <FormSection
      title={t("links.title")}
      description={role === "customer" ? t("links.customer") : t("links.factory")}
    >
      {user && <FixedLinks user={user} />}
      {!user && isStaff && role === "customer" && (
        <RecordsField
          name="organizations"
          label={t("field.organizations")}
          placeholder={t("field.organizationsChoose")}
          source={organizationRecords}
          required
        />
      )}
      {!user && role === "factory" && <Factories />}
      {role === "customer" && <Stores form={form} user={user} />}
    </FormSection>
  );
}
