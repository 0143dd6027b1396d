//! What the provider's events mean. Which of the two an event is, its body tells: the header's values are not documented.

use crate::goods;
use crate::orders::{status_of, tracking_of};
use crate::wire;
use comptoir_plugin_sdk::commerce::{Changes, OrderState};
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{Connector, Error, Host, Level, Result, time};
use std::collections::BTreeSet;

/// Up to so many products of one event are asked for one by one.
const MOST_ASKED: usize = 20;

/// The event's changes. One of a kind that is not known yet changes nothing.
pub fn changes(host: &impl Host, connector: &Connector, event: &Event) -> Result<Changes> {
    let message: wire::Event = serde_json::from_slice(&event.body)
        .map_err(|error| Error::rejected(format!("the event is not readable: {error}")))?;
    let mut changes = Changes::default();
    if let Some(order) = message.order_status {
        changes
            .order_states
            .push(state_of(host, order, &message.update_time)?);
    } else if !message.inventories.is_empty() {
        // A row is one warehouse's, and the host knows sums: what changed is asked for.
        let rows = message.inventories.into_iter();
        let skus: BTreeSet<String> = rows
            .map(|row| row.product)
            .filter(|sku| !sku.is_empty())
            .collect();
        if skus.len() > MOST_ASKED {
            changes.pull.push("inventories".into());
        } else {
            changes.inventories = skus
                .iter()
                .map(|sku| goods::stock_of(host, connector, sku))
                .collect::<Result<_>>()?;
        }
    } else {
        host.log(
            Level::Info,
            "event of an unknown kind",
            &[("event", &event.id), ("topic", &event.topic)],
        );
    }
    Ok(changes)
}

fn state_of(host: &impl Host, order: wire::OrderEvent, update_time: &str) -> Result<OrderState> {
    if order.id.is_empty() {
        return Err(Error::rejected("order_status.id: missing"));
    }
    let changed = time::parse(update_time)
        .ok_or_else(|| Error::rejected(format!("update_time: {update_time:?} is not a time")))?;
    let (status, status_message) = status_of(Some(wire::Status {
        code: order.code,
        message: String::new(),
    }));
    Ok(OrderState {
        id: order.id,
        status,
        status_message,
        tracking: tracking_of(order.carrier, order.tracking_number, order.tracking_url),
        // A provider whose clock is ahead must not keep what is asked later from being newer.
        as_of: time::format_millis(changed.min(host.now())),
    })
}
