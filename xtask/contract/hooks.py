"""What schemathesis cannot make up: who calls, ids of records that are there, words that pass for real ones."""

import os
import re
import subprocess
from itertools import count
from urllib.parse import parse_qs, urlsplit
from zlib import crc32

import requests
import schemathesis

PROGRAM, CALLER, API = (os.environ[name] for name in ("CONTRACT_PROGRAM", "CONTRACT_CALLER", "CONTRACT_API"))

# People of the demo company, who hold all that their role may.
ADMIN = "admin@comptoir.example"
DEMO = {"admin": ADMIN, "owner": "merchant@aurore.example", "factory": "atelier@ege.example"}
# Others, made here, who hold this: an owner's colleague, somebody of the staff.
RESTRICTED = {
    "customer": ["READ_ORDER", "READ_STORE", "READ_USER"],
    "staff": ["READ_ORDER", "WRITE_ORDER", "READ_PRODUCT", "READ_STORE"],
}
NOBODY = "nobody"

# Where the records are that a field of a query or body names.
LISTS = {
    "connector": "/store/{id}/connector",
    "connectorId": "/store/{id}/connector",
    "factories": "/factories",
    "id": "/order",
    "ids": "/order",
    "organizationId": "/organization",
    "organizations": "/organization",
    "relationId": "/order",
    "shipmentId": "/bigblue/inbound-shipment",
    "storeId": "/store",
    "stores": "/store",
    "variantIds": "/variant",
}
# What fields hold whose rules the description does not tell; `%d` is another number each time.
WORDS = {
    "action": "message",
    "barcode": "3768211762434",
    "countryCode": "FR",
    "country": "FR",
    "ean": "3768211762434",
    "email": "somebody-%d@merchant.example",
    "entity": "order",
    "expression": "NOVA-%d*",
    "identifierNumber": "%09d",
    "list": "orders",
    "ownershipPercentage": "100",
    "phone": "+33612345678",
    "price": "12.50",
    "q": "aurore",
    "returnCost": "2.50",
    "seedingCost": "2.50",
    "shippingAdditionalCost": "2.50",
    "shippingMargin": "10",
    "sku": "NOVA-%06d-0001",
    "territory": "FR",
    "ticketCost": "2.50",
    "timeZone": "Europe/Paris",
    "type": "shopify",
    "zip": "44000",
}

# An id that is made up right.
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def sign_in(email):
    """The header of a new session."""
    link = subprocess.check_output([PROGRAM, "user", "link", "--email", email], text=True)
    [token] = parse_qs(urlsplit(link.strip()).query)["token"]
    answer = requests.post(f"{API}/auth/session", json={"token": token}, timeout=30)
    return {"Authorization": f"Bearer {answer.json()['data']['accessToken']}"}


def made(role):
    """The address of somebody who holds little."""
    email = f"{role}-{os.getpid()}@contract.example"
    own = {"role": "admin"}
    if role == "customer":
        owner = requests.get(f"{API}/user/current", headers=sign_in(DEMO["owner"]), timeout=30)
        resources = owner.json()["data"]["resources"]
        ids = {kind: [one["id"] for one in resources if one["type"] == kind] for kind in ("ORGANIZATION", "STORE")}
        own = {"role": role, "organizations": ids["ORGANIZATION"], "stores": ids["STORE"]}
    body = {"email": email, "displayName": "Restricted", "permissions": RESTRICTED[role], **own}
    requests.post(f"{API}/user", json=body, headers=sign_in(ADMIN), timeout=30).raise_for_status()
    return email


EMAIL = made(CALLER) if CALLER in RESTRICTED else DEMO.get(CALLER)


@schemathesis.auth(refresh_interval=300)
class SignedIn:
    """Signs in, and again whenever a call has ended the session."""

    def get(self, case, context):
        return sign_in(EMAIL) if EMAIL else {}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


# A session of its own, to look around by; nobody's eyes are the staff's, for their calls to name what is there.
looking = requests.Session()
# What lists held when they were first looked at and held anything.
seen = {}
numbers = count(1)


def records(path):
    """What is listed at a path: at `/store/{id}/connector` the connectors of all stores."""
    if "{" in path:
        above, _, rest = path.partition("/{")
        below = rest.partition("}")[2]
        return [record for one in names(above, "id") for record in records(f"{above}/{one}{below}")]
    if not seen.get(path):
        answer = looking.get(f"{API}{path}", timeout=30)
        if answer.status_code == 401:
            looking.headers.update(sign_in(EMAIL or ADMIN))
            answer = looking.get(f"{API}{path}", timeout=30)
        data = answer.json().get("data") if answer.ok else None
        there = [record for record in data if isinstance(record, dict)] if isinstance(data, list) else []
        # Whoever is deleted or gets another address cannot sign in again; those who call have to.
        seen[path] = [record for record in there if record.get("email") not in {*DEMO.values(), EMAIL}]
    return seen[path]


def names(path, part):
    """How a path names the records of a list: by their field of that name, else by their id."""
    found = [record.get(part) or record.get("id") for record in records(path)]
    return [name for name in found if isinstance(name, str)]


def mostly(made_up, there):
    """One of these in place of most of what was made up; the same for the same."""
    number = crc32(repr(made_up).encode())
    # What is wrong on purpose is left more often than what only happens to name nothing.
    rare = 8 if UUID.fullmatch(str(made_up)) else 2
    return there[number // 8 % len(there)] if there and number % rare else made_up


@schemathesis.check
def signed_in(context, response, case):
    """Calls are refused for what they ask and not for who asks, or the other checks would see nothing."""
    if not EMAIL:
        access = case.operation.definition.raw["x-access"]
        assert response.status_code == 401 or access == "public", "nobody passes"
        return
    assert response.status_code != 401 or case.path.startswith("/auth/"), "nobody is signed in"


@schemathesis.hook
def before_call(context, case, kwargs):
    parts = dict(case.path_parameters or {})
    path = ""
    for segment in case.path.strip("/").split("/"):
        part = segment[1:-1]
        if segment.startswith("{") and part in parts:
            there = names(path, part)
            # Deletions take the last only, so that other calls have the rest.
            parts[part] = mostly(parts[part], there[-1:] if case.method == "DELETE" else there)
            segment = parts[part]
        path += f"/{segment}"
    case.path_parameters = parts
    case.query, case.body = real(case.query), real(case.body)
    for once in ("Idempotency-Key", "If-Match"):
        # Sent with every call, a key would be in use already and a record changed since.
        if case.headers and crc32(repr(case.body).encode()) % 2:
            case.headers.pop(once, None)


def real(value, name=None):
    """A query or body that names records where it asks for some, with real words where it asks for those."""
    if isinstance(value, dict):
        return {name: real(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [real(item, name) for item in value]
    if isinstance(value, bytes) and name == "file":
        return mostly(value, [b"%PDF-1.4\n%%EOF\n"])
    if not isinstance(value, str):
        return value
    if name in LISTS:
        return mostly(value, names(LISTS[name], "id"))
    if name in WORDS:
        return mostly(value, [number(WORDS[name])])
    return value or ("" if name == "cursor" else number("Essai %d"))


def number(word):
    return word % next(numbers) if "%" in word else word
