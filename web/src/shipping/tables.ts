import type { BillableWeight, CarrierPrices, Quote, StorePrice, StoreShippingPrices } from "./api";

/** Cubic millimetres that count as a gram (F1). */
const VOLUME_OF_A_GRAM = 5_000;

/** So many of an article, as people weigh and measure one; empty for what they did not. */
export interface Measures {
  /** Grams. */
  weight: string;
  /** Millimetres. */
  width: string;
  height: string;
  depth: string;
  quantity: string;
}

const whole = (text: string) => Math.max(0, Math.round(Number(text)) || 0);

/** F1: what is on the scales, or by its volume where that is more. Nothing counts before there is a weight or a size. */
export function weightOf({ weight, width, height, depth, quantity }: Measures): BillableWeight {
  const count = whole(quantity);
  const real = whole(weight) * count;
  const volumetric = Math.ceil((whole(width) * whole(height) * whole(depth) * count) / VOLUME_OF_A_GRAM);
  return { real, volumetric, billable: Math.max(real, volumetric) };
}

/** Weights above the first up to and including the second, in grams. */
export interface Band {
  minWeight: number;
  maxWeight: number;
}

const holds = (price: Band, band: Band) =>
  price.minWeight <= band.minWeight && band.maxWeight <= price.maxWeight;

/** The bands of a carrier, cut wherever those of one of its countries begin or end. */
export function bandsOf(prices: Band[]): Band[] {
  const edges = [...new Set(prices.flatMap(({ minWeight, maxWeight }) => [minWeight, maxWeight]))];
  edges.sort((one, other) => one - other);
  const bands = edges.slice(1).map((maxWeight, at) => ({ minWeight: edges[at] ?? 0, maxWeight }));
  return bands.filter((band) => prices.some((price) => holds(price, band)));
}

/** A country's prices in the order of a carrier's bands. */
export interface CountryRow {
  countryCode: string;
  prices: (StorePrice | undefined)[];
}

/** The prices of a carrier, a row a country. */
export function rowsOf(prices: StorePrice[], bands: Band[]): CountryRow[] {
  return [...new Set(prices.map(({ countryCode }) => countryCode))].map((countryCode) => {
    const own = prices.filter((price) => price.countryCode === countryCode);
    return { countryCode, prices: bands.map((band) => own.find((price) => holds(price, band))) };
  });
}

/** What a parcel costs with a carrier, read from its table. */
function quoteOf({ carrier, prices }: CarrierPrices, country: string, weight: number): Quote {
  const own = prices.filter(({ countryCode }) => countryCode === country);
  const found = own.find(({ minWeight, maxWeight }) => minWeight < weight && weight <= maxWeight);
  if (!found) {
    const unavailable = own.length > 0 ? "WEIGHT" : "COUNTRY";
    return { carrier, unavailable, price: null, priceExVat: null, explanation: null };
  }
  const { price, priceExVat, explanation } = found;
  return { carrier, unavailable: null, price, priceExVat, explanation };
}

/** What a parcel of a store costs with each carrier: the cheapest first, those that do not take it last. */
export function quotesOf(table: StoreShippingPrices, country: string, weight: number): Quote[] {
  const rank = ({ priceExVat }: Quote) => (priceExVat ? Number(priceExVat) : Number.POSITIVE_INFINITY);
  // A parcel of a gram, as the lightest band begins above nothing.
  const quotes = table.carriers.map((carrier) => quoteOf(carrier, country, Math.max(weight, 1)));
  return quotes.sort((one, other) => Math.sign(rank(one) - rank(other)) || 0);
}

/** The VAT of a destination, in percent; null where nothing is sent. */
export const vatOf = ({ vat }: StoreShippingPrices, country: string): string | null =>
  vat.find(({ countryCode }) => countryCode === country)?.percent ?? null;
