import {
  type Fact,
  Facts,
  Figure,
  Link,
  NONE,
  Section,
  SimpleTable,
  useFormats,
  useMayOpen,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { productPaths } from "../../products/paths";
import { useTagTypes } from "../tags/useTagTypes";
import type { ProjectProduct } from "./api";
import { Swatch } from "./Swatch";
import { useFabricText } from "./useFabricText";

function Variants({ variants }: Pick<ProjectProduct, "variants">) {
  const { t } = useTranslation("projectProducts");
  return (
    <SimpleTable
      caption={t("variant.title")}
      rows={variants}
      rowKey={({ id }) => id}
      columns={[
        { id: "name", header: t("variant.name"), cell: ({ name }) => name },
        { id: "sku", header: t("variant.sku"), cell: ({ sku }) => sku },
        { id: "ean", header: t("variant.ean"), cell: ({ ean }) => ean ?? NONE },
        {
          id: "units",
          header: t("field.quantity"),
          align: "right",
          cell: ({ units }) => <Figure value={units} />,
        },
        {
          id: "weight",
          header: t("variant.weight"),
          align: "right",
          cell: ({ weight }) => (weight === null ? NONE : <Figure value={weight} />),
        },
      ]}
    />
  );
}

/** Where it is sold, and what the store sells of it. */
function Sold({ product: { store, storeProduct } }: { product: ProjectProduct }) {
  const to = productPaths.detail(useArea(), storeProduct?.id ?? "");
  const mayOpen = useMayOpen()(to);
  return (
    <>
      {store?.name}
      {storeProduct && " · "}
      {storeProduct && (mayOpen ? <Link to={to}>{storeProduct.name}</Link> : storeProduct.name)}
    </>
  );
}

/** A product for those who may look at it only, and one that is settled. */
export function ProductView({ product }: { product: ProjectProduct }) {
  const { t } = useTranslation("projectProducts");
  const { number } = useFormats();
  const types = useTagTypes();
  const fabricText = useFabricText();
  const { color, fabric, fit, pieces, tags, store } = product;
  const named = (type: keyof typeof types): Fact => ({
    label: types[type],
    value:
      tags
        .filter((tag) => tag.type === type)
        .map(({ displayName }) => displayName)
        .join(", ") || NONE,
  });
  return (
    <>
      <Section title={t("section.product")}>
        <Facts
          facts={[
            {
              label: t("field.color"),
              value: (
                <>
                  <Swatch color={color} />
                  {color ?? t("list.noColor")}
                </>
              ),
            },
            { label: t("field.fabricWeight"), value: fabric ? fabricText(fabric) : NONE },
            { label: t("field.fit"), value: fit ?? NONE },
            named("entity"),
            named("composition"),
            named("personalization"),
            { label: t("field.quantity"), value: number(pieces) },
            ...(store ? [{ label: t("field.store"), value: <Sold product={product} /> }] : []),
          ]}
        />
      </Section>
      <Section title={t("variant.title")}>
        <Variants variants={product.variants} />
      </Section>
    </>
  );
}
