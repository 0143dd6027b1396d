/** A connection as `GET /api/cubyn/connection` tells it. */
export interface Connection {
  connector: string;
  /** Cubyn's number of the merchant. */
  merchant: string;
  /** What the merchant called the application; null when Cubyn did not say. */
  application: string | null;
  /** Why Cubyn did not say. */
  problem: "credentials" | "busy" | "unavailable" | "broken" | null;
}
