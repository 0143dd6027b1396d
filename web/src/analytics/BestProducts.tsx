import { Link, Loaded, Quiet, RowsSkeleton, Section, SimpleTable, Stack, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { Pictured } from "../products/Picture";
import { productPaths } from "../products/paths";
import type { Asked } from "../spans/values";
import { type BestProduct, useBestProducts, useReport } from "./api";
import { useFigures } from "./useFigures";
import { useOrdersBehind } from "./useOrdersBehind";
import { useSalesColumns } from "./useSalesColumns";

/** Pixels of an article: its picture beside its name and its SKU. */
const ROW = 44;

/** An article's picture and name, which lead to it, over its SKU and its store. */
function Article({ productId, name, image, sku, storeName }: BestProduct) {
  const area = useArea();
  const mayOpen = useCan()("READ_PRODUCT");
  return (
    <Pictured
      src={image}
      name={
        <Stack gap={0}>
          {productId && mayOpen ? <Link to={productPaths.detail(area, productId)}>{name}</Link> : name}
          <Quiet>{[sku, storeName].filter((word) => word !== name).join(" · ")}</Quiet>
        </Stack>
      }
    />
  );
}

/** The articles that were sold best. */
export function BestProducts({ asked }: { asked: Asked }) {
  const { t } = useTranslation("analytics");
  const best = useBestProducts(asked);
  const { label, hint } = useFigures(useReport(asked).data?.countedAt).products;
  // Each article says its store.
  const orders = useOrdersBehind({ ...asked, organizationId: null, storeId: null });
  const columns = [
    {
      id: "product",
      header: t("products.product"),
      cell: (product: BestProduct) => <Article {...product} />,
    },
    ...useSalesColumns<BestProduct>(({ netSale }) => netSale, orders.ofArticle),
  ];
  return (
    <Section title={label} action={hint}>
      <Loaded of={best} waiting={<RowsSkeleton caption={label} columns={columns} rows={10} height={ROW} />}>
        {(products) =>
          products.length === 0 ? (
            <Quiet>{t("products.none")}</Quiet>
          ) : (
            <SimpleTable
              caption={label}
              rows={products}
              rowKey={({ storeId, sku }) => `${storeId} ${sku}`}
              columns={columns}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
