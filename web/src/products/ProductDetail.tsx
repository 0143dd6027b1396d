import {
  Button,
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
  Stack,
  StatusBadge,
  usePluginName,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { PluginActions } from "../plugins/PluginActions";
import { usePluginFacts } from "../plugins/useContributions";
import { Organizations } from "../stores/Organizations";
import { StoreLink } from "../stores/StoreLink";
import { Around } from "./Around";
import { type Product, products } from "./api";
import { KeptBy } from "./KeptBy";
import { Picture } from "./Picture";
import { ProductVariants } from "./ProductVariants";
import { productPaths } from "./paths";
import { ShopExport } from "./ShopExport";
import { StockHistory } from "./StockHistory";
import { useProductActions } from "./useProductActions";

function ProductFacts({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  const nameOf = usePluginName();
  const facts: Fact[] = [
    { label: t("column.store"), value: <StoreLink store={product.store} /> },
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
  const fields = {
    name: t("column.name"),
    description: t("detail.description"),
    image: t("detail.image"),
    variants: t("detail.variants"),
    skus: t("history.skus"),
    shop: t("history.shop"),
    fulfillment: t("history.fulfillment"),
  };
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
          <StockHistory product={product} />
          <Around product={product} />
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

function Actions({ product, onGone }: { product: Product; onGone: () => void }) {
  const { t } = useTranslation("products");
  const area = useArea();
  const actions = useProductActions(onGone)(product);
  return (
    <Row gap={8}>
      <Can permission="WRITE_PRODUCT" staff>
        <ShopExport product={product} />
      </Can>
      {actions.length > 0 && (
        <Button icon="edit" to={productPaths.edit(area, product.id)} shortcut="edit">
          {t("edit.action")}
        </Button>
      )}
      <PluginActions entity="product" record={product} own={actions} />
    </Row>
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
      mark={({ archivedAt }) =>
        archivedAt && (
          <StatusBadge tone="new" icon="archive">
            {t("filter.archivedOne")}
          </StatusBadge>
        )
      }
      actions={(product, leave) => <Actions product={product} onGone={leave} />}
    >
      {(product) => (
        <Stack>
          {product.provider && (
            <Can permission="WRITE_PRODUCT" staff>
              <KeptBy of="products" provider={product.provider} />
            </Can>
          )}
          <ProductView product={product} />
        </Stack>
      )}
    </RecordPage>
  );
}
