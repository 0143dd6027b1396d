//! A page of orders: JSON of a provider into the contract's records.

use serde::Deserialize;

pub use crate::bindings::comptoir::plugin::commerce::OrderPage;
use crate::bindings::comptoir::plugin::commerce::{Order, OrderLine, OrderState, OrderStatus};
use crate::bindings::comptoir::plugin::types::{Address, Money};

/// An order as the provider of the test writes it.
#[derive(Debug, Deserialize)]
pub struct RawOrder {
    pub id: String,
    pub name: String,
    pub currency: String,
    pub total: i64,
    pub submitted_at: String,
    pub city: String,
    pub lines: Vec<RawLine>,
}

#[derive(Debug, Deserialize)]
pub struct RawLine {
    pub sku: String,
    pub quantity: u32,
    pub price: i64,
}

/// The contract's page of a provider's list of orders.
pub fn page(body: &[u8]) -> Result<OrderPage, serde_json::Error> {
    let orders: Vec<RawOrder> = serde_json::from_slice(body)?;
    Ok(OrderPage {
        items: orders.into_iter().map(order).collect(),
        rejected: Vec::new(),
        cursor: "end".to_owned(),
        more: false,
        total: None,
    })
}

/// An order with nothing in it that could be true.
pub(crate) fn absurd(text: &str) -> Order {
    let mut order = order(RawOrder {
        id: text.to_owned(),
        name: text.to_owned(),
        currency: text.to_owned(),
        total: i64::MIN,
        submitted_at: "9999-99-99T99:99:99Z".to_owned(),
        city: text.to_owned(),
        lines: Vec::new(),
    });
    order.state.status = OrderStatus::Other(text.to_owned());
    order
}

fn order(raw: RawOrder) -> Order {
    let money = |minor| Money {
        minor,
        currency: raw.currency.clone(),
    };
    Order {
        state: OrderState {
            id: raw.id,
            status: OrderStatus::Pending,
            status_message: String::new(),
            tracking: None,
            as_of: raw.submitted_at.clone(),
        },
        reference: raw.name,
        source: String::new(),
        submitted_at: raw.submitted_at,
        language: String::new(),
        lines: raw
            .lines
            .into_iter()
            .map(|line| OrderLine {
                sku: line.sku,
                quantity: line.quantity,
                unit_price: money(line.price),
                unit_tax: money(0),
                discount: money(0),
            })
            .collect(),
        shipping_method: String::new(),
        shipping_price: money(0),
        shipping_tax: money(0),
        additional_tax: money(0),
        additional_discount: money(0),
        total: money(raw.total),
        shipping_address: address(raw.city),
        billing_address: None,
        extra: Vec::new(),
        currency: raw.currency,
    }
}

fn address(city: String) -> Address {
    Address {
        company: String::new(),
        first_name: String::new(),
        last_name: String::new(),
        line1: String::new(),
        line2: String::new(),
        city,
        zip: String::new(),
        state: String::new(),
        country: "FR".to_owned(),
        phone: String::new(),
        email: String::new(),
    }
}
