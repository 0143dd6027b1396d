import {
  CopyId,
  Figure,
  Money,
  NONE,
  Quiet,
  SimpleTable,
  StockBadge,
  type StockKind,
  useFormats,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Product, Variant } from "./api";
import { articleName } from "./names";

/** Weight and volume, as far as somebody measured them. */
function Measures({ variant }: { variant: Variant }) {
  const { t } = useTranslation("products");
  const { decimal, number } = useFormats();
  const { weight, lengthMm, widthMm, heightMm, volume } = variant;
  const sides = [lengthMm, widthMm, heightMm].filter((side) => side !== null && side !== undefined);
  const said = [];
  if (weight !== null && weight !== undefined) said.push(t("variant.grams", { weight: number(weight) }));
  if (sides.length === 3) {
    said.push(t("variant.sides", { sides: sides.map((side) => number(side)).join(" × ") }));
    if (volume) said.push(t("variant.volume", { volume: decimal(volume.value) }));
  }
  if (said.length === 0) return null;
  return (
    <div>
      <Quiet>{said.join(" · ")}</Quiet>
    </div>
  );
}

/** The articles of a product with their stock. */
export function ProductVariants({ product }: { product: Product }) {
  const { t } = useTranslation("products");
  // A column that tells nothing takes the room of the others.
  const isDamaged = product.variants.some(({ inventories: [stock] }) => stock?.damaged);
  const isOffloaded = product.variants.some(({ offloaded }) => typeof offloaded === "number");
  const counted = (kind: StockKind, of: (variant: Variant) => number | null | undefined) => ({
    id: kind,
    header: t(`column.${kind}`),
    align: "right" as const,
    cell: (variant: Variant) => <StockBadge kind={kind} pieces={of(variant)} />,
  });
  return (
    <SimpleTable
      caption={t("detail.variants")}
      rows={product.variants}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("variant.name"),
          cell: (variant) => (
            <>
              <div>{articleName(product.name, variant.title)}</div>
              <CopyId value={variant.sku} />
              {variant.ean && (
                <div>
                  <Quiet>{t("variant.eanIs", { ean: variant.ean })}</Quiet>
                </div>
              )}
              <Measures variant={variant} />
            </>
          ),
        },
        {
          id: "price",
          header: t("variant.price"),
          align: "right",
          cell: ({ price, currency }) => (price ? <Money amount={price} currency={currency} /> : NONE),
        },
        {
          id: "inWarehouse",
          header: t("column.inWarehouse"),
          align: "right",
          cell: ({ inventories: [stock] }) => (stock ? <Figure value={stock.inWarehouse} /> : NONE),
        },
        counted("available", ({ inventories: [stock] }) => stock?.available),
        ...(isDamaged ? [counted("damaged", ({ inventories: [stock] }) => stock?.damaged)] : []),
        ...(isOffloaded ? [counted("offloaded", ({ offloaded }) => offloaded)] : []),
        counted("shipped", ({ shipped }) => shipped),
      ]}
    />
  );
}
