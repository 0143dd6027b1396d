/** The last pull of one kind. */
export interface Pull {
  name: string;
  /** RFC 3339. */
  at: string;
  /** Everything was read, not only what changed. */
  whole: boolean;
  items: number;
  rejected: number;
  done: boolean;
}

/** A connection as `GET /api/shopify/integration` tells it. */
export interface Integration {
  connector: string;
  /** What stands before `.myshopify.com`. */
  shop: string;
  adminUrl: string;
  pulls: Pull[];
  /** The newest first; times are RFC 3339. */
  events: { topic: string; at: string }[];
}

/** What the shop tells to whom. */
export interface Webhook {
  topic: string;
  address: string;
}

/** Where the shop sells; countries by ISO 3166-1 alpha-2. */
export interface Market {
  name: string;
  /** The portal made it. */
  ours: boolean;
  active: boolean;
  countries: string[];
}

/** A zone of the shop's delivery profile. */
export interface Zone {
  name: string;
  /** The portal made it. */
  ours: boolean;
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  restOfWorld: boolean;
  rates: Rate[];
  /** There are more rates than are told. */
  more: boolean;
}

/** A price for parcels of a weight. */
export interface Rate {
  name: string;
  active: boolean;
  /** Exact decimal, ISO 4217; null when a carrier's service tells it. */
  price: { amount: string; currency: string } | null;
  /** Both ends included; null without a limit. */
  minGrams: number | null;
  maxGrams: number | null;
}

/** The store that a connection belongs to. */
export interface Owner {
  storeId: string;
  storeName: string;
}
