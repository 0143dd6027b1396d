# mypy: ignore-errors
"""Misbehaves by order, as src/acts.rs does in Rust: what an argument's JSON says, through whichever export it comes."""

import json
import os
import re
import socket
import sys
import time
from collections import Counter

from componentize_py_types import Err, Ok
from wit_world import exports
from wit_world.exports import routes
from wit_world.imports import clock, commerce, configuration, credentials, delivery, files, http
from wit_world.imports import log, progress, rows, store, types

calls = 0


def failure(kind, message):
    return Err(types.Error(kind, message, None))


def filler(order):
    return order.get("text", "x") * order.get("bytes", 1)


def filled(text, order, number=0):
    return text.replace("{long}", "x" * order.get("long", 0)).replace("{n}", str(number))


def order_in(text):
    """An order, when the text holds one."""
    try:
        order = json.loads(text)
    except ValueError:
        return None
    return order if isinstance(order, dict) and "op" in order else None


def word_of(value):
    """`Failure_UnknownConnector` is `unknown-connector`."""
    name = type(value).__name__.removeprefix("Failure_")
    return re.sub("(?<=.)(?=[A-Z])", "-", name).lower()


def outcome(call, word=lambda _: "ok"):
    """What a call came to: its own word, or the failure's."""
    try:
        return word(call())
    except Err as error:
        return word_of(error.value)


def told(words):
    return json.dumps(Counter(words))


def tally(order, each, act):
    """Calls so often as ordered for each of these; counts what came of it."""
    return told(act(one, n) for one in each for n in range(order.get("times", 1)))


def loop(_):
    while True:
        pass


def recurse(n):
    return 1 + recurse(n + 1)


def memory(order):
    hoard = []
    while True:
        hoard.append(bytearray(b"\1" * order["piece"]))


def crash(order):
    raise Crash(filler(order))


class Crash(BaseException):
    """Nothing above catches it."""


def sleep(_):
    time.sleep(600)


def leave(_):
    os._exit(0)


def count(_):
    global calls
    calls += 1
    return str(calls)


def machine(_):
    """What of the machine shows itself, by name."""
    tries = {
        "file": lambda: open("/etc/hostname").read(),
        "written": lambda: open("/tmp/hostile", "w").write("x"),
        "tcp": lambda: socket.create_connection(("127.0.0.1", 1), 1),
        "udp": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(("127.0.0.1", 0)),
        "name": lambda: socket.getaddrinfo("localhost", 80),
        "process": lambda: os.system("true"),
    }
    # What the interpreter itself brings along lies in memory: not the machine's.
    seen = [name for name in os.environ if not name.startswith("PYTHON")]
    for name, attempt in tries.items():
        try:
            attempt()
        except (OSError, LookupError, AttributeError, NotImplementedError):
            continue
        seen.append(name)
    return json.dumps(seen)


def write_out(order):
    def line(*_):
        print(filler(order))
        print(filler(order), file=sys.stderr)
        return "ok"

    return tally(order, ["line"], line)


ENDLESS = {
    "clock": lambda _: clock.now(),
    "log": lambda _: log.write(log.Level.INFO, "again", []),
    "progress": lambda _: progress.report(1, None, "again"),
    "hmac": lambda order: outcome(lambda: hmac(order, "apiKey", b"again")),
    # Beyond what a minute allows it is refused, and goes on.
    "store": lambda _: outcome(lambda: store.get(None, "again")),
    "configuration": lambda _: configuration.get(),
}


def hmac(order, name, data):
    connector = order.get("connector", "")
    return credentials.hmac(connector, name, credentials.Algorithm.SHA256, data)


def endless(order):
    while True:
        ENDLESS[order["call"]](order)


def send(order):
    body = filler(order).encode() if order.get("bytes") else None
    headers = [tuple(header) for header in order.get("headers", [])]

    def request(url):
        method = order.get("method", "GET")
        return http.Request(order.get("connector"), method, filled(url, order), headers, body, False)

    urls = order["urls"]
    if not order.get("together"):
        once = lambda url, _: outcome(lambda: http.send(request(url)), lambda it: str(it.status))
        return tally(order, urls, once)
    answers = http.send_all([request(urls[n % len(urls)]) for n in range(order["times"])])
    good = lambda answer: isinstance(answer, Ok)
    return told(str(it.value.status) if good(it) else word_of(it.value) for it in answers)


def keep(order):
    value, connector = filler(order).encode(), order.get("connector")

    def once(name, number):
        key = filled(name, order, number)
        match order.get("do"):
            case "get":
                return outcome(
                    lambda: store.get(connector, key), lambda it: "none" if it is None else "ok"
                )
            case "delete":
                return outcome(lambda: store.delete(connector, key))
            case _:
                return outcome(lambda: store.set(connector, key, value))

    return tally(order, order["keys"], once)


def touch(order):
    content = filler(order).encode()

    def once(name, _):
        match order.get("do"):
            case "size":
                return outcome(lambda: files.size(name))
            case "write":
                return outcome(lambda: files.write(name, content))
            case _:
                offset, length = order.get("offset", 0), order.get("length", 1)
                read = lambda: files.read(name, offset, length)
                return outcome(read, lambda it: f"{len(it)} bytes")

    return tally(order, order["names"], once)


def hand_over(order):
    count = order.get("count", 0)
    line = rows.InvoiceLine(0, filler(order), "", "", "NaN", "-1e999", "", "¤", "", [])
    kinds = {
        "invoice-lines": lambda: rows.invoice_lines([line] * count),
        "rejected-lines": lambda: rows.rejected_lines([rows.RejectedLine(0, 0, "", "", "", "")] * count),
        "reported-sales": lambda: rows.reported_sales(
            [rows.Reported("another's", "../file", -(2**31))] * count
        ),
        "sales": lambda: rows.sales("forged", 2**32 - 1),
    }
    return tally(order, order["kinds"], lambda kind, _: outcome(kinds[kind]))


def deliver(order):
    def once(channel, _):
        if order.get("do") == "list":
            return outcome(lambda: delivery.list(channel))
        file, name = order.get("file", "x"), order.get("name", "x")
        return outcome(lambda: delivery.send(channel, file, name, True))

    return tally(order, order["channels"], once)


ACTS = {
    "loop": loop,
    "recurse": lambda _: str(recurse(1)),
    "memory": memory,
    "crash": crash,
    "sleep": sleep,
    "exit": leave,
    "count": count,
    "machine": machine,
    "print": write_out,
    "says": filler,
    "endless": endless,
    "configuration": lambda _: configuration.get(),
    "log": lambda order: tally(
        order, ["line"], lambda *_: outcome(lambda: log.write(log.Level.INFO, filler(order), []))
    ),
    "progress": lambda order: tally(
        order, ["note"], lambda _, n: outcome(lambda: progress.report(n, 1, filler(order)))
    ),
    "http": send,
    "store": keep,
    "hmac": lambda order: tally(
        order,
        order["names"],
        lambda name, _: outcome(lambda: hmac(order, name, filler(order).encode())),
    ),
    "files": touch,
    "rows": hand_over,
    "delivery": deliver,
}


def absurd(text):
    """An order with nothing in it that could be true."""
    money = types.Money(-(2**63), text)
    never = "9999-99-99T99:99:99Z"
    state = commerce.OrderState(text, commerce.OrderStatus_Other(text), "", None, never)
    address = types.Address("", "", "", "", "", text, "", "", "FR", "", "")
    prices = [money] * 5
    return commerce.Order(
        state, text, "", never, "", text, [], "", *prices, address, None, []
    )


def page(order):
    items = [absurd(order.get("text", "x"))] * order["items"]
    return commerce.OrderPage(items, [], "c" * order["cursor"], True, 2**64 - 1)


def outcomes(order):
    pushed = commerce.Pushed("the same", False, "javascript:alert(1)")
    return [commerce.Outcome_Done(pushed)] * order["items"]


def pull(order):
    return commerce.Changes([], [], [], [], [], [], [filler(order)] * order["items"])


def data(order):
    return routes.Response(999, filler(order), None)


# What an order wants returned instead of a record that the contract would take.
MADE = {"page": page, "outcomes": outcomes, "pull": pull, "data": data}


def obeying(text_of):
    """An export: obeys the order in its first argument; its last word is the error's message."""

    def act(_, argument, *__):
        order = order_in(text_of(argument))
        if order is None:
            raise failure(types.ErrorKind_Unsupported(), "no order")
        if order["op"] in MADE:
            return MADE[order["op"]](order)
        if order["op"] not in ACTS:
            raise failure(types.ErrorKind_Rejected(), f"unknown op {order['op']}")
        raise failure(types.ErrorKind_Rejected(), ACTS[order["op"]](order))

    return act


by_settings = obeying(lambda connector: connector.settings)
by_itself = obeying(lambda text: text)


class Check(exports.Check):
    check = by_settings


class Fulfilment(exports.Fulfilment):
    orders = order_states = products = inventories = bundles = inbound_shipments = by_settings
    push_orders = cancel_order = correct_order = push_products = push_bundles = by_settings
    trackings = carriers = by_settings
    read_invoice = by_itself


class Shop(exports.Shop):
    orders = products = inventories = export_products = markets = by_settings
    rates = set_rates = clear_rates = set_markets = sales_report = by_settings
    read_sales_report = by_itself


class Support(exports.Support):
    tickets = messages = by_settings


class Accounting(exports.Accounting):
    vat_codes = ledger_accounts = push_customer = by_settings
    push_invoice = invoice_states = changes = by_settings


class Report(exports.Report):
    build = obeying(lambda request: request.layout)
    deliver = by_itself


class ReportPlan(exports.ReportPlan):
    def reports(self):
        raise failure(types.ErrorKind_Unsupported(), "no order")


class Webhooks(exports.Webhooks):
    register = purge = handle = by_settings


class Actions(exports.Actions):
    act = by_settings


class Schedule(exports.Schedule):
    run = obeying(lambda task: task.arguments)


class Routes(exports.Routes):
    handle = obeying(lambda request: (request.body or b"").decode())
