import { Banner, ChoiceField, FormGrid, NumberField, RowsField } from "@comptoir/kit";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useArticles } from "../products/api";
import { articleName } from "../products/names";
import { Available } from "../products/StockBadges";
import { type KnownArticles, NEW_ARTICLE, type OrderValues, pieces, worth } from "./values";

interface ArticleProps {
  index: number;
  values: OrderValues;
  known: KnownArticles;
  /** Sets the unit price of an article. */
  price: (index: number, unit: string) => void;
}

/** Begins the unit price with what the article is worth, until somebody types another. */
function useWorth({ index, values, known, price }: ArticleProps) {
  const article = values.products[index];
  const id = article?.id ?? null;
  const unit = article?.price.unit ?? "";
  const former = useRef(id);
  useEffect(() => {
    if (former.current === id) return;
    const begun = worth(known.get(former.current ?? ""));
    former.current = id;
    if (unit === "" || unit === begun) price(index, worth(known.get(id ?? "")));
  }, [id, unit, index, known, price]);
}

/** An article of the store, how many of it, and its prices. */
function ArticleFields(props: ArticleProps) {
  const { t } = useTranslation("orders");
  const { index, values, known } = props;
  useWorth(props);
  const { storeId } = values;
  const chosen = known.get(values.products[index]?.id ?? "");
  const useChoices = (search: string) => {
    const { articles, isLoading } = useArticles(storeId, search);
    for (const article of articles) known.set(article.id, article);
    const options = articles.map(({ id, name, title, sku, available }) => ({
      value: id,
      label: articleName(name, title),
      description:
        typeof available === "number" ? `${sku} · ${t("article.available", { count: available })}` : sku,
    }));
    return { options, isLoading, failure: storeId ? undefined : t("create.storeFirst") };
  };
  const euros = { suffix: "€", min: 0, max: 9_999_999, decimals: 2, required: true };
  const prefix = `products.${index}`;
  return (
    <>
      <ChoiceField name={`${prefix}.id`} label={t("line.article")} useChoices={useChoices} required />
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
          max={10_000}
          decimals={0}
          required
        />
        <NumberField {...euros} name={`${prefix}.price.unit`} label={t("line.unitPrice")} />
        {values.isCompanyPurchase && (
          <NumberField {...euros} name={`${prefix}.price.toCharge`} label={t("line.toCharge")} />
        )}
      </FormGrid>
    </>
  );
}

/** The articles of the order, and a word where the stock does not do. */
export function ArticlesField({ values, known, price }: Omit<ArticleProps, "index">) {
  const { t } = useTranslation("orders");
  const isShort = values.products.some(({ id, quantity }) => {
    const available = known.get(id ?? "")?.available;
    return typeof available === "number" && available < pieces(quantity);
  });
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
        row={(_, index) => <ArticleFields index={index} values={values} known={known} price={price} />}
        emptyText={t("article.none")}
      />
      {isShort && (
        <Banner tone="warning" title={t("article.short")}>
          <p>{t("article.shortText")}</p>
        </Banner>
      )}
    </>
  );
}
