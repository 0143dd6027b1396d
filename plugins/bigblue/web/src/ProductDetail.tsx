import { Can, Country, Facts, Figure, Money, NONE, RecordPage, Section, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ProductForm } from "./ProductForm";
import { paths } from "./paths";
import { type ProductDetail as Product, products } from "./product";
import { Removal } from "./Removal";
import { Sides } from "./useProductColumns";

function Stock({ product }: { product: Product }) {
  const { sku, stock, weight } = product;
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
            value: weight === null ? NONE : t("product.weightValue", { grams: weight }),
          },
          { label: t("product.dimensions"), value: <Sides product={product} /> },
        ]}
      />
    </Section>
  );
}

/** What the form would show, for those who may only read. */
function Identity({ product }: { product: Product }) {
  const { t } = useTranslation("bigblue");
  const { price, currency, options } = product;
  return (
    <Section title={t("product.section.identity")}>
      <Facts
        facts={[
          { label: t("product.name"), value: product.originalName },
          { label: t("product.description"), value: product.description || NONE },
          { label: t("product.barcode"), value: product.barcode || NONE },
          ...options.map(({ name, value }) => ({ label: name, value })),
          {
            label: t("product.price"),
            value: price === null ? NONE : <Money amount={price} currency={currency} />,
          },
          { label: t("product.tariff"), value: product.hsTariffCode || NONE },
          { label: t("product.origin"), value: <Country code={product.countryOfOrigin} /> },
          { label: t("product.customs"), value: product.customsDescription || NONE },
        ]}
      />
    </Section>
  );
}

/** One product at Bigblue: its stock, and the form to change it. */
export default function ProductDetail() {
  const { t } = useTranslation("bigblue");
  const { sku = "" } = useParams();
  const can = useCan();
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
          {can("WRITE_CONNECTOR") ? <ProductForm product={product} /> : <Identity product={product} />}
        </>
      )}
    </RecordPage>
  );
}
