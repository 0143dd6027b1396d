import { Can, Facts, Figure, NONE, RecordPage, Section } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ProductForm } from "./ProductForm";
import { paths } from "./paths";
import { type ProductDetail as Product, products } from "./product";
import { Removal } from "./Removal";

function Stock({ product: { sku, stock, weightGrams } }: { product: Product }) {
  const { t } = useTranslation("bigblue");
  return (
    <Section title={t("product.section.stock")}>
      <Facts
        facts={[
          { label: t("product.sku"), value: sku },
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
  );
}

/** One product at Bigblue: its stock, and the form to change it. */
export default function ProductDetail() {
  const { t } = useTranslation("bigblue");
  const { sku = "" } = useParams();
  return (
    <RecordPage
      of={[sku]}
      useRecord={products.useOne}
      breadcrumbs={[{ label: t("product.title"), to: paths.products }]}
      title={(product) => product.name || product.sku}
      actions={(product, leave) => (
        <Can permission="WRITE_CONNECTOR">
          <Removal remove={products.remove} sku={product.sku} onGone={leave} />
        </Can>
      )}
    >
      {(product) => (
        <>
          <Stock product={product} />
          <Can permission="WRITE_CONNECTOR">
            <ProductForm product={product} />
          </Can>
        </>
      )}
    </RecordPage>
  );
}
