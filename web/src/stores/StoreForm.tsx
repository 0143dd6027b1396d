import { CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../app/area";
import { type Store, stores } from "./api";
import { storePaths } from "./paths";
import { StoreFields } from "./StoreFields";
import { useShareCheck } from "./useShareCheck";
import { NEW_STORE, type StoreValues, toInput, toValues } from "./values";

/** The form for a new store. */
export default function NewStore() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const checkShares = useShareCheck();
  // An organization's page leads here for a store of its own.
  const [query] = useSearchParams();
  const owner = query.get("organization");
  const initial = owner
    ? {
        ...NEW_STORE,
        organizations: NEW_STORE.organizations.map((share) => ({ ...share, organizationId: owner })),
      }
    : NEW_STORE;
  const create = async (values: StoreValues) => {
    checkShares(values);
    return stores.create(toInput(values));
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: storePaths.list(area) }]}
    >
      <NewForm
        initial={initial}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => storePaths.detail(area, id)}
      >
        <StoreFields links={NEW_STORE.links} autoFocus />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a store that is there. */
export function StoreForm({ store }: { store: Store }) {
  const { t } = useTranslation("stores");
  const checkShares = useShareCheck();
  const save = async (read: Store, values: StoreValues) => {
    checkShares(values);
    return stores.save(read, toInput(values));
  };
  return (
    <EditForm
      record={store}
      toValues={toValues}
      save={save}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => stores.read(store.id)}
    >
      {(_, { organizations, links }) => <StoreFields owners={organizations} links={links} />}
    </EditForm>
  );
}
