import { Form, Page, SubmitBar, toast, useForm } from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useArea } from "../app/area";
import { stores } from "./api";
import { storePaths } from "./paths";
import { StoreFields } from "./StoreFields";
import { useShareCheck } from "./useShareCheck";
import { NEW_STORE, type StoreValues, toInput } from "./values";

/** The form for a new store. */
export default function CreateStore() {
  const { t } = useTranslation("stores");
  const area = useArea();
  const navigate = useNavigate();
  const checkShares = useShareCheck();
  const form = useForm<StoreValues>({ defaultValues: NEW_STORE });
  const list = t("list.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: storePaths.list(area) }], [list, area]);

  const create = async (values: StoreValues) => {
    checkShares(values);
    const { id, name } = await stores.create(toInput(values));
    toast(t("create.done", { name }));
    await navigate(storePaths.detail(area, id));
  };
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
        <StoreFields organizations={form.watch("organizations")} links={NEW_STORE.links} autoFocus />
        <SubmitBar label={t("create.action")} to={storePaths.list(area)} />
      </Form>
    </Page>
  );
}
