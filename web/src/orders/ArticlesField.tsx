import { Banner, FormGrid, type FormOf, fieldsOf } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { articleRecords, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { Available } from "../products/StockBadges";
import { MOST_OF_ONE, NEW_ARTICLE, type OrderValues, pieces, worth } from "./values";

const { NumberField, RecordField, RowsField, useValue } = fieldsOf<OrderValues>();

interface ArticleProps {
  form: FormOf<OrderValues>;
  prefix: `products.${number}`;
}

/** An article of the store, how many of it, and its prices. */
function ArticleFields({ form, prefix }: ArticleProps) {
  const { t } = useTranslation("orders");
  const storeId = useValue("storeId");
  const isCompanyPurchase = useValue("isCompanyPurchase");
  const chosen = useValue(`${prefix}.article`);
  const hint = ({ sku, available }: VariantRow) =>
    typeof available === "number" ? `${sku} · ${t("article.available", { count: available })}` : sku;
  const choose = (article: VariantRow | null) => {
    form.setValue(`${prefix}.article`, article);
    // The unit price begins with what the article is worth, until somebody types another.
    const unit = form.getValues(`${prefix}.price.unit`);
    if (unit === "" || unit === worth(chosen)) form.setValue(`${prefix}.price.unit`, worth(article));
  };
  const euros = { suffix: "€", min: 0, max: 9_999_999, decimals: 2, required: true };
  return (
    <>
      <RecordField
        name={`${prefix}.id`}
        label={t("line.article")}
        source={storeId === null ? null : articleRecords(storeId, hint)}
        unavailable={storeId === null ? t("create.storeFirst") : undefined}
        labelOf={(id) => (chosen?.id === id ? articleName(chosen.name, chosen.title) : undefined)}
        onChoose={choose}
        required
      />
      {chosen && (
        <div>
          <Available count={chosen.available ?? undefined} />
        </div>
      )}
      <FormGrid>
        <NumberField
          name={`${prefix}.quantity`}
          label={t("line.quantity")}
          min={1}
          max={MOST_OF_ONE}
          decimals={0}
          required
        />
        <NumberField {...euros} name={`${prefix}.price.unit`} label={t("line.unitPrice")} />
        {isCompanyPurchase && (
          <NumberField {...euros} name={`${prefix}.price.toCharge`} label={t("line.toCharge")} />
        )}
      </FormGrid>
    </>
  );
}

/** A word where the stock does not do. */
function Shortage() {
  const { t } = useTranslation("orders");
  const isShort = useValue("products").some(({ article, quantity }) => {
    const available = article?.available;
    return typeof available === "number" && available < pieces(quantity);
  });
  if (!isShort) return null;
  return (
    <Banner tone="warning" title={t("article.short")}>
      <p>{t("article.shortText")}</p>
    </Banner>
  );
}

/** The articles of the order. */
export function ArticlesField({ form }: Omit<ArticleProps, "prefix">) {
  const { t } = useTranslation("orders");
  return (
    <>
      <RowsField
        name="products"
        label={t("detail.items")}
        required
        max={100}
        addLabel={t("article.add")}
        removeLabel={(index) => t("article.remove", { place: index + 1 })}
        newRow={NEW_ARTICLE}
        row={(prefix) => <ArticleFields form={form} prefix={prefix} />}
        emptyText={t("article.none")}
      />
      <Shortage />
    </>
  );
}
