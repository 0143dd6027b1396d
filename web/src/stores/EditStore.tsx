import { Form, SaveBar, toast, useEditForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Store, stores } from "./api";
import { StoreFields } from "./StoreFields";
import { useShareCheck } from "./useShareCheck";
import { type StoreValues, toInput, toValues } from "./values";

/** The form of a store that exists. */
export function EditStore({ store }: { store: Store }) {
  const { t } = useTranslation("stores");
  const checkShares = useShareCheck();
  const { form, read } = useEditForm(store, toValues);

  const save = async (values: StoreValues) => {
    checkShares(values);
    await stores.save(read, toInput(values));
    toast(t("edit.done"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("edit.failed")} onReload={() => stores.read(store.id)}>
      <StoreFields
        organizations={form.watch("organizations")}
        owners={read.organizations}
        links={read.links}
      />
      <SaveBar />
    </Form>
  );
}
