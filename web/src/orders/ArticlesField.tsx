import { Banner, FormGrid, type FormOf, fieldsOf, useOnChange } from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useArticles } from "../products/api";
import { articleName } from "../products/names";
import { Available } from "../products/StockBadges";
import { type KnownArticles, NEW_ARTICLE, type OrderValues, pieces, worth } from "./values";

const { ChoiceField, NumberField, RowsField, useValue } = fieldsOf<OrderValues>();

interface ArticleProps {
  form: FormOf<OrderValues>;
  prefix: `products.${number}`;
  known: KnownArticles;
}

/** Begins the unit price with what the article is worth, until somebody types another. */
function useWorth({ form, prefix, known }: ArticleProps) {
  const former = useRef(form.getValues(`${prefix}.id`));
  useOnChange(form, `${prefix}.id`, (id) => {
    const unit = form.getValues(`${prefix}.price.unit`);
    const begun = worth(known.get(former.current ?? ""));
    former.current = id;
    if (unit === "" || unit === begun) form.setValue(`${prefix}.price.unit`, worth(known.get(id ?? "")));
  });
}

/** An article of the store, how many of it, and its prices. */
function ArticleFields(props: ArticleProps) {
  const { t } = useTranslation("orders");
  const { prefix, known } = props;
  useWorth(props);
  const storeId = useValue("storeId");
  const isCompanyPurchase = useValue("isCompanyPurchase");
  const chosen = known.get(useValue(`${prefix}.id`) ?? "");
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
        {isCompanyPurchase && (
          <NumberField {...euros} name={`${prefix}.price.toCharge`} label={t("line.toCharge")} />
        )}
      </FormGrid>
    </>
  );
}

/** A word where the stock does not do. */
function Shortage({ known }: { known: KnownArticles }) {
  const { t } = useTranslation("orders");
  const isShort = useValue("products").some(({ id, quantity }) => {
    const available = known.get(id ?? "")?.available;
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
export function ArticlesField({ form, known }: Omit<ArticleProps, "prefix">) {
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
        row={(prefix) => <ArticleFields form={form} prefix={prefix} known={known} />}
        emptyText={t("article.none")}
      />
      <Shortage known={known} />
    </>
  );
}
