import {
  Can,
  ErrorView,
  Facts,
  Figure,
  Form,
  NONE,
  Page,
  PageSkeleton,
  refresh,
  SaveBar,
  Section,
  sendPlugin,
  toast,
  useEditForm,
  usePlugin,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ProductFields } from "./ProductFields";
import { paths } from "./paths";
import { type ProductDetail, type ProductValues, toBody, toValues } from "./product";
import { Removal } from "./Removal";

function ProductForm({ product, path }: { product: ProductDetail; path: string }) {
  const { t } = useTranslation("bigblue");
  const { form } = useEditForm(product, toValues);
  const save = async (values: ProductValues) => {
    await sendPlugin("PUT", path, toBody(values));
    void refresh("bigblue/product");
    toast(t("product.saved"));
  };
  return (
    <Form form={form} onSubmit={save} failure={t("product.saveFailed")}>
      <ProductFields />
      <SaveBar />
    </Form>
  );
}

/** One product at Bigblue: its stock, and the form to change it. */
export default function ProductView() {
  const { t } = useTranslation("bigblue");
  const { sku = "" } = useParams();
  const path = `/bigblue/product/${encodeURIComponent(sku)}`;
  const { data: product, error, mutate } = usePlugin<ProductDetail>(path);
  const list = t("product.title");
  const breadcrumbs = useMemo(() => [{ label: list, to: paths.products }], [list]);
  if (error) return <ErrorView error={error} retry={() => void mutate()} level={1} />;
  if (!product) return <PageSkeleton />;
  const { stock, weightGrams } = product;
  return (
    <Page
      title={product.name || product.sku}
      breadcrumbs={breadcrumbs}
      width="text"
      actions={
        <Can permission="WRITE_CONNECTOR">
          <Removal path={path} sku={product.sku} to={paths.products} />
        </Can>
      }
    >
      <Section title={t("product.section.stock")}>
        <Facts
          facts={[
            { label: t("product.sku"), value: product.sku },
            { label: t("product.available"), value: <Figure value={stock.available} /> },
            { label: t("product.inWarehouse"), value: <Figure value={stock.inWarehouse} /> },
            { label: t("product.reserved"), value: <Figure value={stock.reserved} /> },
            {
              label: t("product.weight"),
              value: weightGrams === null ? NONE : t("product.weightValue", { grams: weightGrams }),
            },
          ]}
        />
      </Section>
      <Can permission="WRITE_CONNECTOR">
        <ProductForm product={product} path={path} />
      </Can>
    </Page>
  );
}
