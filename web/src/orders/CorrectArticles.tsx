import { Banner, DialogBar, Form, FormGrid, fieldsOf, Stack, useForm } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { articleRecords, type VariantRow } from "../products/api";
import { articleName } from "../products/names";
import { correctArticles, orders } from "./api";
import { type ArticlesValues, changesOf, NEW_PLACE, piecesOf, toArticles } from "./articles";
import type { CorrectionProps } from "./CorrectOrder";
import { useCorrected } from "./useCorrected";
import { MOST_OF_ONE } from "./values";

const { NumberField, RecordField, RowsField, useValue } = fieldsOf<ArticlesValues>();

/** What the articles are called, as far as that is known. */
type Names = ReadonlyMap<string, string>;

interface ArticleProps {
  prefix: `articles.${number}`;
  storeId: string;
  names: Names;
  onChoose: (article: VariantRow | null) => void;
}

/** An article of the store, and how many of it. */
function ArticleFields({ prefix, storeId, names, onChoose }: ArticleProps) {
  const { t } = useTranslation("orders");
  const hint = ({ sku, available }: VariantRow) =>
    typeof available === "number" ? `${sku} · ${t("article.available", { count: available })}` : sku;
  const source = { ...articleRecords(storeId, hint), idOf: ({ sku }: VariantRow) => sku };
  return (
    <FormGrid>
      <RecordField
        name={`${prefix}.sku`}
        label={t("line.article")}
        source={source}
        labelOf={(sku) => names.get(sku)}
        onChoose={onChoose}
        required
      />
      <NumberField
        name={`${prefix}.quantity`}
        label={t("line.quantity")}
        min={1}
        max={MOST_OF_ONE}
        decimals={0}
        required
      />
    </FormGrid>
  );
}

/** What will be different. */
function Changes({ pieces, names }: { pieces: ReadonlyMap<string, number>; names: Names }) {
  const { t } = useTranslation("orders");
  const changes = changesOf(pieces, useValue("articles"));
  const called = (sku: string) => names.get(sku) ?? sku;
  const words = changes.map(({ kind, was, sku, before, after }) => {
    const values = { was: called(was), name: called(sku), before, after };
    if (kind === "replaced") return t("correct.articles.replaced", values);
    if (kind === "added") return t("correct.articles.added", values);
    return kind === "removed" ? t("correct.articles.removed", values) : t("correct.articles.count", values);
  });
  return (
    <Banner
      tone="info"
      title={words.length > 0 ? t("correct.articles.changes") : t("correct.articles.unchanged")}
    >
      {words.length > 0 && (
        <ul>
          {words.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p>{t("correct.articles.price")}</p>
    </Banner>
  );
}

/** Puts right which articles an order holds, and how many of each. */
export default function CorrectArticles({ order, sendsAgain, onClose }: CorrectionProps) {
  const { t } = useTranslation(["orders", "kit"]);
  const pieces = piecesOf(order);
  const rows = [...pieces].map(([sku, count]) => ({ place: sku, sku, quantity: String(count) }));
  const form = useForm<ArticlesValues>({ defaultValues: { articles: rows } });
  const [names, setNames] = useState<Names>(() => namesOf(order));
  const corrected = useCorrected(order, sendsAgain);
  const choose = (article: VariantRow | null) => {
    if (article) setNames(new Map(names).set(article.sku, articleName(article.name, article.title)));
  };
  const save = async (values: ArticlesValues) => {
    await correctArticles(order, toArticles(values));
    onClose();
    await corrected(t("correct.articles.done"), t("correct.articles.sent"));
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      failure={t("correct.articles.failed")}
      onReload={() => orders.read(order.id)}
    >
      <Stack>
        <RowsField
          name="articles"
          label={t("detail.items")}
          required
          max={100}
          addLabel={t("article.add")}
          removeLabel={(index) => t("article.remove", { place: index + 1 })}
          newRow={NEW_PLACE}
          row={(prefix) => (
            <ArticleFields prefix={prefix} storeId={order.store.id} names={names} onChoose={choose} />
          )}
          emptyText={t("article.none")}
        />
        <Changes pieces={pieces} names={names} />
        <DialogBar label={sendsAgain ? t("correct.send") : t("kit:form.save")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

function namesOf({ lines, ships }: CorrectionProps["order"]): Names {
  const names = new Map<string, string>();
  for (const { sku, name } of ships ?? []) if (name) names.set(sku, name);
  for (const { sku, name, variant, bundleTitle } of lines)
    names.set(sku, (variant ? articleName(variant.name, variant.title) : bundleTitle || name) || sku);
  return names;
}
