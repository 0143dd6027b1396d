import {
  Can,
  Columns,
  CopyId,
  DateTime,
  type Fact,
  Facts,
  History,
  Link,
  Quiet,
  RecordPage,
  Row,
  Section,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginActions } from "../plugins/PluginActions";
import { usePluginFacts } from "../plugins/useContributions";
import { Organizations } from "../stores/Organizations";
import { type Product, products } from "./api";
import { Picture } from "./Picture";
import { ProductVariants } from "./ProductVariants";
import { productPaths } from "./paths";
import { ShopExport } from "./ShopExport";

function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const nameOf = usePluginName();
  const facts: Fact[] = [
    { label: t("column.store"), value: product.store.name },
    { label: t("column.organization"), value: <Organizations of={product.organizations} /> },
    { label: t("fact.provider"), value: product.provider ? nameOf(product.provider) : t("fact.here") },
    ...(product.providerId
      ? [{ label: t("fact.providerId"), value: <CopyId value={product.providerId} /> }]
      : []),
    ...(product.url
      ? [
          {
            label: t("fact.url"),
            value: (
              <Link to={product.url} external>
                {t("fact.open")}
              </Link>
            ),
          },
        ]
      : []),
    { label: t("column.updated"), value: <DateTime at={product.updatedAt} /> },
  ];
  return <Facts facts={[...facts, ...usePluginFacts("product", product.extra)]} />;
}

function ProductView({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const fields = { name: t("column.name"), skus: t("history.skus"), shop: t("history.shop") };
  return (
    <Columns
      main={
        <>
          <Section title={t("detail.variants")}>
            <ProductVariants product={product} />
          </Section>
          <Section title={t("detail.description")}>
            {product.description ? <p>{product.description}</p> : <Quiet>{t("detail.noDescription")}</Quiet>}
          </Section>
          <History entity="product" id={product.id} fields={fields} />
        </>
      }
      side={
        <>
          <Section title={t("detail.image")}>
            <Picture src={product.image} size={220} alt={product.name} />
          </Section>
          <Section title={t("detail.product")}>
            <ProductFacts product={product} />
          </Section>
        </>
      }
    />
  );
}

/** One product: what it is, its articles and their stock. */
export default function ProductDetail() {
  const { t } = useTranslation("products");
  const area = useArea();
  return (
    <RecordPage
      of={[productPaths.detail.useIds().productId]}
      useRecord={products.useOne}
      breadcrumbs={[{ label: t("list.title"), to: productPaths.list(area) }]}
      title={({ name }) => name}
      actions={(product) => (
        <Row gap={8}>
          <Can permission="WRITE_PRODUCT" staff>
            <ShopExport product={product} />
          </Can>
          <PluginActions entity="product" record={product} />
        </Row>
      )}
    >
      {(product) => <ProductView product={product} />}
    </RecordPage>
  );
}
