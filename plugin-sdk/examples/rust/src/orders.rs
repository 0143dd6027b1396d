//! `GET /orders?after=&limit=`: every change of an order has a number, the list goes by it.

use crate::BASE;
use comptoir_plugin_sdk::commerce::{Order, OrderLine, OrderPage, OrderState, OrderStatus};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{
    Address, Connector, Host, Money, RejectedItem, Request, Result, raw_item,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where the next pull goes on.
#[derive(Debug, Serialize, Deserialize)]
struct Place {
    after: u64,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// As Acme answers.
#[derive(Debug, Deserialize)]
pub struct Page {
    /// Each in Acme's own form.
    pub orders: Vec<Value>,
    /// The number of the last change on this page.
    last: u64,
    more: bool,
}

#[derive(Deserialize)]
struct TheirOrder {
    id: String,
    reference: String,
    status: String,
    created_at: String,
    changed_at: String,
    currency: String,
    /// A decimal as text.
    total: String,
    name: String,
    city: String,
    country: String,
    lines: Vec<TheirLine>,
}

#[derive(Deserialize)]
struct TheirLine {
    sku: String,
    quantity: u32,
    price: String,
}

/// What changed after the change of that number, oldest first.
pub fn page(host: &impl Host, connector: &Connector, after: u64, limit: u32) -> Result<Page> {
    let address = format!("{BASE}/orders?after={after}&limit={limit}");
    host.fetch(Request::get(address).with_connector(connector))
}

/// One page of orders, as the host keeps them.
pub fn pull(
    host: &impl Host,
    connector: &Connector,
    cursor: Option<&str>,
    limit: u32,
) -> Result<OrderPage> {
    let after = match cursor {
        Some(text) => Place::decode(text)?.after,
        None => 0,
    };
    let page = page(host, connector, after, limit)?;
    let (mut items, mut rejected) = (Vec::new(), Vec::new());
    for order in page.orders {
        match convert(&order) {
            Ok(order) => items.push(order),
            // One order that cannot be understood never stops the rest.
            Err(reason) => rejected.push(RejectedItem {
                id: order["id"].as_str().unwrap_or_default().into(),
                reason,
                raw: raw_item(&order.to_string()),
            }),
        }
    }
    Ok(OrderPage {
        items,
        rejected,
        cursor: Place { after: page.last }.encode()?,
        more: page.more,
        total: None,
    })
}

fn convert(order: &Value) -> Result<Order, String> {
    let order = TheirOrder::deserialize(order).map_err(|error| error.to_string())?;
    let money = |text: &str| Money::parse(text, &order.currency).map_err(|error| error.to_string());
    let nothing = money("0")?;
    let lines = order.lines.iter().map(|line| {
        Ok(OrderLine {
            sku: line.sku.clone(),
            quantity: line.quantity,
            unit_price: money(&line.price)?,
            unit_tax: nothing.clone(),
            discount: nothing.clone(),
        })
    });
    Ok(Order {
        lines: lines.collect::<Result<_, String>>()?,
        total: money(&order.total)?,
        state: OrderState {
            id: order.id,
            status: status(order.status),
            status_message: String::new(),
            tracking: None,
            as_of: order.changed_at,
        },
        reference: order.reference,
        source: String::new(),
        submitted_at: order.created_at,
        language: String::new(),
        currency: order.currency,
        shipping_method: String::new(),
        shipping_price: nothing.clone(),
        shipping_tax: nothing.clone(),
        additional_tax: nothing.clone(),
        additional_discount: nothing,
        shipping_address: Address {
            company: String::new(),
            first_name: String::new(),
            last_name: order.name,
            line1: String::new(),
            line2: String::new(),
            city: order.city,
            zip: String::new(),
            state: String::new(),
            country: order.country,
            phone: String::new(),
            email: String::new(),
        },
        billing_address: None,
        extra: Vec::new(),
    })
}

fn status(word: String) -> OrderStatus {
    match word.as_str() {
        "new" => OrderStatus::Created,
        "packing" => OrderStatus::InPreparation,
        "sent" => OrderStatus::Shipped,
        "received" => OrderStatus::Delivered,
        "cancelled" => OrderStatus::Cancelled,
        _ => OrderStatus::Other(word),
    }
}
