import { Figure, fieldsOf, Money, NONE, Quiet, SimpleTable } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { articleName } from "../products/names";
import type { BundleValues } from "./values";

const { useValue } = fieldsOf<BundleValues>();

/** What the bundle will hold, once the form is right. */
export function BundlePreview({ isValid }: { isValid: boolean }) {
  const { t } = useTranslation("bundles");
  const [name, sku] = [useValue("name"), useValue("sku")];
  const rows = useValue("components").flatMap(({ article, quantity }) =>
    article ? [{ ...article, quantity: Number(quantity) }] : [],
  );
  if (!isValid || rows.length === 0) return <Quiet>{t("preview.notYet")}</Quiet>;
  return (
    <>
      <p>
        {name} <Quiet>{sku}</Quiet>
      </p>
      <SimpleTable
        caption={t("preview.title")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "article",
            header: t("components.article"),
            cell: ({ name, title, sku }) => (
              <>
                <div>{articleName(name, title)}</div>
                <Quiet>{sku}</Quiet>
              </>
            ),
          },
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
        ]}
      />
    </>
  );
}
