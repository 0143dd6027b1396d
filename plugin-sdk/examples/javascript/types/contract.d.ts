// Made from the contract (wit/) by its own repository: not to be changed by hand.

/**
 * What every role and every host interface speaks in.
 *
 * Rules of the whole contract:
 * - records carry data; resources are for host handles only, a plugin exports none;
 * - money is a whole number of minor units beside its currency, never a float;
 * - times are RFC 3339 in UTC, `2026-11-20T09:12:44Z`, fractions of a second allowed;
 * - every open set has a case `other(string)` and every record that mirrors a provider's has `extra`,
 *   because a new case or field would break every plugin compiled before it.
 */
declare module "comptoir:plugin/types@1.0.0" {

  /** RFC 3339 in UTC: `2026-11-20T09:12:44Z`. */
  export type Timestamp = string;

  /** What a provider says beyond the record's fields: name and value, in the provider's words. */
  export type Extra = Array<[string, string]>;

  /** An amount in minor units (cents for EUR) and its ISO 4217 currency. */
  export interface Money {
    minor: bigint;
    currency: string;
  }

  /** A connection of one store to the provider that this plugin speaks to. */
  export interface Connector {
    /** The host's id of the connection: a UUID. It names whose credentials an HTTP request uses. */
    id: string;
    /** The connection's settings as JSON, valid against the manifest's settings schema. Secrets are left out. */
    settings: string;
  }

  /** What is wrong with one field of what was handed over: a connection's settings, an order's correction. */
  export interface FieldIssue {
    /** The field's name: in the settings schema, or in the contract's record. */
    field: string;
    /** A stable code: `required`, `invalid`, `unknown`, `too-long`. */
    code: string;
    /** A sentence in English for whoever filled it in. */
    message: string;
  }

  /** Why something was refused. */
  export type ErrorKind =
    /** The provider does not accept the credentials. */
    | { tag: "unauthorized" }
    /** The connection's settings are not usable; an issue a field. */
    | { tag: "invalid-config"; val: Array<FieldIssue> }
    /** What was asked for does not exist at the provider. */
    | { tag: "not-found" }
    /** The provider refuses the request as it is; sending it again changes nothing. */
    | { tag: "rejected" }
    /** The request collides with what the provider already holds. */
    | { tag: "conflict" }
    /** Too many requests; with the seconds to wait when the provider told them. */
    | { tag: "rate-limited"; val?: bigint | undefined }
    /** The provider or the way to it failed; worth another try. */
    | { tag: "unavailable" }
    /** This plugin does not do that. */
    | { tag: "unsupported" }
    /** The plugin or the provider's answer is broken; a person has to look. */
    | { tag: "internal" };

  /** The one error of the contract. The host decides from `kind` whether to try again. */
  export interface Error {
    kind: ErrorKind;
    /** A sentence in English that an operator understands. Never a secret. */
    message: string;
    /** The provider's HTTP status when there was one. */
    status?: number | undefined;
  }

  /** One item of an answer that could not be understood, while the rest could. */
  export interface RejectedItem {
    /** The provider's id of it, or what stands closest to one. */
    id: string;
    /** What is wrong with it. */
    reason: string;
    /** The item as the provider sent it, at most 16 KiB. */
    raw: string;
  }

  /** Where goods or a bill go. Empty where nothing is known. */
  export interface Address {
    company: string;
    firstName: string;
    lastName: string;
    line1: string;
    line2: string;
    city: string;
    zip: string;
    state: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
    phone: string;
    email: string;
  }

  export {};
}

/**
 * What merchants sell, where it is and who asks about it: the records that several roles speak in.
 *
 * Pages: the host calls with the cursor it kept (none the first time) until `more` is false, and commits each page's
 * rows together with its cursor. A crash therefore repeats at most one page. The cursor of the last page is kept too:
 * the next synchronisation goes on from it and brings what changed since. A cursor is at most 1 KiB, a page has at most
 * `limit` (≤ 500) items, rejected ones included.
 *
 * `whole`: the pass that ends with this page named everything the provider holds. The host then takes what the pass did
 * not name for gone (products, bundles) or for none (stock).
 */
declare module "comptoir:plugin/commerce@1.0.0" {
  import type { Address } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Extra } from "comptoir:plugin/types@1.0.0";
  import type { Money } from "comptoir:plugin/types@1.0.0";
  import type { RejectedItem } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";

  /** How far an order is. */
  export type OrderStatus =
    | { tag: "created" }
    | { tag: "pending" }
    | { tag: "backorder" }
    | { tag: "action-required" }
    | { tag: "exception" }
    | { tag: "in-preparation" }
    | { tag: "picked" }
    | { tag: "handed-over" }
    | { tag: "shipped" }
    | { tag: "delivered" }
    | { tag: "returned" }
    | { tag: "cancelled" }
    /** What the provider said, word for word. */
    | { tag: "other"; val: string };

  /** A parcel, as its carrier knows it. */
  export interface Tracking {
    /** The carrier's service in the provider's words: `colissimo-home`. */
    carrier: string;
    number: string;
    /** Where a person follows the parcel; empty when unknown. */
    url: string;
  }

  /** So many of one SKU at one price. */
  export interface OrderLine {
    sku: string;
    quantity: number;
    /** Net of tax, for one. */
    unitPrice: Money;
    /** For one. */
    unitTax: Money;
    /** For the whole line, once. */
    discount: Money;
  }

  /** What moves in an order's life. */
  export interface OrderState {
    /** The provider's id. */
    id: string;
    status: OrderStatus;
    /** The provider's words on it, for people; empty when there are none. */
    statusMessage: string;
    tracking?: Tracking | undefined;
    /**
     * When the provider's record had this state: its own time of change where it tells one, otherwise the moment
     * it was asked. An older state never replaces a newer one.
     */
    asOf: Timestamp;
  }

  /** An order of a consumer. */
  export interface Order {
    state: OrderState;
    /** The reference the merchant knows the order by. Not necessarily unique at the provider. */
    reference: string;
    /** The provider's own name of the shop it came from; empty when unknown. */
    source: string;
    submittedAt: Timestamp;
    /** BCP 47, the consumer's; empty when unknown. */
    language: string;
    /** ISO 4217. All amounts of the order are in it. */
    currency: string;
    lines: Array<OrderLine>;
    shippingMethod: string;
    shippingPrice: Money;
    shippingTax: Money;
    additionalTax: Money;
    additionalDiscount: Money;
    total: Money;
    shippingAddress: Address;
    billingAddress?: Address | undefined;
    extra: Extra;
  }

  /** One page of orders. */
  export interface OrderPage {
    items: Array<Order>;
    /** Items that could not be understood. They never stop the rest. */
    rejected: Array<RejectedItem>;
    /** Where the next call goes on; at most 1 KiB. */
    cursor: string;
    /** Whether there is something left now. */
    more: boolean;
    /** How many orders this synchronisation will bring in all, when the provider tells. */
    total?: bigint | undefined;
  }

  /** What is sold as one article: the bearer of a SKU. */
  export interface ProductVariant {
    /** The provider's id. */
    id: string;
    sku: string;
    /** What tells it from the product's others: `L`, `Black / M`; empty or `Default Title` when it is the only one. */
    title: string;
    /** EAN or UPC; empty when there is none. */
    barcode: string;
    /** What a consumer pays, tax included as the provider keeps it. */
    price?: Money | undefined;
    /** The customs value. */
    value?: Money | undefined;
    /** HS code in the provider's form. */
    tariffNumber: string;
    /** ISO 3166-1 alpha-2; empty when unknown. */
    originCountry: string;
    customsDescription: string;
    options: Array<[string, string]>;
    weightGrams?: number | undefined;
    /** Length, width, height. */
    dimensionsMm?: [number, number, number] | undefined;
    extra: Extra;
  }

  /** What is sold under one name: its variants bear the SKUs. */
  export interface Product {
    /** The provider's id. */
    id: string;
    name: string;
    /** Plain text. */
    description: string;
    /** `https://…`; empty when there is none. */
    imageUrl: string;
    /** Where a person sees it at the provider; empty when unknown. */
    url: string;
    /** At least one. A provider that knows no products with variants names one of each. */
    variants: Array<ProductVariant>;
    /** When the provider's record had this state. An older one never replaces a newer one. */
    asOf: Timestamp;
    extra: Extra;
  }

  /** One page of products. */
  export interface ProductPage {
    items: Array<Product>;
    /** Ids of products that exist no more. */
    gone: Array<string>;
    /** Items that could not be understood. They never stop the rest. */
    rejected: Array<RejectedItem>;
    cursor: string;
    more: boolean;
    whole: boolean;
  }

  /** Stock of one SKU, summed over warehouses. */
  export interface Inventory {
    sku: string;
    /** Can be sold now. */
    available: number;
    /** Physically there. */
    inWarehouse: number;
    reserved: number;
    damaged: number;
    asOf: Timestamp;
    extra: Extra;
  }

  /** One page of stock. */
  export interface InventoryPage {
    items: Array<Inventory>;
    rejected: Array<RejectedItem>;
    cursor: string;
    more: boolean;
    whole: boolean;
  }

  /** So many of one SKU. */
  export interface Component {
    sku: string;
    quantity: number;
  }

  /** One way to buy a bundle: what it holds beside the common components. */
  export interface BundleVariant {
    title: string;
    components: Array<Component>;
  }

  /** Several articles sold as one. */
  export interface Bundle {
    /** The provider's id; for most the SKU. */
    id: string;
    sku: string;
    name: string;
    options: Array<[string, string]>;
    /** In every one of it. */
    components: Array<Component>;
    variants: Array<BundleVariant>;
    asOf: Timestamp;
    extra: Extra;
  }

  /** One page of bundles. */
  export interface BundlePage {
    items: Array<Bundle>;
    gone: Array<string>;
    rejected: Array<RejectedItem>;
    cursor: string;
    more: boolean;
    whole: boolean;
  }

  /** How far an inbound shipment is. */
  export type InboundStatus =
    | { tag: "draft" }
    | { tag: "transmitted" }
    | { tag: "offloading" }
    | { tag: "complete" }
    | { tag: "archived" }
    | { tag: "cancelled" }
    /** What the provider said, word for word. */
    | { tag: "other"; val: string };

  /** So much of one SKU on its way to a warehouse. */
  export interface InboundUnit {
    sku: string;
    expected: number;
    /** Received and good. */
    offloaded: number;
    /** Received, not sellable. */
    damaged: number;
  }

  /** Goods on their way to the provider's warehouse. */
  export interface InboundShipment {
    /** The provider's id. */
    id: string;
    /** What people call it: the supplier's or the merchant's words. */
    name: string;
    /** The supplier's own number of it; empty when unknown. */
    reference: string;
    carrier: string;
    warehouse: string;
    status: InboundStatus;
    expectedAt?: Timestamp | undefined;
    /** Each SKU once. */
    units: Array<InboundUnit>;
    asOf: Timestamp;
    extra: Extra;
  }

  /** One page of inbound shipments. */
  export interface InboundPage {
    items: Array<InboundShipment>;
    rejected: Array<RejectedItem>;
    cursor: string;
    more: boolean;
    whole: boolean;
  }

  /** How a ticket stands. */
  export type TicketStatus =
    | { tag: "open" }
    /** Closed for now; it opens again by itself. */
    | { tag: "snoozed" }
    | { tag: "closed" }
    /** Thrown away or spam: not counted, not charged. */
    | { tag: "trashed" }
    | { tag: "other"; val: string };

  /** A consumer's request and the conversation about it. */
  export interface Ticket {
    /** The provider's id. */
    id: string;
    subject: string;
    status: TicketStatus;
    customerName: string;
    customerEmail: string;
    /** Who works on it; empty when nobody. */
    assignee: string;
    tags: Array<string>;
    channel: string;
    /** Where a person reads it; empty when unknown. */
    url: string;
    /** Messages that the consumer can read and an agent (or a rule on an agent's behalf) wrote: what is charged. */
    agentMessages: number;
    /** All messages, notes included. */
    messages: number;
    createdAt: Timestamp;
    closedAt?: Timestamp | undefined;
    asOf: Timestamp;
    extra: Extra;
  }

  /** One page of tickets. */
  export interface TicketPage {
    items: Array<Ticket>;
    rejected: Array<RejectedItem>;
    cursor: string;
    more: boolean;
  }

  /** What the provider holds after a push. */
  export interface Pushed {
    /** The provider's id. */
    id: string;
    /** It was there already (an earlier try arrived, say); nothing was made twice. */
    existed: boolean;
    /** Where a person sees it at the provider; empty when unknown. */
    url: string;
  }

  /** What became of one pushed item. */
  export type Outcome =
    | { tag: "done"; val: Pushed }
    | { tag: "failed"; val: Error };

  /** When a unit counts that is reported as sold. */
  export type ReportBasis = "shipped" | "sold";

  /**
   * What an event says, or what an action came to. The host takes each as if a pull had brought it: an older state never
   * replaces a newer one.
   */
  export interface Changes {
    orders: Array<Order>;
    orderStates: Array<OrderState>;
    products: Array<Product>;
    /** Ids of products that exist no more. */
    productsGone: Array<string>;
    inventories: Array<Inventory>;
    tickets: Array<Ticket>;
    /**
     * What is better asked for than told: `orders`, `products`, `inventories`, `bundles`, `inbound-shipments`,
     * `tickets`. Unknown words are ignored.
     */
    pull: Array<string>;
  }

  export {};
}

/**
 * Requests to the hosts that the manifest asks for and the operator granted.
 *
 * The host resolves the name, checks and pins its address, injects the credentials that the manifest binds to the
 * host name, follows redirects (each hop checked anew), waits for the declared rate limit and retries what is safe
 * to repeat. A plugin never sees a credential: what an answer repeats of the secrets that the host added (plainly, as in
 * a URL or a form, as JSON or in Base64) reads `[redacted]`. The limit of that: a secret under eight letters, one that
 * the provider spells in another way (in parts, hashed, in hexadecimal) and one of another connection stay as they are.
 */
declare module "comptoir:plugin/http@1.0.0" {

  /** One HTTP request. */
  export interface Request {
    /** Whose credentials to use: the `id` of a connector that this call was given. None: no credentials. */
    connector?: string | undefined;
    /** `GET`, `POST`, … */
    method: string;
    /** Absolute, `https://…` (or `http://…` where granted). The operator may map its base to another address. */
    url: string;
    /** Without credentials; `host`, `connection`, `content-length` and `authorization` are the host's. */
    headers: Array<[string, string]>;
    body?: Uint8Array | undefined;
    /** True when sending it twice does no harm, whatever its method: the host may then retry it. */
    idempotent: boolean;
  }

  /** What came back, whatever its status. */
  export interface Response {
    status: number;
    /** Names in lower case. */
    headers: Array<[string, string]>;
    /** Decoded (gzip undone); at most the response limit of this plugin, 10 MiB unless set otherwise. */
    body: Uint8Array;
  }

  /** Why there is no answer. */
  export type Failure =
    /** Not granted. The text names the line in `plugins.toml` that would allow it. */
    | { tag: "denied"; val: string }
    /** One of this call's limits (requests, size of an answer) is used up. The text names it. */
    | { tag: "limit"; val: string }
    /** No answer in time. */
    | { tag: "timeout" }
    /** The way to the provider failed: name not found, refused, reset, TLS. */
    | { tag: "connection"; val: string };

  /**
   * Sends one request. Any HTTP status is an answer, not a failure.
   * @throws {{ payload: Failure }}
   */
  export function send(request: Request): Response;

  /** Sends several at once, at most the plugin's concurrency (8 unless set otherwise) at a time; answers in order. */
  export function sendAll(requests: Array<Request>): Array<{ tag: "ok"; val: Response } | { tag: "err"; val: Failure }>;

  export {};
}

/** Uses of a connector's secrets that do not reveal them. */
declare module "comptoir:plugin/credentials@1.0.0" {

  /** The hash function of an HMAC. */
  export type Algorithm = "sha1" | "sha256" | "sha512";

  /** Why nothing was signed. */
  export type Failure =
    /** This call was not given that connector. */
    | { tag: "unknown-connector" }
    /** The connector holds no secret of that name, or the manifest does not declare it. */
    | { tag: "unknown-secret" };

  /**
   * HMAC of `data` under the connector's secret `name`, raw bytes.
   * @throws {{ payload: Failure }}
   */
  export function hmac(connector: string, name: string, algorithm: Algorithm, data: Uint8Array): Uint8Array;

  export {};
}

/** What the operator set for the plugin as a whole, in `[plugins.<id>.configuration]` of `plugins.toml`. */
declare module "comptoir:plugin/configuration@1.0.0" {

  /** JSON, valid against the manifest's `[configuration]` schema; `{}` when there is none. */
  export function get(): string;

  export {};
}

/**
 * A small memory of a plugin's own, kept between calls, apart for each connector. For hints and caches: what must be
 * true after a crash belongs into the cursors and rows that the host commits together.
 */
declare module "comptoir:plugin/store@1.0.0" {

  /** Why nothing was kept or found. */
  export type Failure =
    /** This call was not given that connector. */
    | { tag: "unknown-connector" }
    /** The key is empty or longer than 256 bytes. */
    | { tag: "bad-key" }
    /** The quota, in bytes (1 MiB a plugin and connector unless set otherwise), would be exceeded. */
    | { tag: "quota"; val: bigint }
    /** The host could not read or write now. */
    | { tag: "unavailable" };

  /**
   * The value under `key`, for a connector or (none) for the whole plugin.
   * @throws {{ payload: Failure }}
   */
  export function get(connector: string | undefined, key: string): Uint8Array | undefined;

  /**
   * Writes at once, outside any transaction of the host's.
   * @throws {{ payload: Failure }}
   */
  export function set(connector: string | undefined, key: string, value: Uint8Array): void;

  /**
   * Removes; removing what is not there succeeds.
   * @throws {{ payload: Failure }}
   */
  function _delete(connector: string | undefined, key: string): void;
  export { _delete as delete };

  export {};
}

/** Lines in the host's log, marked with the plugin, its version and the call. */
declare module "comptoir:plugin/log@1.0.0" {

  /** How much a line matters. The operator sees `info` and above unless set otherwise. */
  export type Level = "trace" | "debug" | "info" | "warn" | "error";

  /** Writes one line. Beyond 64 KiB a call, lines are counted and dropped; one last line says how many. */
  export function write(level: Level, message: string, fields: Array<[string, string]>): void;

  export {};
}

/** The host's time. In tests it stands still. */
declare module "comptoir:plugin/clock@1.0.0" {
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";

  /** Now, in UTC. */
  export function now(): Timestamp;

  export {};
}

/** How far a long call has come. People watch it live. */
declare module "comptoir:plugin/progress@1.0.0" {

  /**
   * `done` of `total` (when known) items. The host keeps the last one and shows at most a few a second.
   * A task in steps counts over all of them.
   */
  export function report(done: bigint, total: bigint | undefined, note: string): void;

  export {};
}

/** Files that a call was given, and files that it makes. Names mean something within one call only. */
declare module "comptoir:plugin/files@1.0.0" {

  /** Why a file was not read or written. */
  export type Failure =
    /** This call was given no file of that name. */
    | { tag: "unknown" }
    /** The name of a new file is empty, longer than 255 bytes or has a slash or a control character in it. */
    | { tag: "bad-name" }
    /**
     * The limit, in bytes, for what a call writes (50 MiB unless set otherwise), would be exceeded; or the 400 files of a
     * call, whatever their lengths.
     */
    | { tag: "quota"; val: bigint }
    /** The host could not read or write now. */
    | { tag: "unavailable" };

  /**
   * How long a file is, in bytes.
   * @throws {{ payload: Failure }}
   */
  export function size(file: string): bigint;

  /**
   * At most `length` (≤ 1 MiB) bytes from `offset`; fewer at the end, none behind it.
   * @throws {{ payload: Failure }}
   */
  export function read(file: string, offset: bigint, length: number): Uint8Array;

  /**
   * Adds to the end of a file that this call makes; the first time makes it. It may be read again.
   * @throws {{ payload: Failure }}
   */
  export function write(file: string, bytes: Uint8Array): void;

  export {};
}

/**
 * Large results and large inputs, in pieces. What a call hands over counts only once the call succeeds: the host keeps
 * all of it or nothing.
 */
declare module "comptoir:plugin/rows@1.0.0" {
  import type { Extra } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";

  /** Why rows were not taken or given. */
  export type Failure =
    /** This call takes or has no rows of that kind. */
    | { tag: "unexpected" }
    /** More than 1,000 rows at once, or more than the call may hand over (1,000,000). */
    | { tag: "too-many" }
    /** The host could not read or write now. */
    | { tag: "unavailable" };

  /** A line of a provider's invoice. */
  export interface InvoiceLine {
    /** In the file, from 1, the heading included. */
    line: number;
    /** The provider's order id for what belongs to an order; otherwise what the file says, or empty. */
    id: string;
    service: string;
    description: string;
    /** Decimal numbers with a dot: `12.50`. */
    quantity: string;
    unitPrice: string;
    price: string;
    /** ISO 4217. */
    currency: string;
    /** ISO 3166-1 alpha-2; empty when the file tells none. */
    country: string;
    extra: Extra;
  }

  /** A line that could not be read. */
  export interface RejectedLine {
    line: number;
    /** From 1; none when the line as a whole is meant. */
    column?: number | undefined;
    /** The column's heading; empty when the line as a whole is meant. */
    heading: string;
    /**
     * A stable code, for which the host has words in the reader's language: `required`, `decimal`, `country`,
     * `currency`, `columns`, `missing`. Of any other `reason` is shown as it is.
     */
    code: string;
    /** What stands there instead; empty where that says nothing. */
    given: string;
    /** The same as a sentence in English. */
    reason: string;
  }

  /** Units of one product that count for a report. */
  export interface Sale {
    /** The host's id of it. */
    id: string;
    /** The order's id and reference. */
    order: string;
    reference: string;
    /** When it counts, by the report's basis. */
    at: Timestamp;
    sku: string;
    /** Thirteen digits. */
    barcode: string;
    title: string;
    artist: string;
    label: string;
    /** `cd`, `vinyl`, `cassette`, `other`. */
    format: string;
    /** `2026-11-20`; empty when unknown. */
    released: string;
    /** ISO 3166-1 alpha-2, where it was shipped to. */
    country: string;
    postcode: string;
    /** Negative for what came back. */
    quantity: number;
    /** For one, by the report's choice with or without tax: a decimal number with a dot. */
    unitPrice: string;
    /** ISO 4217. */
    currency: string;
    /** For one, in EUR by the day's rate. */
    unitPriceEur: string;
    /** When it is a box of several records: theirs. */
    barcodes: Array<string>;
  }

  /** One page of sales. */
  export interface SalesPage {
    items: Array<Sale>;
    cursor: string;
    more: boolean;
  }

  /** A sale and the file that reports it. */
  export interface Reported {
    sale: string;
    /** The file that holds it. */
    file: string;
    /** As many as the file says, after the layout's caps. */
    units: number;
  }

  /**
   * At most 1,000 lines.
   * @throws {{ payload: Failure }}
   */
  export function invoiceLines(lines: Array<InvoiceLine>): void;

  /**
   * At most 1,000 lines. A file that is refused as a whole may hand over why here as well: `missing` on line 1, with the
   * heading of a column that it lacks.
   * @throws {{ payload: Failure }}
   */
  export function rejectedLines(lines: Array<RejectedLine>): void;

  /**
   * The sales of the report's period that no earlier report holds, by time, at most `limit` (≤ 1,000) of them.
   * @throws {{ payload: Failure }}
   */
  export function sales(cursor: string | undefined, limit: number): SalesPage;

  /**
   * Which sales the files hold: they are never given to a report again. At most 1,000.
   * @throws {{ payload: Failure }}
   */
  export function reportedSales(sales: Array<Reported>): void;

  export {};
}

/**
 * Files handed to somebody outside over a channel that the operator set up: SFTP, mail or HTTPS. A plugin never sees the
 * channel's address or keys.
 */
declare module "comptoir:plugin/delivery@1.0.0" {

  /** Why a file was not handed over. */
  export type Failure =
    /** The operator gave this plugin no channel of that name. The text names the line in `plugins.toml` that would. */
    | { tag: "denied"; val: string }
    /** This call made or was given no file of that name. */
    | { tag: "unknown-file" }
    /** The channel holds a file of that name. */
    | { tag: "exists" }
    /** The other side refused: its words. */
    | { tag: "refused"; val: string }
    /** The way there failed; worth another try. */
    | { tag: "unavailable"; val: string }
    /** This channel cannot do that: mail lists nothing. */
    | { tag: "unsupported" };

  /** A file that lies at the other side. */
  export interface Delivered {
    name: string;
    bytes: bigint;
    /** Where, for people; no secrets. */
    place: string;
  }

  /**
   * Hands over a file under `name`; where the channel allows, under a temporary name first. Comes back when the other
   * side has all of it.
   * @throws {{ payload: Failure }}
   */
  export function send(channel: string, file: string, name: string, replace: boolean): Delivered;

  /**
   * What lies in the channel's folder.
   * @throws {{ payload: Failure }}
   */
  export function list(channel: string): Array<Delivered>;

  export {};
}

/** Are these settings and credentials good? Asked before a connection is saved, and from its page. */
declare module "comptoir:plugin/check@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";

  /** Whose account at the provider it is. */
  export interface Account {
    /** What the provider calls the account, for people to recognise it. */
    name: string;
  }

  /** What `export const check` is. */
  export interface CheckRole {
    /** Asks the provider with these settings and their credentials, changing nothing there. */
    check(connector: Connector): Account;
  }

  export {};
}

/**
 * A provider that stores and ships goods. What it does not offer answers `unsupported`; the host then leaves it be.
 *
 * Pulling goes by pages: see `commerce`. Pushing goes item by item: at most 100 at once, one outcome each, in order; a
 * poisoned item never stops the rest.
 */
declare module "comptoir:plugin/fulfilment@1.0.0" {
  import type { Address } from "comptoir:plugin/types@1.0.0";
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Extra } from "comptoir:plugin/types@1.0.0";
  import type { FieldIssue } from "comptoir:plugin/types@1.0.0";
  import type { Money } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";
  import type { Bundle } from "comptoir:plugin/commerce@1.0.0";
  import type { BundlePage } from "comptoir:plugin/commerce@1.0.0";
  import type { InboundPage } from "comptoir:plugin/commerce@1.0.0";
  import type { InventoryPage } from "comptoir:plugin/commerce@1.0.0";
  import type { Order } from "comptoir:plugin/commerce@1.0.0";
  import type { OrderLine } from "comptoir:plugin/commerce@1.0.0";
  import type { OrderPage } from "comptoir:plugin/commerce@1.0.0";
  import type { OrderState } from "comptoir:plugin/commerce@1.0.0";
  import type { Outcome } from "comptoir:plugin/commerce@1.0.0";
  import type { ProductPage } from "comptoir:plugin/commerce@1.0.0";
  import type { ProductVariant } from "comptoir:plugin/commerce@1.0.0";
  import type { Tracking } from "comptoir:plugin/commerce@1.0.0";

  /** An order to be shipped. */
  export interface OrderDraft {
    /**
     * The host's own key of it. Given to the provider as its external id: what an earlier try may have left there
     * is found by it.
     */
    key: string;
    /** The reference that people know it by. */
    reference: string;
    /** 1 the first time. From 2 on an earlier try may have arrived: look the order up by its key before sending again. */
    attempt: number;
    /** When the first try began: where to look from. */
    firstTriedAt: Timestamp;
    language: string;
    /** ISO 4217. All amounts of the order are in it. */
    currency: string;
    lines: Array<OrderLine>;
    /** The carrier's service as `carriers` names it. */
    shippingMethod: string;
    shippingPrice: Money;
    shippingTax: Money;
    shippingAddress: Address;
    billingAddress?: Address | undefined;
    extra: Extra;
  }

  /** One line of an order as it should be. */
  export interface CorrectedLine {
    sku: string;
    /** At least 1. */
    quantity: number;
    /**
     * The SKU of the line whose place it takes: its prices stay. None: the line of this SKU stays, or a new one
     * comes that costs nothing. The host does not know what the provider was told that each article costs.
     */
    insteadOf?: string | undefined;
  }

  /** What is to be put right in an order: one of it at least. */
  export interface OrderCorrection {
    /** Whom it goes to and where, as a whole. */
    shippingAddress?: Address | undefined;
    /** All its lines, each SKU once; what is left out goes. */
    lines?: Array<CorrectedLine> | undefined;
  }

  /** What a correction came to. */
  export type Corrected =
    /** The order as the provider holds it now. */
    | { tag: "done"; val: Order }
    /** The provider takes none of it: what is wrong with which field, `shipping-address.line1`, `lines[0].sku`. */
    | { tag: "refused"; val: Array<FieldIssue> };

  /** A product as the provider should hold it. */
  export interface ProductDraft {
    name: string;
    description: string;
    article: ProductVariant;
  }

  /** Something that happened to a parcel. */
  export interface ParcelEvent {
    at: Timestamp;
    code: string;
    message: string;
    location: string;
  }

  /** A parcel and what happened to it. */
  export interface Parcel {
    tracking: Tracking;
    /** Oldest first; empty when the provider tells none. */
    events: Array<ParcelEvent>;
  }

  /** A shipping service. */
  export interface Carrier {
    /** What `order-draft.shipping-method` takes. */
    id: string;
    name: string;
  }

  /** What a file came to. */
  export interface InvoiceSummary {
    lines: number;
    rejected: number;
    /** Sum of all prices, by currency. */
    totals: Array<Money>;
  }

  /** What `export const fulfilment` is. */
  export interface FulfilmentRole {
    /** Orders new or changed since the cursor, at most `limit` (≤ 500) of them. Each may come again. */
    orders(connector: Connector, cursor: string | undefined, limit: number): OrderPage;
    /** The present state of some orders (at most 100 ids). Unknown ids are left out. */
    orderStates(connector: Connector, ids: Array<string>): Array<OrderState>;
    /** Products new or changed since the cursor, or all of them again (`whole`). */
    products(connector: Connector, cursor: string | undefined, limit: number): ProductPage;
    /** Stock, each SKU once in a pass, summed over warehouses. */
    inventories(connector: Connector, cursor: string | undefined, limit: number): InventoryPage;
    /** Bundles new or changed since the cursor, or all of them again (`whole`). */
    bundles(connector: Connector, cursor: string | undefined, limit: number): BundlePage;
    /** Inbound shipments that are new, changed or may still change. */
    inboundShipments(connector: Connector, cursor: string | undefined, limit: number): InboundPage;
    /** Hands over orders. Money and goods move: never twice for one key. */
    pushOrders(connector: Connector, drafts: Array<OrderDraft>): Array<Outcome>;
    /** Asks for an order not to be shipped; its state afterwards. `conflict` when it is too late. */
    cancelOrder(connector: Connector, id: string): OrderState;
    /**
     * Puts right an order that stands still at the provider, before its goods leave. `conflict` when it is too late. The
     * same may come twice. The host offers what the manifest's `corrects` names, and asks for nothing else.
     */
    correctOrder(connector: Connector, id: string, correction: OrderCorrection): Corrected;
    /** Creates or changes products, by SKU. */
    pushProducts(connector: Connector, drafts: Array<ProductDraft>): Array<Outcome>;
    /** Creates or changes bundles, by SKU. */
    pushBundles(connector: Connector, bundles: Array<Bundle>): Array<Outcome>;
    /** The parcels of one order. */
    trackings(connector: Connector, order: string): Array<Parcel>;
    /** The shipping services that an order may ask for. */
    carriers(connector: Connector): Array<Carrier>;
    /**
     * Reads the provider's invoice file (`files`), handing its lines to the host as it goes (`rows.invoice-lines`,
     * `rows.rejected-lines`), a hundred thousand in bounded memory. `rejected` when the file as a whole is none.
     */
    readInvoice(file: string): InvoiceSummary;
  }

  export {};
}

/**
 * A platform that consumers buy at. What it does not offer answers `unsupported`; the host then leaves it be.
 *
 * Pulling goes by pages: see `commerce`. Pushing goes item by item: at most 100 at once, one outcome each, in order.
 */
declare module "comptoir:plugin/shop@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Extra } from "comptoir:plugin/types@1.0.0";
  import type { Money } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";
  import type { InventoryPage } from "comptoir:plugin/commerce@1.0.0";
  import type { OrderPage } from "comptoir:plugin/commerce@1.0.0";
  import type { Outcome } from "comptoir:plugin/commerce@1.0.0";
  import type { Product } from "comptoir:plugin/commerce@1.0.0";
  import type { ProductPage } from "comptoir:plugin/commerce@1.0.0";

  /** How products become products of the shop. */
  export type ExportMode = "variants" | "single";

  /** Countries that the shop sells to under one name. */
  export interface Market {
    id: string;
    name: string;
    active: boolean;
    /** ISO 3166-1 alpha-2. */
    countries: Array<string>;
  }

  /** A price for parcels of a weight. */
  export interface Rate {
    /** What the consumer reads. */
    name: string;
    /** Stable for one carrier and service. */
    code: string;
    price: Money;
    /** Above this, in grams. */
    minWeight: number;
    /** Up to and including this. */
    maxWeight: number;
  }

  /** Countries with the same prices for shipping. */
  export interface Zone {
    name: string;
    /** ISO 3166-1 alpha-2. */
    countries: Array<string>;
    rates: Array<Rate>;
  }

  /** A price for parcels as the shop has it, whoever set it. */
  export interface ShopRate {
    name: string;
    /** Consumers are offered it. */
    active: boolean;
    /** None: a service of somebody's tells it at the checkout. */
    price?: Money | undefined;
    /** Above this, in grams; none: from nothing on. */
    minWeight?: number | undefined;
    /** Up to and including this; none: whatever it weighs. */
    maxWeight?: number | undefined;
    /** From this total of the articles on; none: whatever they cost. */
    minTotal?: Money | undefined;
    /** Up to and including this; none: whatever they cost. */
    maxTotal?: Money | undefined;
  }

  /** Countries with their rates, as the shop has them. */
  export interface ShopZone {
    name: string;
    /** ISO 3166-1 alpha-2. */
    countries: Array<string>;
    /** It holds for every country that no other zone has. */
    restOfWorld: boolean;
    /** `set-rates` made it. */
    ours: boolean;
    rates: Array<ShopRate>;
    /** There are more rates than these. */
    more: boolean;
  }

  /** One month's sales. Discounts and returns are negative or zero, as the shop shows them. */
  export interface SalesMonth {
    /** `2026-10` */
    month: string;
    orders: number;
    grossSales: Money;
    discounts: Money;
    returns: Money;
    netSales: Money;
    shipping: Money;
    duties: Money;
    additionalFees: Money;
    taxes: Money;
    totalSales: Money;
  }

  /** What `export const shop` is. */
  export interface ShopRole {
    /** Orders new or changed since the cursor, at most `limit` (≤ 500) of them. Each may come again. */
    orders(connector: Connector, cursor: string | undefined, limit: number): OrderPage;
    /** Products with their variants, new or changed since the cursor, or all of them again (`whole`). */
    products(connector: Connector, cursor: string | undefined, limit: number): ProductPage;
    /** What the shop believes to have in stock, each SKU once in a pass. */
    inventories(connector: Connector, cursor: string | undefined, limit: number): InventoryPage;
    /** Creates or changes products at the shop, found again by their SKUs: exporting twice changes nothing. */
    exportProducts(connector: Connector, products: Array<Product>, mode: ExportMode): Array<Outcome>;
    /** Where the shop sells. */
    markets(connector: Connector): Array<Market>;
    /** The rates that the shop has now, its own and ours. A zone of ours has the name that `set-rates` gave it. */
    rates(connector: Connector): Array<ShopZone>;
    /**
     * Replaces the rates that an earlier call set; others stay. What is there as it is to be stays too, so that doing it
     * again after half of it was done does the other half.
     */
    setRates(connector: Connector, zones: Array<Zone>): void;
    /** Takes away the rates that earlier calls set. */
    clearRates(connector: Connector): void;
    /** Lets the shop sell to exactly these countries with the rates set; the markets afterwards. */
    setMarkets(connector: Connector, countries: Array<string>): Array<Market>;
    /** Sales of the months from `first` to `last` (`2026-10`), both included, asked of the shop. */
    salesReport(connector: Connector, first: string, last: string): Array<SalesMonth>;
    /**
     * The same out of a file that a person exported from the shop, in any of its languages. Amounts are taken to be in
     * `currency`. `rejected` names line and column of what cannot be read.
     */
    readSalesReport(file: string, currency: string): Array<SalesMonth>;
  }

  export {};
}

/** A desk that answers consumers. */
declare module "comptoir:plugin/support@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";
  import type { TicketPage } from "comptoir:plugin/commerce@1.0.0";

  /** One message of a ticket’s conversation. */
  export interface Message {
    id: string;
    author: string;
    /** An agent wrote it, or a rule on an agent's behalf. */
    fromAgent: boolean;
    /** The consumer can read it; otherwise a note among agents. */
    public: boolean;
    /** Plain text. */
    text: string;
    at: Timestamp;
  }

  /** One page of messages. */
  export interface MessagePage {
    items: Array<Message>;
    cursor: string;
    more: boolean;
  }

  /** What `export const support` is. */
  export interface SupportRole {
    /** Tickets new or changed since the cursor, at most `limit` (≤ 500) of them. Each may come again. */
    tickets(connector: Connector, cursor: string | undefined, limit: number): TicketPage;
    /** The conversation of one ticket, oldest first, at most `limit` (≤ 500) messages. */
    messages(connector: Connector, ticket: string, cursor: string | undefined, limit: number): MessagePage;
  }

  export {};
}

/**
 * The company's books at a service: it takes the invoices that the portal issued, with their documents, and tells what was
 * paid of them. There is one such connection for the company as a whole, none a store.
 *
 * Nothing is booked twice: each record carries the host's own key of it, under which the service keeps it. Before anything is
 * sent the plugin looks whether it is there already, as an earlier try may have arrived without its answer.
 */
declare module "comptoir:plugin/accounting@1.0.0" {
  import type { Address } from "comptoir:plugin/types@1.0.0";
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Money } from "comptoir:plugin/types@1.0.0";

  /** A code of VAT as the service knows it. */
  export interface VatCode {
    code: string;
    /** Percent, a decimal number with a dot; none: it tells no rate of its own. */
    percent?: string | undefined;
  }

  /** An account of the service's ledger. */
  export interface LedgerAccount {
    number: string;
    label: string;
  }

  /** Who is invoiced. */
  export interface Customer {
    /** The host's own key of it. */
    key: string;
    /** The service's id, where the host knows it: the customer is then brought up to date. */
    id?: string | undefined;
    name: string;
    /** Empty where there is none. */
    vatNumber: string;
    /** SIREN; empty where there is none. */
    registration: string;
    emails: Array<string>;
    address: Address;
    /** `fr` or `en`. */
    language: string;
    /** The account of the ledger that its debts stand in. */
    account: string;
  }

  /** What an invoice asks, or gives back. */
  export interface InvoiceLine {
    label: string;
    description: string;
    /** Decimal numbers with a dot. A unit costs `unit-price`, without VAT. */
    quantity: string;
    unitPrice: string;
    /** Without VAT, VAT, and both together: of all lines they come to the invoice's, to the cent. */
    net: Money;
    tax: Money;
    gross: Money;
    /** A code of the service's. */
    vatCode: string;
    /** A number of the service's ledger. */
    account: string;
  }

  /** An invoice or credit note that was issued: its number is final, its document is what the customer has. */
  export interface InvoiceDraft {
    /** The host's own key of it. */
    key: string;
    number: string;
    /**
     * The service's id of the invoice that it takes back, whole or in part: then it is a credit note, and its amounts are
     * below zero.
     */
    credits?: string | undefined;
    /** The service's id. */
    customer: string;
    /** `2026-11-20`: of the invoice, and by when it is to be paid. */
    date: string;
    deadline: string;
    title: string;
    /** `fr` or `en`. */
    language: string;
    net: Money;
    tax: Money;
    gross: Money;
    lines: Array<InvoiceLine>;
    /** Its document, a Factur-X: a name for `files.read`, and the name that people know. */
    file: string;
    fileName: string;
  }

  /** How far the money is. */
  export type Payment =
    /** Nothing of it came. */
    | { tag: "unpaid" }
    /** Something of it came. */
    | { tag: "partial" }
    | { tag: "paid" }
    /** The service counts it no more: withdrawn, deleted. */
    | { tag: "void" }
    | { tag: "other"; val: string };

  /** An invoice as the service has it. */
  export interface InvoiceState {
    /** The service's id. */
    id: string;
    /** The host's key, where the service tells one. */
    key?: string | undefined;
    number: string;
    payment: Payment;
    /** What is still to be paid. */
    remaining: Money;
    /** Where a person sees it at the service; empty when unknown. */
    url: string;
  }

  /** What the service has of an invoice after it was pushed. */
  export interface Booked {
    state: InvoiceState;
    /** It was there already; nothing was booked twice. */
    existed: boolean;
  }

  /** Ids of invoices that changed at the service. */
  export interface ChangePage {
    items: Array<string>;
    /** Where the next page begins. */
    cursor: string;
    more: boolean;
  }

  /** What `export const accounting` is. */
  export interface AccountingRole {
    /** The codes of VAT that the service's books know. */
    vatCodes(connector: Connector): Array<VatCode>;
    /** Those of the accounts with these numbers (at most 100) that the service's books have; the others are left out. */
    ledgerAccounts(connector: Connector, numbers: Array<string>): Array<LedgerAccount>;
    /** Creates a customer, or brings it up to date; the service's id of it. One that is there under the same key is taken. */
    pushCustomer(connector: Connector, customer: Customer): string;
    /** Books an invoice or credit note. `conflict` when the service has another one of its number. */
    pushInvoice(connector: Connector, draft: InvoiceDraft): Booked;
    /** The present state of some invoices (at most 100 ids of the service). Those that it has no more are left out. */
    invoiceStates(connector: Connector, ids: Array<string>): Array<InvoiceState>;
    /**
     * The ids of invoices that changed since the cursor, at most `limit` (≤ 500). Each may come again. `not-found` when the
     * service no longer tells what changed since the cursor: the host then asks for the state of all.
     */
    changes(connector: Connector, cursor: string | undefined, limit: number): ChangePage;
  }

  export {};
}

/** Files about what was sold, for somebody who counts: a chart compiler, a rights society. */
declare module "comptoir:plugin/report@1.0.0" {
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { ReportBasis } from "comptoir:plugin/commerce@1.0.0";

  /** Which report to build. */
  export interface Request {
    /** One of the layouts that the plugin's configuration names. */
    layout: string;
    /** How the receiver knows the seller: stands in file names. */
    shop: string;
    /** ISO 3166-1 alpha-2: only sales to there, and what belongs to it by the layout's rules. Empty: everywhere. */
    territory: string;
    /** First and last day, `2026-11-13`, both included, in the seller's time zone. */
    first: string;
    last: string;
    basis: ReportBasis;
    /** Amounts with tax; otherwise without. */
    withTax: boolean;
    /** IANA name: `Europe/Paris`. */
    timeZone: string;
  }

  /** A file that was built. */
  export interface ReportFile {
    /** As the receiver expects it. */
    name: string;
    mediaType: string;
    lines: number;
    units: bigint;
  }

  /** A file that the receiver has. */
  export interface Receipt {
    name: string;
    /** What the channel holds under that name afterwards. */
    bytes: bigint;
    /** Where, for people: `sftp://host/folder/name`. */
    place: string;
  }

  /** What `export const report` is. */
  export interface ReportRole {
    /**
     * Reads the period's sales (`rows.sales`), writes the receiver's files (`files.write`) and says which sales are in
     * them (`rows.reported-sales`). Some layouts want an empty file when there is nothing.
     */
    build(request: Request): Array<ReportFile>;
    /**
     * Hands over files that were built, by `delivery`, under the receiver's rules. `replace`: a person asked for a file of
     * the same name to be replaced; otherwise that is a `conflict`.
     */
    deliver(channel: string, files: Array<ReportFile>, replace: boolean): Array<Receipt>;
  }

  export {};
}

/**
 * Which reports there are to be, and when: for a plugin of the role `report` that plans them. The host asks every hour,
 * makes what is due and not there yet, and hands it over. It asks too when a person wants a report, for what they leave open.
 */
declare module "comptoir:plugin/report-plan@1.0.0" {
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";
  import type { ReportBasis } from "comptoir:plugin/commerce@1.0.0";

  /** How a report is made, and where it goes. */
  export interface Terms {
    /** What `report.request` says of these. */
    layout: string;
    shop: string;
    territory: string;
    withTax: boolean;
    timeZone: string;
    /** Only sales of this store, by the host's id of it; none: of all. */
    store?: string | undefined;
    /** The operator's channel that its files go over; none: they are made, and sent nowhere. */
    channel?: string | undefined;
  }

  /** Days that one report is about. */
  export interface Period {
    /** First and last day, `2026-11-13`, both included, in the terms' time zone. */
    first: string;
    last: string;
    /** From when on its report is due: after the last day has ended. */
    dueAt: Timestamp;
  }

  /** A report that is made again and again. */
  export interface Planned {
    terms: Terms;
    basis: ReportBasis;
    /**
     * Those that came due of late, so far back as a host may have slept, and the next one: the oldest first. Of which
     * of them there is a report already, the host knows.
     */
    periods: Array<Period>;
  }

  /** Every report that there is to be. */
  export interface Plan {
    /** In the operator's order; with at most 1,000 periods in all. */
    reports: Array<Planned>;
    /** Those of a report that a person asks for and that is not planned. */
    otherwise: Terms;
  }

  /** What `export const reportPlan` is. */
  export interface ReportPlanRole {
    /** The plan as it stands now, by `clock`. */
    reports(): Plan;
  }

  export {};
}

/**
 * Events that the provider sends. The host receives them: it checks the signature by the manifest's scheme, keeps them as
 * they came, drops doubles, answers, and calls `handle` later, again after failures.
 */
declare module "comptoir:plugin/webhooks@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Timestamp } from "comptoir:plugin/types@1.0.0";
  import type { Changes } from "comptoir:plugin/commerce@1.0.0";

  /** A topic that the provider sends to an address. */
  export interface Subscription {
    /** The provider's id. */
    id: string;
    topic: string;
    address: string;
  }

  /** One event as it came, its signature verified. */
  export interface Event {
    /** The host's id of it. */
    id: string;
    /** From the header that the manifest names; empty when it names none. */
    topic: string;
    /** Names in lower case; the signature is not among them. */
    headers: Array<[string, string]>;
    body: Uint8Array;
    receivedAt: Timestamp;
  }

  /** What `export const webhooks` is. */
  export interface WebhooksRole {
    /** Asks the provider to send its events to `address`. Doing so twice leaves one subscription a topic. */
    register(connector: Connector, address: string): Array<Subscription>;
    /** Ends the subscriptions to addresses that begin with `address`, others stay. How many it ended. */
    purge(connector: Connector, address: string): number;
    /** What one event means. Events come at least once and in any order. `rejected` drops the event for good. */
    handle(connector: Connector, event: Event): Changes;
  }

  export {};
}

/**
 * What people can have done at the provider with records that they see: the manifest's `[[actions]]`. The host has checked
 * who asks, and gives the provider's ids of what they may see.
 */
declare module "comptoir:plugin/actions@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";
  import type { Changes } from "comptoir:plugin/commerce@1.0.0";

  /** A record with which it was not done. */
  export interface Failure {
    /** The provider's id, as it was given. */
    id: string;
    /** Why, for people, in English: what stands between the record and the action. */
    message: string;
  }

  /** What an action came to. */
  export interface Acted {
    /** With every record that is not named here it was done. */
    failed: Array<Failure>;
    /** What the records are now. When nothing is said here, the host pulls them. */
    changes: Changes;
  }

  /** What `export const actions` is. */
  export interface ActionsRole {
    /**
     * Does an action (its `name` in the manifest) with at most 25 records, by the provider's ids. The same may come twice:
     * doing it again is no error. An error says that it was done with none of them.
     */
    act(connector: Connector, action: string, ids: Array<string>): Acted;
  }

  export {};
}

/**
 * The plugin's own work in the background: at the hours that its manifest proposes, or because a person asked for it at
 * one of its routes. Runs under the limits of jobs, is visible as a job, and may come twice.
 *
 * Long work goes in steps, each a call of its own: a step that leaves something to do says so in `done.next`.
 */
declare module "comptoir:plugin/schedule@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";

  /** One step of one of the manifest’s tasks. */
  export interface Task {
    /** As the manifest names it. */
    name: string;
    /** The connections it is about: all of the plugin's, or those that whoever asked may use. */
    connectors: Array<Connector>;
    /**
     * JSON. In the first step the route's query as an object of strings, `{}` at a scheduled hour; in each later one
     * the `done.next` of the step before. As a query holds strings only, nobody can ask for a later step.
     */
    arguments: string;
    /** The file that was sent along, for `files.read`. */
    file?: string | undefined;
    /** Of whoever asked: `fr` or `en`. */
    language: string;
  }

  /** What a step came to. */
  export interface Done {
    /**
     * JSON for whoever asked: kept with the job. Each step's takes the place of the last one's, so it speaks of all
     * steps; a job that fails or is ended later on shows the last.
     */
    data: string;
    /** What the host should pull now: the words of `commerce.changes.pull`. */
    pull: Array<string>;
    /**
     * There is more to do: the arguments (JSON, at most 1 MiB) of the next step, with the same file. It runs as soon as
     * it is its turn, after a restart or a failure too; if it fails, it is tried again, not the steps before it. None:
     * this was the last step.
     *
     * Files are kept from the last step only: what earlier ones would write travels here. A task has at most 1,000
     * steps and a day; one that asks for itself with the same arguments is ended at once.
     */
    next?: string | undefined;
  }

  /** What `export const schedule` is. */
  export interface ScheduleRole {
    /** Does one step. It may come twice: what it does is safe to repeat. */
    run(task: Task): Done;
  }

  export {};
}

/**
 * The plugin's own calls under `/api/<plugin id>/…`, for its own screens. The host has checked the caller's sign-in
 * and the permission that the manifest names for the route before it calls.
 */
declare module "comptoir:plugin/routes@1.0.0" {
  import type { Connector } from "comptoir:plugin/types@1.0.0";
  import type { Error } from "comptoir:plugin/types@1.0.0";

  /** A call of one of the manifest’s `[[routes]]`. */
  export interface Request {
    /** `GET`, `POST`, … */
    method: string;
    /** Below the plugin's own base, with the slash: `/product`. */
    path: string;
    /** Decoded, in order. */
    query: Array<[string, string]>;
    /** At most 1 MiB. */
    body?: Uint8Array | undefined;
    /** The caller's language: `fr` or `en`. */
    language: string;
    /** The connections that this caller may use. */
    connectors: Array<Connector>;
  }

  /** What the caller gets. */
  export interface Response {
    status: number;
    /** JSON. The host puts it under `data` of its envelope as it is. */
    data: string;
    /** JSON for `meta` of the envelope, when there is something to say beside the data. */
    meta?: string | undefined;
  }

  /** What `export const routes` is. */
  export interface RoutesRole {
    /** Answers one call. An error becomes the HTTP status of its kind, with its message where a person may read it. */
    handle(request: Request): Response;
  }

  export {};
}
