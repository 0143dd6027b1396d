import type { VariantRow } from "../products/api";
import type { Parcel } from "../shipping/api";
import type { OrderInput, OrderRow } from "./api";

/** Whether an action of a plugin can be offered of an order: what cannot be taken back ends it, while its provider can still stop it. */
export const canEnd = ({ destructive }: { destructive: boolean }, order: Pick<OrderRow, "isWaiting">) =>
  !destructive || order.isWaiting;

/** As many of one article as an order takes. */
export const MOST_OF_ONE = 10_000;

/** An article as the form holds it: numbers as they are typed. */
export interface ArticleValues {
  id: string | null;
  /** What is known of it, once it is chosen. */
  article: VariantRow | null;
  quantity: string;
  price: { unit: string; toCharge: string };
}

/** An order as its form holds it. */
export interface OrderValues {
  storeId: string | null;
  reference: string;
  carrierId: string | null;
  /** What was seen of that carrier's price, in euros without VAT. */
  shippingPrice: string | null;
  isFree: boolean;
  isCompanyPurchase: boolean;
  customer: { firstName: string; lastName: string; company: string; email: string; phone: string };
  shippingAddress: { address1: string; address2: string; city: string; zip: string; country: string | null };
  products: ArticleValues[];
}

export const NEW_ARTICLE: ArticleValues = {
  id: null,
  article: null,
  quantity: "1",
  price: { unit: "", toCharge: "" },
};

export const NEW_ORDER: OrderValues = {
  storeId: null,
  reference: "",
  carrierId: null,
  shippingPrice: null,
  isFree: false,
  isCompanyPurchase: false,
  customer: { firstName: "", lastName: "", company: "", email: "", phone: "" },
  shippingAddress: { address1: "", address2: "", city: "", zip: "", country: "FR" },
  products: [],
};

/** What the form holds, as the API takes it; the fields have seen to it that nothing is missing. */
export const toInput = (values: OrderValues): OrderInput => ({
  ...values,
  storeId: values.storeId ?? "",
  carrierId: values.carrierId ?? "",
  shippingAddress: { ...values.shippingAddress, country: values.shippingAddress.country ?? "" },
  products: values.products.map(({ id, article, quantity, price }) => ({
    id: id ?? "",
    sku: article?.sku ?? "",
    quantity: Number(quantity),
    price: {
      unit: price.unit,
      toCharge: values.isCompanyPurchase ? price.toCharge : null,
    },
  })),
});

/** What VAT a price that a consumer pays holds where nothing else is known. */
const VAT = 1.2;

/** What an article is worth without VAT, to begin with: from its price; empty where it has none in euros. */
export function worth(article: VariantRow | null): string {
  if (!article?.price || article.currency !== "EUR") return "";
  return (Math.round((Number(article.price) * 100) / VAT) / 100).toFixed(2);
}

/** A typed amount in cents, in which sums are exact; nothing for what is none yet. */
const cents = (amount: string) => Math.round(Number(amount) * 100) || 0;

const euros = (cents: number) => (cents / 100).toFixed(2);

/** Pieces that were typed; none for what is no number yet. */
export const pieces = (quantity: string) => Number(quantity) || 0;

/** What is quoted of an order as it is filled in; null: not before there are a store, a country and an article. */
export function parcelOf(
  storeId: string | null,
  country: string | null,
  products: Pick<ArticleValues, "id" | "quantity">[],
): Parcel | null {
  const counts = new Map<string, number>();
  for (const { id, quantity } of products) {
    const count = pieces(quantity);
    if (id !== null && Number.isInteger(count) && count > 0 && count <= MOST_OF_ONE)
      counts.set(id, Math.min((counts.get(id) ?? 0) + count, MOST_OF_ONE));
  }
  if (!storeId || !country || counts.size === 0) return null;
  const articles = [...counts].map(([id, count]) => `${id}:${count}`).join(",");
  return { storeId, countryCode: country, articles };
}

/** What makes an order's total (F3), in euros without VAT. */
export interface OrderTotal {
  /** What the store is paid for its articles; null: nobody buys them. */
  charged: string | null;
  /** Nothing when the articles are bought; null: not known before a carrier is chosen. */
  shipping: string | null;
  /** Nothing when it is waived. */
  seeding: string;
  isFree: boolean;
  /** Negative: the store is paid. Null: not known yet. */
  total: string | null;
}

/** F3: shipping and the seeding cost, which may be waived; when the company buys, the articles go off instead of shipping. */
export function totalOf(
  values: Pick<OrderValues, "isFree" | "isCompanyPurchase" | "products" | "shippingPrice">,
  seedingCost: string,
): OrderTotal {
  const { isFree, isCompanyPurchase, products, shippingPrice } = values;
  const lines = products.map(({ quantity, price }) => pieces(quantity) * cents(price.toCharge));
  const charged = isCompanyPurchase ? lines.reduce((sum, line) => sum + line, 0) : null;
  const shipping = isCompanyPurchase ? "0" : shippingPrice;
  const seeding = isFree ? 0 : cents(seedingCost);
  return {
    charged: charged === null ? null : euros(charged),
    shipping,
    seeding: euros(seeding),
    isFree,
    total: shipping === null ? null : euros(cents(shipping) + seeding - (charged ?? 0)),
  };
}

/** The countries whose customs union is that of France: parcels to others are declared. */
const WITHOUT_CUSTOMS = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "),
);

/** Whether the customs of a country open what arrives. */
export const hasCustoms = (country: string | null) => country !== null && !WITHOUT_CUSTOMS.has(country);
