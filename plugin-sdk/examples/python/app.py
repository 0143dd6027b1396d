"""The connector to Acme: its orders, and whether its keys are good."""

import json
from typing import Any, Callable, Optional

from componentize_py_types import Err
from contract import failure, guarded, money, unsupported
from wit_world import exports
from wit_world.exports.check import Account
from wit_world.exports.routes import Request, Response
from wit_world.imports import commerce, http, types
from wit_world.imports.types import Connector

# As the manifest's [[hosts]] names it; the operator may send it elsewhere.
BASE = "https://api.acme.example"

STATUSES: dict[str, Callable[[], commerce.OrderStatus]] = {
    "new": commerce.OrderStatus_Created,
    "packing": commerce.OrderStatus_InPreparation,
    "sent": commerce.OrderStatus_Shipped,
    "received": commerce.OrderStatus_Delivered,
    "cancelled": commerce.OrderStatus_Cancelled,
}


def meaning_of(answer: http.Response) -> types.ErrorKind:
    """What an HTTP answer other than success says."""
    match answer.status:
        case 401 | 403:
            return types.ErrorKind_Unauthorized()
        case 404 | 410:
            return types.ErrorKind_NotFound()
        case 409:
            return types.ErrorKind_Conflict()
        case 429:
            wait = dict(answer.headers).get("retry-after", "")
            return types.ErrorKind_RateLimited(int(wait) if wait.isdecimal() else None)
        case 408:
            return types.ErrorKind_Unavailable()
        case status if status >= 500:
            return types.ErrorKind_Unavailable()
        case _:
            return types.ErrorKind_Rejected()


def get(connector: Connector, path: str) -> Any:
    """A successful answer's JSON."""
    headers = [("accept", "application/json")]
    request = http.Request(connector.id, "GET", BASE + path, headers, None, True)
    try:
        answer = http.send(request)
    except Err as error:
        # A missing grant or a used-up limit is nothing that time heals; the way to the provider may be.
        if isinstance(error.value, (http.Failure_Denied, http.Failure_Limit)):
            raise failure(types.ErrorKind_Internal(), error.value.value)
        why = getattr(error.value, "value", "no answer in time")
        raise failure(types.ErrorKind_Unavailable(), why)
    if not 200 <= answer.status < 300:
        raise failure(meaning_of(answer), f"Acme answered {answer.status}", answer.status)
    try:
        return json.loads(answer.body)
    except ValueError:
        message = "Acme's answer is not readable"
        raise failure(types.ErrorKind_Unavailable(), message, answer.status)


def status_of(word: str) -> commerce.OrderStatus:
    known = STATUSES.get(word)
    return known() if known else commerce.OrderStatus_Other(word)


def convert(order: Any) -> commerce.Order:
    """The order as the contract has it; raises what is wrong with it."""
    currency = order["currency"]
    none = money("0", currency)
    return commerce.Order(
        state=commerce.OrderState(
            id=order["id"],
            status=status_of(order["status"]),
            status_message="",
            tracking=None,
            as_of=order["changed_at"],
        ),
        reference=order["reference"],
        source="",
        submitted_at=order["created_at"],
        language="",
        currency=currency,
        lines=[
            commerce.OrderLine(
                sku=line["sku"],
                quantity=line["quantity"],
                unit_price=money(line["price"], currency),
                unit_tax=none,
                discount=none,
            )
            for line in order["lines"]
        ],
        shipping_method="",
        shipping_price=none,
        shipping_tax=none,
        additional_tax=none,
        additional_discount=none,
        total=money(order["total"], currency),
        shipping_address=types.Address(
            company="",
            first_name="",
            last_name=order["name"],
            line1="",
            line2="",
            city=order["city"],
            zip="",
            state="",
            country=order["country"],
            phone="",
            email="",
        ),
        billing_address=None,
        extra=[],
    )


@guarded
class Check(exports.Check):
    def check(self, connector: Connector) -> Account:
        return Account(get(connector, "/me")["name"])


@guarded
class Fulfilment(exports.Fulfilment):
    def orders(
        self, connector: Connector, cursor: Optional[str], limit: int
    ) -> commerce.OrderPage:
        page = get(connector, f"/orders?after={cursor or 0}&limit={limit}")
        items, rejected = [], []
        for order in page["orders"]:
            try:
                items.append(convert(order))
            except (KeyError, TypeError, ValueError) as error:
                # One order that cannot be understood never stops the rest.
                raw = json.dumps(order)[:16384]
                item = types.RejectedItem(str(order.get("id", "")), repr(error), raw)
                rejected.append(item)
        return commerce.OrderPage(items, rejected, str(page["last"]), page["more"], None)

    order_states = products = inventories = bundles = inbound_shipments = unsupported
    push_orders = cancel_order = correct_order = push_products = push_bundles = unsupported
    trackings = carriers = read_invoice = unsupported


# The sizes of a page that the portal's lists ask for.
SIZES = (20, 50, 100)


def rejected(message: str) -> Err[types.Error]:
    return failure(types.ErrorKind_Rejected(), message)


def order_rows(request: Request) -> Response:
    """What the screen shows: the orders as Acme tells them now."""
    asked = dict(request.query)
    if not asked.get("page", "0").isdecimal():
        raise rejected("page: not a whole number")
    if asked.get("size", "20") not in map(str, SIZES):
        raise rejected(f"size: not one of {SIZES}")
    page, size = int(asked.get("page", 0)), int(asked.get("size", 20))
    search = asked.get("search", "").strip().lower()
    rows = [
        {
            "id": order["id"],
            "reference": order["reference"],
            "status": order["status"],
            "changedAt": order["changed_at"],
        }
        for connector in request.connectors
        for order in get(connector, "/orders?after=0&limit=100")["orders"]
        if len(search) < 2 or search in order["reference"].lower()
    ]
    rows.sort(key=lambda row: row["reference"])
    meta = {"total": len(rows), "page": page, "size": size}
    data = json.dumps(rows[page * size : (page + 1) * size])
    return Response(200, data, json.dumps(meta))


@guarded
class Routes(exports.Routes):
    def handle(self, request: Request) -> Response:
        if request.path != "/order":
            raise failure(types.ErrorKind_NotFound(), f"no call {request.path}")
        if request.method != "GET":
            return unsupported()
        return order_rows(request)
