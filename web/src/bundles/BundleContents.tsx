import { CopyId, Figure, Link, Money, NONE, SimpleTable, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { Pictured } from "../products/Picture";
import { productPaths } from "../products/paths";
import { Available } from "../products/StockBadges";
import type { Bundle } from "./api";

type Content = Bundle["components"][number];

/** An article by its picture and name, which lead to its product. */
function Article({ of: { name, sku, image, productId } }: { of: Content }) {
  const area = useArea();
  const mayOpen = useMayOpen();
  const to = productId && productPaths.detail(area, productId);
  return (
    <>
      <Pictured src={image} name={to && mayOpen(to) ? <Link to={to}>{name || sku}</Link> : name || sku} />
      <CopyId value={sku} />
    </>
  );
}

/** What a bundle holds, in each way to buy it. */
export function BundleContents({ bundle: { name, components } }: { bundle: Bundle }) {
  const { t } = useTranslation("bundles");
  const hasVariants = components.some(({ variant }) => variant !== "");
  return (
    <SimpleTable
      caption={t("components.title", { name })}
      rows={components}
      rowKey={({ variant, sku }) => `${variant} ${sku}`}
      columns={[
        { id: "article", header: t("components.article"), cell: (content) => <Article of={content} /> },
        ...(hasVariants
          ? [
              {
                id: "variant",
                header: t("components.variant"),
                cell: ({ variant }: Content) => variant || t("components.common"),
              },
            ]
          : []),
        {
          id: "quantity",
          header: t("components.quantity"),
          align: "right",
          cell: ({ quantity }) => <Figure value={quantity} />,
        },
        {
          id: "price",
          header: t("preview.price"),
          align: "right",
          cell: ({ price, currency }) => (price ? <Money amount={price} currency={currency} /> : NONE),
        },
        {
          id: "available",
          header: t("components.available"),
          cell: ({ available }) => <Available count={available ?? undefined} />,
        },
      ]}
    />
  );
}
