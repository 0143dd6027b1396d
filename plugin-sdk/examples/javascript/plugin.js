// The connector to Acme: its orders, and whether its keys are good.
// @ts-check
import { send } from "comptoir:plugin/http@1.0.0";
import { failure, guarded, money } from "./contract.js";

/** @typedef {import("comptoir:plugin/types@1.0.0").Connector} Connector */
/** @typedef {import("comptoir:plugin/commerce@1.0.0").Order} Order */
/** @typedef {import("comptoir:plugin/commerce@1.0.0").OrderStatus} OrderStatus */

/** As the manifest's `[[hosts]]` names it; the operator may send it elsewhere. */
const BASE = "https://api.acme.example";

/**
 * What an HTTP answer other than success says.
 * @param {import("comptoir:plugin/http@1.0.0").Response} answer
 */
function meaningOf({ status, headers }) {
  const said = `Acme answered ${status}`;
  if (status === 401 || status === 403) return failure("unauthorized", said, status);
  if (status === 404 || status === 410) return failure("not-found", said, status);
  if (status === 409) return failure("conflict", said, status);
  if (status === 429) {
    const wait = Number(headers.find(([name]) => name === "retry-after")?.[1] || NaN);
    const val = Number.isInteger(wait) ? BigInt(wait) : undefined;
    return failure({ tag: "rate-limited", val }, said, status);
  }
  return failure(status >= 500 || status === 408 ? "unavailable" : "rejected", said, status);
}

/**
 * A successful answer's JSON.
 * @param {Connector} connector
 * @param {string} path
 */
function get(connector, path) {
  let answer;
  try {
    answer = send({
      connector: connector.id,
      method: "GET",
      url: BASE + path,
      headers: [["accept", "application/json"]],
      body: undefined,
      idempotent: true,
    });
  } catch (error) {
    const { payload } = /** @type {{ payload: import("comptoir:plugin/http@1.0.0").Failure }} */ (error);
    const why = "val" in payload && payload.val ? payload.val : "no answer in time";
    // A missing grant or a used-up limit is nothing that time heals; the way to the provider may be.
    const kind = payload.tag === "denied" || payload.tag === "limit" ? "internal" : "unavailable";
    throw failure(kind, `${payload.tag}: ${why}`);
  }
  if (answer.status < 200 || answer.status > 299) throw meaningOf(answer);
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch {
    throw failure("unavailable", "Acme's answer is not readable", answer.status);
  }
}

/** @type {Record<string, Exclude<OrderStatus["tag"], "other">>} */
const STATUSES = {
  new: "created",
  packing: "in-preparation",
  sent: "shipped",
  received: "delivered",
  cancelled: "cancelled",
};

/**
 * @param {string} word
 * @returns {OrderStatus}
 */
function status(word) {
  const tag = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  return tag ? { tag } : { tag: "other", val: word };
}

/**
 * The order as the contract has it; throws what is wrong with it.
 * @param {any} order
 * @returns {Order}
 */
function convert(order) {
  for (const field of ["id", "reference", "status", "created_at", "changed_at", "currency"]) {
    if (typeof order[field] !== "string") throw new Error(`no ${field}`);
  }
  const none = money("0", order.currency);
  return {
    state: {
      id: order.id,
      status: status(order.status),
      statusMessage: "",
      tracking: undefined,
      asOf: order.changed_at,
    },
    reference: order.reference,
    source: "",
    submittedAt: order.created_at,
    language: "",
    currency: order.currency,
    lines: order.lines.map((/** @type {any} */ { sku, quantity, price }) => ({
      sku,
      quantity,
      unitPrice: money(price, order.currency),
      unitTax: none,
      discount: none,
    })),
    shippingMethod: "",
    shippingPrice: none,
    shippingTax: none,
    additionalTax: none,
    additionalDiscount: none,
    total: money(order.total, order.currency),
    shippingAddress: {
      company: "",
      firstName: "",
      lastName: order.name,
      line1: "",
      line2: "",
      city: order.city,
      zip: "",
      state: "",
      country: order.country,
      phone: "",
      email: "",
    },
    billingAddress: undefined,
    extra: [],
  };
}

/** @type {import("comptoir:plugin/check@1.0.0").CheckRole} */
export const check = guarded({
  check(connector) {
    return { name: get(connector, "/me").name };
  },
});

const unsupported = () => {
  throw failure("unsupported", "this plugin does not do that");
};

/** @type {import("comptoir:plugin/fulfilment@1.0.0").FulfilmentRole} */
export const fulfilment = guarded({
  orders(connector, cursor, limit) {
    const after = cursor ?? "0";
    const page = get(connector, `/orders?after=${after}&limit=${limit}`);
    const items = [];
    const rejected = [];
    for (const order of page.orders) {
      try {
        items.push(convert(order));
      } catch (error) {
        // One order that cannot be understood never stops the rest.
        const raw = JSON.stringify(order).slice(0, 4096);
        rejected.push({ id: String(order?.id ?? ""), reason: String(error), raw });
      }
    }
    return { items, rejected, cursor: String(page.last), more: page.more, total: undefined };
  },
  orderStates: unsupported,
  products: unsupported,
  inventories: unsupported,
  bundles: unsupported,
  inboundShipments: unsupported,
  pushOrders: unsupported,
  cancelOrder: unsupported,
  correctOrder: unsupported,
  pushProducts: unsupported,
  pushBundles: unsupported,
  trackings: unsupported,
  carriers: unsupported,
  readInvoice: unsupported,
});

/** The sizes of a page that the portal's lists ask for. */
const SIZES = [20, 50, 100];

/**
 * What the screen shows: the orders as Acme tells them now.
 * @param {import("comptoir:plugin/routes@1.0.0").Request} request
 */
function orderRows(request) {
  const asked = Object.fromEntries(request.query);
  const [page, size] = [Number(asked.page ?? 0), Number(asked.size ?? SIZES[0])];
  if (!Number.isInteger(page) || page < 0) throw failure("rejected", "page: not a whole number");
  if (!SIZES.includes(size)) throw failure("rejected", `size: not one of ${SIZES}`);
  const search = (asked.search ?? "").trim().toLowerCase();
  const rows = request.connectors
    .flatMap((connector) => get(connector, "/orders?after=0&limit=100").orders)
    .map(({ id, reference, status, changed_at: changedAt }) => ({ id, reference, status, changedAt }))
    .filter(({ reference }) => search.length < 2 || reference.toLowerCase().includes(search))
    .sort((one, other) => (one.reference < other.reference ? -1 : 1));
  return {
    status: 200,
    data: JSON.stringify(rows.slice(page * size, (page + 1) * size)),
    meta: JSON.stringify({ total: rows.length, page, size }),
  };
}

/** @type {import("comptoir:plugin/routes@1.0.0").RoutesRole} */
export const routes = guarded({
  handle(request) {
    if (request.path !== "/order") throw failure("not-found", `no call ${request.path}`);
    if (request.method !== "GET") return unsupported();
    return orderRows(request);
  },
});
