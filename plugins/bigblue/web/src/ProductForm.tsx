import { CreatePage, EditForm, NewForm, refresh, sendPlugin } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { ProductFields } from "./ProductFields";
import { paths } from "./paths";
import { NEW_PRODUCT, type ProductDetail, type ProductValues, toBody, toValues } from "./product";

async function create(values: ProductValues) {
  const made = await sendPlugin<{ sku: string }>("POST", "/bigblue/product", toBody(values));
  void refresh("bigblue/product");
  return made;
}

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
export function ProductForm({ product, path }: { product: ProductDetail; path: string }) {
  const { t } = useTranslation("bigblue");
  const save = async (_: ProductDetail, values: ProductValues) => {
    await sendPlugin("PUT", path, toBody(values));
    void refresh("bigblue/product");
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
