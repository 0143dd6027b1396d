// @ts-nocheck
// Misbehaves by order, as src/acts.rs does in Rust: what an argument's JSON says, through whichever export it comes.
import { get as configuration } from "comptoir:plugin/configuration@1.0.0";
import { hmac } from "comptoir:plugin/credentials@1.0.0";
import { now } from "comptoir:plugin/clock@1.0.0";
import * as delivery from "comptoir:plugin/delivery@1.0.0";
import * as files from "comptoir:plugin/files@1.0.0";
import * as http from "comptoir:plugin/http@1.0.0";
import { write as log } from "comptoir:plugin/log@1.0.0";
import { report as progress } from "comptoir:plugin/progress@1.0.0";
import * as rows from "comptoir:plugin/rows@1.0.0";
import * as store from "comptoir:plugin/store@1.0.0";

let calls = 0;

const failure = (tag, message) => ({ kind: { tag }, message, status: undefined });
const bytes = (text) => new TextEncoder().encode(text);
const filler = ({ text = "x", bytes = 1 }) => text.repeat(bytes);
const filled = (text, order, n) =>
  text.replace("{long}", "x".repeat(order.long ?? 0)).replace("{n}", String(n));

/** An order, when the text holds one. */
function orderIn(text) {
  try {
    const order = JSON.parse(text);
    return typeof order?.op === "string" ? order : undefined;
  } catch {
    return undefined;
  }
}

/** What a call came to: its own word, or the failure's. */
function outcome(call, word = () => "ok") {
  try {
    return word(call());
  } catch (thrown) {
    if (thrown.payload === undefined) throw thrown;
    return thrown.payload.tag ?? thrown.payload;
  }
}

/** Calls so often as ordered for each of these; counts what came of it. */
function tally(order, each, act) {
  const seen = {};
  for (const one of each) {
    for (let n = 0; n < (order.times ?? 1); n++) {
      const word = act(one, n);
      seen[word] = (seen[word] ?? 0) + 1;
    }
  }
  return JSON.stringify(seen);
}

const recurse = (n) => 1 + recurse(n + 1);

function memory(order) {
  const hoard = [];
  for (;;) hoard.push(new Uint8Array(order.piece).fill(1));
}

/** Names that would reach out of the sandbox, were they there. `fetch` is, with nothing behind it. */
function visible() {
  const names = ["process", "require", "Deno", "Bun", "XMLHttpRequest", "WebSocket"];
  return names.filter((name) => name in globalThis);
}

const endless = {
  clock: () => now(),
  log: () => log("info", "again", []),
  progress: () => progress(1n, undefined, "again"),
  hmac: ({ connector }) => outcome(() => hmac(connector, "apiKey", "sha256", bytes("again"))),
  store: () => store.get(undefined, "again"),
  configuration: () => configuration(),
};

const endlessly = (order) => {
  for (;;) endless[order.call](order);
};

function send(order) {
  const request = (url) => ({
    connector: order.connector,
    method: order.method ?? "GET",
    url: filled(url, order, 0),
    headers: order.headers ?? [],
    body: order.bytes ? bytes(filler(order)) : undefined,
    idempotent: false,
  });
  if (!order.together) {
    const status = (answer) => String(answer.status);
    return tally(order, order.urls, (url) => outcome(() => http.send(request(url)), status));
  }
  const all = Array.from({ length: order.times }, (_, n) => request(order.urls[n % order.urls.length]));
  const words = http.sendAll(all).map(({ tag, val }) => (tag === "ok" ? String(val.status) : val.tag));
  return tally({}, words, (word) => word);
}

function keep(order) {
  const value = bytes(filler(order));
  return tally(order, order.keys, (name, n) => {
    const key = filled(name, order, n);
    if (order.do === "get") {
      return outcome(() => store.get(order.connector, key), (value) => (value ? "ok" : "none"));
    }
    return outcome(() =>
      order.do === "delete"
        ? store["delete"](order.connector, key)
        : store.set(order.connector, key, value),
    );
  });
}

function touch(order) {
  const content = bytes(filler(order));
  return tally(order, order.names, (name) => {
    if (order.do === "size") return outcome(() => files.size(name));
    if (order.do === "write") return outcome(() => files.write(name, content));
    const read = () => files.read(name, BigInt(order.offset ?? 0), order.length ?? 1);
    return outcome(read, (content) => `${content.length} bytes`);
  });
}

const invoiceLine = (text) => ({
  line: 0,
  id: text,
  service: "",
  description: "",
  quantity: "NaN",
  unitPrice: "-1e999",
  price: "",
  currency: "¤",
  country: "",
  extra: [],
});

function handOver(order) {
  const many = (row) => new Array(order.count).fill(row);
  const kinds = {
    "invoice-lines": () => rows.invoiceLines(many(invoiceLine(filler(order)))),
    "rejected-lines": () =>
      rows.rejectedLines(many({ line: 0, column: 0, heading: "", code: "", given: "", reason: "" })),
    "reported-sales": () =>
      rows.reportedSales(many({ sale: "another's", file: "../file", units: -(2 ** 31) })),
    sales: () => rows.sales("forged", 2 ** 32 - 1),
  };
  return tally(order, order.kinds, (kind) => outcome(kinds[kind]));
}

function deliver(order) {
  return tally(order, order.channels, (channel) =>
    outcome(() =>
      order.do === "list"
        ? delivery.list(channel)
        : delivery.send(channel, order.file ?? "x", order.name ?? "x", true),
    ),
  );
}

const crash = (order) => {
  throw new Error(filler(order));
};

const acts = {
  loop() {
    for (;;);
  },
  recurse: () => String(recurse(1)),
  memory,
  crash,
  count: () => String(++calls),
  machine: () => JSON.stringify(visible()),
  print: (order) =>
    tally(order, ["line"], () => {
      console.log(filler(order));
      console.error(filler(order));
      return "ok";
    }),
  says: filler,
  endless: endlessly,
  configuration,
  log: (order) => tally(order, ["line"], () => outcome(() => log("info", filler(order), []))),
  progress: (order) =>
    tally(order, ["note"], (_, n) => outcome(() => progress(BigInt(n), 1n, filler(order)))),
  http: send,
  store: keep,
  hmac(order) {
    const data = bytes(filler(order));
    return tally(order, order.names, (name) =>
      outcome(() => hmac(order.connector ?? "", name, "sha256", data)),
    );
  },
  files: touch,
  rows: handOver,
  delivery: deliver,
};

/** What an order wants returned instead of a record that the contract would take. */
const made = {
  page: ({ items, cursor, text }) => ({
    items: new Array(items).fill(absurd(text ?? "x")),
    rejected: [],
    cursor: "c".repeat(cursor),
    more: true,
    total: 2n ** 64n - 1n,
  }),
  outcomes: ({ items }) =>
    new Array(items).fill({
      tag: "done",
      val: { id: "the same", existed: false, url: "javascript:alert(1)" },
    }),
  pull: (order) => ({
    orders: [],
    orderStates: [],
    products: [],
    productsGone: [],
    inventories: [],
    tickets: [],
    pull: new Array(order.items).fill(filler(order)),
  }),
  data: (order) => ({ status: 999, data: filler(order), meta: undefined }),
};

function absurd(text) {
  const money = { minor: -(2n ** 63n), currency: text };
  const address = {
    company: "",
    firstName: "",
    lastName: "",
    line1: "",
    line2: "",
    city: text,
    zip: "",
    state: "",
    country: "FR",
    phone: "",
    email: "",
  };
  return {
    state: {
      id: text,
      status: { tag: "other", val: text },
      statusMessage: "",
      tracking: undefined,
      asOf: "9999-99-99T99:99:99Z",
    },
    reference: text,
    source: "",
    submittedAt: "9999-99-99T99:99:99Z",
    language: "",
    currency: text,
    lines: [],
    shippingMethod: "",
    shippingPrice: money,
    shippingTax: money,
    additionalTax: money,
    additionalDiscount: money,
    total: money,
    shippingAddress: address,
    billingAddress: undefined,
    extra: [],
  };
}

/** An export: obeys the order in its first argument; its last word is the error's message. */
function obeying(textOf) {
  return (argument) => {
    const order = orderIn(textOf(argument));
    if (!order) throw failure("unsupported", "no order");
    if (made[order.op]) return made[order.op](order);
    const act = acts[order.op];
    // Thrown outside of `act`, so that what it throws itself is a crash.
    const said = act ? act(order) : `unknown op ${order.op}`;
    throw failure("rejected", said);
  };
}

const exported = (names, textOf) =>
  Object.fromEntries(names.split(" ").map((name) => [name, obeying(textOf)]));
const settings = (connector) => connector.settings;
const itself = (text) => text;

export const check = exported("check", settings);
export const fulfilment = {
  ...exported(
    "orders orderStates products inventories bundles inboundShipments pushOrders cancelOrder correctOrder " +
      "pushProducts pushBundles trackings carriers",
    settings,
  ),
  readInvoice: obeying(itself),
};
export const shop = {
  ...exported(
    "orders products inventories exportProducts markets rates setRates clearRates setMarkets salesReport",
    settings,
  ),
  readSalesReport: obeying(itself),
};
export const support = exported("tickets messages", settings);
export const accounting = exported(
  "vatCodes ledgerAccounts pushCustomer pushInvoice invoiceStates changes",
  settings,
);
export const report = {
  build: obeying(({ layout }) => layout),
  deliver: obeying(itself),
};
export const reportPlan = {
  reports() {
    throw failure("unsupported", "no order");
  },
};
export const webhooks = exported("register purge handle", settings);
export const actions = exported("act", settings);
export const schedule = exported("run", (task) => task.arguments);
export const routes = exported("handle", ({ body }) => new TextDecoder().decode(body ?? new Uint8Array()));
