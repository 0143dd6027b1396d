import { CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ProductFields } from "./ProductFields";
import { paths } from "./paths";
import { NEW_PRODUCT, type ProductDetail, type ProductValues, products, toBody, toValues } from "./product";

const create = (values: ProductValues) => products.create(toBody(values));

/** The form for a product that Bigblue does not know yet. */
export default function NewProduct() {
  const { t } = useTranslation("bigblue");
  return (
    <CreatePage title={t("product.new")} breadcrumbs={[{ label: t("product.title"), to: paths.products }]}>
      <NewForm
        initial={NEW_PRODUCT}
        create={create}
        label={t("product.create")}
        done={({ sku }) => t("product.created", { sku })}
        failure={t("product.createFailed")}
        to={({ sku }) => paths.product(sku)}
      >
        <ProductFields isNew />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a product that Bigblue has. */
export function ProductForm({ product }: { product: ProductDetail }) {
  const { t } = useTranslation("bigblue");
  const save = async (_: ProductDetail, values: ProductValues) => {
    await products.save(product, toBody(values));
  };
  return (
    <EditForm
      record={product}
      toValues={toValues}
      save={save}
      done={() => t("product.saved")}
      failure={t("product.saveFailed")}
    >
      <ProductFields />
    </EditForm>
  );
}
