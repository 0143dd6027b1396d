import { CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { storePaths } from "../stores/paths";
import { ArticleField } from "./ArticleField";
import { type AuditProduct, auditProducts } from "./api";
import { ChartProductFields } from "./ChartProductFields";
import { chartPaths } from "./paths";
import { useStoreCrumbs } from "./useStoreCrumbs";
import { NEW_PRODUCT, toInput, toValues } from "./values";

/** The form for a new record of a store's chart reports. */
export default function NewChartProduct() {
  const { t } = useTranslation("charts");
  const area = useArea();
  const { storeId } = chartPaths.create.useIds();
  return (
    <CreatePage title={t("create.title")} breadcrumbs={useStoreCrumbs(storeId)}>
      <NewForm
        initial={NEW_PRODUCT}
        create={(values) => auditProducts(storeId).create(toInput(values))}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={() => storePaths.tab(area, storeId, "charts")}
      >
        {(form) => <ChartProductFields autoFocus article={<ArticleField form={form} storeId={storeId} />} />}
      </NewForm>
    </CreatePage>
  );
}

/** The form of a record that is there. */
export function ChartProductForm({ product }: { product: AuditProduct }) {
  const { t } = useTranslation("charts");
  const { save, read } = auditProducts(product.storeId);
  return (
    <EditForm
      record={product}
      toValues={toValues}
      save={({ id, updatedAt }, values) => save({ productId: id, updatedAt }, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => read(product.id)}
    >
      <ChartProductFields />
    </EditForm>
  );
}
