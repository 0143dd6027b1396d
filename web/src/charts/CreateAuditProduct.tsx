import { type Crumb, Form, Page, SubmitBar, toast, useForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useArea } from "../app/area";
import { storePaths } from "../stores/paths";
import { AuditProductFields } from "./AuditProductFields";
import { auditProducts } from "./api";
import { useStoreCrumbs } from "./useStoreCrumbs";
import { type AuditProductValues, NEW_PRODUCT, toInput } from "./values";

/** The form for a new record of a store's audit. */
export default function CreateAuditProduct() {
  const { t } = useTranslation("audit");
  const area = useArea();
  const navigate = useNavigate();
  const { storeId = "" } = useParams();
  const breadcrumbs: Crumb[] = useStoreCrumbs(storeId);
  const form = useForm<AuditProductValues>({ defaultValues: NEW_PRODUCT });

  const create = async (values: AuditProductValues) => {
    const { name } = await auditProducts(storeId).create(toInput(values));
    toast(t("create.done", { name }));
    await navigate(storePaths.detail(area, storeId));
  };
  return (
    <Page title={t("create.title")} breadcrumbs={breadcrumbs} width="text">
      <Form form={form} onSubmit={create} failure={t("create.failed")}>
        <AuditProductFields autoFocus />
        <SubmitBar label={t("create.action")} to={storePaths.detail(area, storeId)} />
      </Form>
    </Page>
  );
}
