//! Putting right an order that stands still.
//!
//! UpdateOrder takes the whole order: it is read first, and what a merchant may write goes back as it came, with our change in
//! it. A store connector may import the order anew right away and lose the change: it is read again and compared.

use super::convert;
use super::push::{TOO_LATE, address};
use crate::api::{self, ById};
use crate::wire;
use crate::writing::Message;
use comptoir_plugin_sdk::commerce::Order;
use comptoir_plugin_sdk::fulfilment::{Corrected, CorrectedLine, OrderCorrection};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{
    Address, Connector, Error, ErrorKind, FieldIssue, Host, Money, Result, time,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a merchant may write (section 6 of the provider's notes); the rest is the provider's alone.
const WRITABLE: [&str; 20] = [
    "id",
    "external_id",
    "language",
    "currency",
    "shipping_address",
    "billing_address",
    "line_items",
    "shipping_price",
    "shipping_tax",
    "additional_tax",
    "additional_discount",
    "shipping_method",
    "pickup_point",
    "b2b",
    "b2b_fulfillment_instructions_template",
    "auto_fulfill_schedule_time",
    "auto_fulfill_reservation_priority",
    "auto_fulfill_warehouse",
    "external_order_url",
    "customer_order_id",
];

/// The statuses in which an order may be changed.
const OPEN: [&str; 4] = ["PENDING", "EXCEPTION", "BACKORDER", "ACTION_REQUIRED"];

/// The contract's name of each field of an address, and the provider's.
const FIELDS: [(&str, &str); 11] = [
    ("company", "company"),
    ("first-name", "first_name"),
    ("last-name", "last_name"),
    ("line1", "line1"),
    ("line2", "line2"),
    ("city", "city"),
    ("zip", "postal"),
    ("state", "state"),
    ("country", "country"),
    ("phone", "phone"),
    ("email", "email"),
];

/// An order as it is at the provider.
struct CurrentOrder {
    /// As it came, fields that this plugin does not know included.
    message: Message,
    /// What the contract tells of it.
    order: Order,
}

impl CurrentOrder {
    fn code(&self) -> &str {
        let code = self
            .message
            .get("status")
            .and_then(|status| status["code"].as_str());
        code.unwrap_or_default()
    }

    /// Whether it is what was asked for. Prices are the provider's to write as it likes, and so is a phone number.
    fn is(&self, correction: &OrderCorrection) -> bool {
        let same = |one: &str, other: &str| one.trim().eq_ignore_ascii_case(other.trim());
        let is_there = correction.shipping_address.as_ref().is_none_or(|to| {
            let at = &self.order.shipping_address;
            [
                (&at.company, &to.company),
                (&at.first_name, &to.first_name),
                (&at.last_name, &to.last_name),
                (&at.line1, &to.line1),
                (&at.line2, &to.line2),
                (&at.city, &to.city),
                (&at.zip, &to.zip),
                (&at.state, &to.state),
                (&at.country, &to.country),
                (&at.email, &to.email),
            ]
            .into_iter()
            .all(|(at, to)| same(at, to))
        });
        let holds = correction.lines.as_ref().is_none_or(|lines| {
            let current = self.order.lines.iter();
            current
                .map(|line| (&*line.sku, line.quantity))
                .eq(lines.iter().map(|line| (&*line.sku, line.quantity)))
        });
        is_there && holds
    }
}

/// Puts the order right: what it is then, or which fields the provider does not take.
pub fn correct(
    host: &impl Host,
    connector: &Connector,
    id: &str,
    correction: &OrderCorrection,
) -> Result<Corrected> {
    let issues = limits(correction);
    if !issues.is_empty() {
        return Ok(Corrected::Refused(issues));
    }
    let current = read(host, connector, id)?;
    if current.is(correction) {
        return Ok(Corrected::Done(current.order));
    }
    if !OPEN.contains(&current.code()) {
        let message = format!("order {id} is {}", current.code());
        return Err(Error::new(ErrorKind::Conflict, message));
    }
    let body = json!({ "order": corrected(current.message, correction)? });
    // The whole order again changes nothing.
    let request = api::write(connector, "UpdateOrder", &body)?.repeatable();
    let refusal = match host.answer(request).map(drop) {
        Err(error) if error.kind == ErrorKind::Rejected && error.status != Some(TOO_LATE) => {
            let issue = issue_of(&error.message, correction).ok_or(error)?;
            return Ok(Corrected::Refused(vec![issue]));
        }
        outcome => outcome.err(),
    };
    // An answer that was lost, or a second try that came too late, may have done it.
    let now = read(host, connector, id);
    match (refusal, now) {
        (_, Ok(now)) if now.is(correction) => Ok(Corrected::Done(now.order)),
        (Some(error), _) if error.status == Some(TOO_LATE) => Err(Error {
            kind: ErrorKind::Conflict,
            ..error
        }),
        (Some(error), _) | (None, Err(error)) => Err(error),
        (None, Ok(_)) => Err(Error::unavailable(
            "the order was changed back right away, as when its shop is imported again",
        )),
    }
}

/// The order as it is now.
fn read(host: &impl Host, connector: &Connector, id: &str) -> Result<CurrentOrder> {
    #[derive(Deserialize)]
    struct Whole {
        #[serde(default)]
        order: Message,
    }
    #[derive(Deserialize)]
    struct Known<'a> {
        #[serde(borrow)]
        order: wire::Order<'a>,
    }
    // The provider tells no time of change: what it answers held at least at the moment before it was asked.
    let as_of = time::format_millis(host.now());
    let answer = host.answer(api::read(connector, "GetOrder", &ById { id })?)?;
    let unreadable = |error: serde_json::Error| {
        Error::unavailable(format!("order {id} cannot be read: {error}"))
    };
    let whole: Whole = serde_json::from_slice(&answer.body).map_err(unreadable)?;
    let known: Known = serde_json::from_slice(&answer.body).map_err(unreadable)?;
    let order = convert::order_of(known.order, &as_of)
        .map_err(|reason| Error::unavailable(format!("order {id} cannot be read: {reason}")))?;
    Ok(CurrentOrder {
        message: whole.order,
        order,
    })
}

/// The order to be written: what a merchant may write of it, with the correction.
fn corrected(mut order: Message, correction: &OrderCorrection) -> Result<Message> {
    order.retain(|name, _| WRITABLE.contains(&name.as_str()));
    if let Some(to) = &correction.shipping_address {
        order.insert("shipping_address".into(), address(to));
    }
    if let Some(lines) = &correction.lines {
        let currency = order
            .get("currency")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let current = order.get("line_items").and_then(Value::as_array);
        let current = current.map(Vec::as_slice).unwrap_or_default();
        let lines = lines
            .iter()
            .map(|line| corrected_line(current, line, currency));
        let lines = lines.collect::<Result<Vec<Value>>>()?;
        order.insert("line_items".into(), lines.into());
    }
    Ok(order)
}

/// A line with the prices of the one that it was, or whose place it takes; a new one costs nothing.
fn corrected_line(current: &[Value], line: &CorrectedLine, currency: &str) -> Result<Value> {
    let of = |sku: &str| current.iter().find(|item| item["product"] == sku);
    let was = match &line.instead_of {
        Some(sku) => Some(of(sku).ok_or_else(|| {
            Error::new(
                ErrorKind::Conflict,
                format!("the order holds no {sku} any more"),
            )
        })?),
        None => of(&line.sku),
    };
    let Some(was) = was else {
        return Ok(json!({
            "product": line.sku, "quantity": line.quantity, "unit_price": "0", "unit_tax": "0", "discount": "0",
        }));
    };
    let mut is = was.as_object().cloned().unwrap_or_default();
    is.insert("product".into(), json!(line.sku));
    is.insert("quantity".into(), json!(line.quantity));
    let before = was["quantity"].as_i64().unwrap_or_default();
    // The discount is the whole line's: so much of it as there are pieces.
    if let Some(text) = was["discount"].as_str()
        && before > 0
        && before != i64::from(line.quantity)
        && let Ok(discount) = Money::parse(text, currency)
    {
        let minor = discount.minor * i64::from(line.quantity) / before;
        let discount = Money { minor, ..discount };
        is.insert("discount".into(), json!(discount.decimal()));
    }
    Ok(Value::Object(is))
}

fn issue(field: String, code: &str, message: impl Into<String>) -> FieldIssue {
    FieldIssue {
        field,
        code: code.into(),
        message: message.into(),
    }
}

/// What the provider would not take.
fn limits(correction: &OrderCorrection) -> Vec<FieldIssue> {
    let long = |name: &str, value: &str, most: usize| {
        let field = format!("shipping-address.{name}");
        let message = format!("Bigblue takes at most {most} characters here.");
        (value.chars().count() > most).then(|| issue(field, "too-long", message))
    };
    let address = correction.shipping_address.iter().flat_map(|to: &Address| {
        [
            long("company", &to.company, 35),
            long("line1", &to.line1, 35),
            long("line2", &to.line2, 35),
            long("zip", &to.zip, 12),
        ]
    });
    let lines = correction.lines.iter().filter(|lines| lines.is_empty());
    let lines = lines.map(|_| {
        issue(
            "lines".into(),
            "required",
            "Bigblue takes no order without articles.",
        )
    });
    address.flatten().chain(lines).collect()
}

/// Which field the provider complains of, where its words name one: `order.shipping_address.postal has more than …`.
fn issue_of(words: &str, correction: &OrderCorrection) -> Option<FieldIssue> {
    if let Some((_, named)) = words.split_once("order.shipping_address.") {
        let (name, why) = named.split_once(' ').unwrap_or((named, ""));
        let field = FIELDS.iter().find(|(_, theirs)| *theirs == name)?.0;
        return Some(issue(format!("shipping-address.{field}"), "invalid", why));
    }
    let (_, named) = words.split_once("order.line_items.")?;
    let lines = correction.lines.as_ref()?;
    let at = lines.iter().position(|line| named.contains(&line.sku))?;
    let (name, why) = named.split_once(' ').unwrap_or((named, ""));
    let (name, code) = match name {
        "product" => ("sku", "unknown"),
        _ => ("quantity", "invalid"),
    };
    Some(issue(format!("lines[{at}].{name}"), code, why))
}
