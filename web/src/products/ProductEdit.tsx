import { EditForm, RecordPage } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { type Product, products } from "./api";
import { KeptBy } from "./KeptBy";
import { ProductFields, useCheck } from "./ProductFields";
import { productPaths } from "./paths";
import { type ProductValues, toChange, toValues } from "./values";

function ProductForm({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const check = useCheck({ isNew: product.image === "" });
  const save = async (read: Product, values: ProductValues) => {
    check(values);
    return products.save(read, toChange(values));
  };
  return (
    <EditForm
      record={product}
      toValues={toValues}
      save={save}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => products.read(product.id)}
    >
      {(form) => <ProductFields form={form} product={product} />}
    </EditForm>
  );
}

/** The form of a product that was made here and is no provider’s yet. */
export default function ProductEdit() {
  const { t } = useTranslation("products");
  const area = useArea();
  return (
    <RecordPage
      of={[productPaths.edit.useIds().productId]}
      useRecord={products.useOne}
      breadcrumbs={({ id, name }) => [
        { label: t("list.title"), to: productPaths.list(area) },
        { label: name, to: productPaths.detail(area, id) },
      ]}
      title={() => t("edit.title")}
    >
      {(product) =>
        product.provider ? (
          <KeptBy of="products" provider={product.provider} />
        ) : (
          <ProductForm product={product} />
        )
      }
    </RecordPage>
  );
}
