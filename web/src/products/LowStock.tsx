import { cursorOf, Figure, Link, NONE, Quiet, Section, SimpleTable, Stack } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../app/area";
import { fetchTexts } from "../i18n";
import { type ProductRow, products } from "./api";
import { Pictured } from "./Picture";
import { productPaths } from "./paths";

// For the pages of others.
fetchTexts("products");

const SHOWN = 5;
const LOW = [{ field: "stock", values: ["low"] }];

/** What runs out first comes first; what nobody buys last. */
const soonest = (a: ProductRow, b: ProductRow) =>
  (a.daysLeft ?? Number.POSITIVE_INFINITY) - (b.daysLeft ?? Number.POSITIVE_INFINITY) ||
  a.stock.available - b.stock.available;

/** The products of which little is left, and how long that lasts; nothing where there is enough of all. */
export default function LowStock() {
  const { t } = useTranslation("products");
  const area = useArea();
  const { page } = products.useList(cursorOf({ take: 100, filters: LOW }));
  if (!page || page.rows.length === 0) return null;
  return (
    <Section title={t("low.title")}>
      <Stack gap={12}>
        <SimpleTable
          caption={t("low.title")}
          rows={page.rows.toSorted(soonest).slice(0, SHOWN)}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              header: t("column.name"),
              cell: ({ id, name, image }) => (
                <Link to={productPaths.detail(area, id)}>
                  <Pictured src={image} name={name} />
                </Link>
              ),
            },
            { id: "store", header: t("column.store"), cell: ({ store }) => store.name },
            {
              id: "available",
              header: t("column.available"),
              align: "right",
              cell: ({ stock }) => <Figure value={stock.available} />,
            },
            {
              id: "daysLeft",
              header: t("column.daysLeft"),
              align: "right",
              cell: ({ daysLeft }) =>
                typeof daysLeft === "number" ? t("low.days", { count: daysLeft }) : NONE,
            },
          ]}
        />
        <Quiet>{t("low.text")}</Quiet>
        <Link to={`${productPaths.list(area)}?cursor=${cursorOf({ filters: LOW })}`}>{t("low.all")}</Link>
      </Stack>
    </Section>
  );
}
