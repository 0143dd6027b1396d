import { CreatePage, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useArea } from "../app/area";
import { products } from "./api";
import { ProductFields, useCheck } from "./ProductFields";
import { productPaths } from "./paths";
import { type ProductValues, startOf, toInput } from "./values";

/** The form for a new product of a store. */
export default function ProductForm() {
  const { t } = useTranslation("products");
  const area = useArea();
  const check = useCheck({ isNew: true });
  const [query] = useSearchParams();
  const create = async (values: ProductValues) => {
    check(values);
    return products.create(toInput(values));
  };
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: productPaths.list(area) }]}
    >
      <NewForm
        initial={startOf(query)}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => productPaths.detail(area, id)}
      >
        {(form) => <ProductFields form={form} />}
      </NewForm>
    </CreatePage>
  );
}
