import { type FormOf, fieldsOf, useCan, useSettled } from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { articleRecords, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { barcodeOf, type ChartProductValues } from "./values";

const { RecordField, useValue } = fieldsOf<ChartProductValues>();

interface ArticleProps {
  form: FormOf<ChartProductValues>;
  storeId: string;
}

/** Once a SKU is typed that the store has an article of: its name and barcode, where nothing stands there yet. */
function useArticleOfSku(form: FormOf<ChartProductValues>, storeId: string) {
  const sku = useSettled(useValue("sku").trim());
  const fill = useEffectEvent((article: VariantRow) => {
    const values = { name: articleName(article.name, article.title), barcode: barcodeOf(article.ean) };
    for (const name of ["name", "barcode"] as const) {
      if (values[name] && !form.getValues(name)) {
        form.setValue(name, values[name], { shouldDirty: true, shouldValidate: true });
      }
    }
  });
  useEffect(() => {
    if (!sku) return;
    let isLate = false;
    const look = async () => {
      const found = await articleRecords(storeId, () => "").search(sku);
      const article = found.find((each) => each.sku === sku);
      if (article && !isLate) fill(article);
    };
    // It helps with typing only: where it fails, one goes on.
    look().catch(() => undefined);
    return () => {
      isLate = true;
    };
  }, [sku, storeId]);
}

/** Fills name, SKU and barcode from an article of the store that is chosen, or whose SKU is typed. */
function Article({ form, storeId }: ArticleProps) {
  const { t } = useTranslation("charts");
  useArticleOfSku(form, storeId);
  const choose = (article: VariantRow | null) => {
    if (!article) return;
    const fill = (name: "name" | "sku" | "barcode", text: string) =>
      text && form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
    fill("name", articleName(article.name, article.title));
    fill("sku", article.sku);
    fill("barcode", barcodeOf(article.ean));
  };
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

/** The way to an article of the store; for those who may see its articles. */
export function ArticleField(props: ArticleProps) {
  return useCan()("READ_PRODUCT") ? <Article {...props} /> : null;
}
