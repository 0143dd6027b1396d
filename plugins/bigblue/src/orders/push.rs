//! Handing over orders, and asking for one not to be shipped.
//!
//! The provider knows no idempotency key, and its `external_id` is not unique. So an order that may have arrived is
//! looked for before it is sent again: among those submitted since half an hour before the first try.

use crate::api::{self, ByOrder};
use crate::settings::Settings;
use crate::states;
use crate::wire;
use comptoir_plugin_sdk::commerce::{OrderState, OrderStatus, Outcome, Pushed};
use comptoir_plugin_sdk::fulfilment::OrderDraft;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration};
use comptoir_plugin_sdk::{Address, Connector, Error, ErrorKind, Host, Result};
use serde_json::{Value, json};

/// How far the provider's clock may be from the host's: half of the hour around the first try.
const AROUND: Duration = Duration::minutes(30);
/// What the provider answers when an order cannot be cancelled any more (`failed_precondition`).
pub(super) const TOO_LATE: u16 = 412;

/// Hands over each order by itself; one that is refused stops no other.
pub fn push(
    host: &impl Host,
    connector: &Connector,
    drafts: &[OrderDraft],
) -> Result<Vec<Outcome>> {
    Settings::of(connector)?;
    let outcomes = drafts
        .iter()
        .map(|draft| match send(host, connector, draft) {
            Ok(pushed) => Outcome::Done(pushed),
            Err(error) => Outcome::Failed(error),
        });
    Ok(outcomes.collect())
}

fn send(host: &impl Host, connector: &Connector, draft: &OrderDraft) -> Result<Pushed> {
    let pushed = |id, existed| Pushed {
        id,
        existed,
        url: String::new(),
    };
    if draft.attempt > 1
        && let Some(id) = find(host, connector, draft)?
    {
        return Ok(pushed(id, true));
    }
    let body = json!({ "order": message(draft) });
    let answer: wire::OrderAnswer = host.fetch(api::write(connector, "CreateOrder", &body)?)?;
    if answer.order.id.is_empty() {
        return Err(Error::unavailable(
            "the provider took the order without naming it",
        ));
    }
    Ok(pushed(answer.order.id, false))
}

/// The order that an earlier try left at the provider.
fn find(host: &impl Host, connector: &Connector, draft: &OrderDraft) -> Result<Option<String>> {
    let first = time::parse(&draft.first_tried_at).ok_or_else(|| {
        Error::internal(format!(
            "first-tried-at: {:?} is not a time",
            draft.first_tried_at
        ))
    })?;
    let from = time::format(first - AROUND);
    // Any try until now may be the one that arrived.
    let to = time::format(first.max(host.now()) + AROUND);
    let mut token = String::new();
    loop {
        let page = super::list(host, connector, &from, &to, &token, api::LARGEST_PAGE)?;
        if let Some(order) = page
            .items
            .into_iter()
            .find(|order| order.reference == draft.key)
        {
            return Ok(Some(order.state.id));
        }
        // One that cannot be read may be the one: its text tells.
        let name = format!("{:?}", draft.key);
        if let Some(unread) = page.rejected.iter().find(|item| item.raw.contains(&name)) {
            let message = format!("order {} may be this one and cannot be read", unread.id);
            return Err(Error::unavailable(message));
        }
        if page.next.is_empty() {
            return Ok(None);
        }
        token = page.next;
    }
}

fn message(draft: &OrderDraft) -> Value {
    let lines: Vec<Value> = draft
        .lines
        .iter()
        .map(|line| {
            json!({
                "product": line.sku, "quantity": line.quantity, "unit_price": line.unit_price.decimal(),
                "unit_tax": line.unit_tax.decimal(), "discount": line.discount.decimal(),
            })
        })
        .collect();
    json!({
        "external_id": draft.key,
        "customer_order_id": draft.reference,
        "language": draft.language,
        "currency": draft.currency,
        "line_items": lines,
        "shipping_method": draft.shipping_method,
        "shipping_price": draft.shipping_price.decimal(),
        "shipping_tax": draft.shipping_tax.decimal(),
        "additional_tax": "0",
        "additional_discount": "0",
        "shipping_address": address(&draft.shipping_address),
        "billing_address": draft.billing_address.as_ref().map(address),
    })
}

pub(super) fn address(address: &Address) -> Value {
    json!({
        "first_name": address.first_name, "last_name": address.last_name, "company": address.company,
        "phone": address.phone, "email": address.email, "line1": address.line1, "line2": address.line2,
        "city": address.city, "postal": address.zip, "state": address.state, "country": address.country,
    })
}

/// Cancels the order; one that is cancelled already stays so.
pub fn cancel(host: &impl Host, connector: &Connector, id: &str) -> Result<OrderState> {
    let request = api::write(connector, "CancelOrder", &ByOrder { order_id: id })?;
    let outcome = host.answer(request);
    if let Err(error) = &outcome
        && error.status != Some(TOO_LATE)
    {
        return Err(error.clone());
    }
    let state = states::of(host, connector, &[id.to_owned()])?
        .pop()
        .ok_or_else(|| Error::not_found(format!("no order {id}")))?;
    match outcome {
        Err(error) if state.status != OrderStatus::Cancelled => Err(Error {
            kind: ErrorKind::Conflict,
            ..error
        }),
        _ => Ok(state),
    }
}
