/** A connection as `GET /api/gorgias/integration` tells it. */
export interface Integration {
  connector: string;
  /** The subdomain at Gorgias. */
  account: string;
  /** The store's: only tickets with it are the store's. */
  tag: string;
  /** The last complete one. */
  lastPull: { at: string; tickets: number } | null;
  /** Null when Gorgias could not be asked. */
  webhooks: "registered" | "deactivated" | "none" | null;
  /** Why Gorgias could not be asked. */
  problem: "credentials" | "settings" | "busy" | "unavailable" | "broken" | null;
}

/** A tag of the account, as `GET /api/gorgias/integration/{connector}/tag` tells it. */
export interface Tag {
  name: string;
  /** It is the store's. */
  chosen: boolean;
}

/** Whose a connection is. */
export interface Owner {
  storeId: string;
  storeName: string;
}
