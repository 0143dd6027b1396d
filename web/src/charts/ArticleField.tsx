import { type FormOf, fieldsOf, useCan } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { articleRecords, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { barcodeOf, type ChartProductValues } from "./values";

const { RecordField } = fieldsOf<ChartProductValues>();

/** Fills name, SKU and barcode from an article of the store; for those who may see its articles. */
export function ArticleField({ form, storeId }: { form: FormOf<ChartProductValues>; storeId: string }) {
  const { t } = useTranslation("charts");
  const choose = (article: VariantRow | null) => {
    if (!article) return;
    const fill = (name: "name" | "sku" | "barcode", text: string) =>
      text && form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
    fill("name", articleName(article.name, article.title));
    fill("sku", article.sku);
    fill("barcode", barcodeOf(article.ean));
  };
  if (!useCan()("READ_PRODUCT")) return null;
  return (
    <RecordField
      name="articleId"
      label={t("field.article")}
      description={t("field.articleText")}
      source={articleRecords(storeId, ({ sku }) => sku)}
      onChoose={choose}
    />
  );
}
