//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::types::{self, Money};
use comptoir_sandbox::{Entity, PluginColumn};
use rust_decimal::Decimal;
use serde::Serialize;

use super::model::{Address, Amounts, Contact, OrderStatus, Totals};
use crate::plugins::Values;
use crate::providers::sync::intake::{amount, clean, columns, count, currency, https, name, time};
use crate::providers::sync::{Fault, FaultCode, Item, Row};

/// What moves in an order's life. The fields' names are the columns' of `orders`.
#[derive(Debug, Clone, Serialize)]
pub struct Motion {
    pub status: OrderStatus,
    pub provider_status: String,
    pub status_message: String,
    pub carrier: String,
    pub tracking_number: String,
    pub tracking_url: String,
}

/// An order as a row of `orders`.
#[derive(Debug, Clone, Serialize)]
pub struct Intake {
    #[serde(flatten)]
    pub motion: Motion,
    pub reference: String,
    pub currency: String,
    pub subtotal: Decimal,
    pub tax: Decimal,
    pub discount: Decimal,
    pub shipping_price: Decimal,
    pub total: Decimal,
    pub item_count: i32,
    pub customer_name: String,
    pub country_code: String,
    pub language: String,
    pub shipping_method: String,
    pub contact: Contact,
    pub shipping_address: Address,
    pub billing_address: Option<Address>,
    pub submitted_at: DateTime<Utc>,
    /// Where a person sees it at the provider; empty when unknown.
    pub provider_url: String,
    /// What the plugin's manifest names of the rest.
    pub extra: Values,
    #[serde(skip)]
    pub lines: Vec<Line>,
}

/// A row of `order_lines`.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    pub position: usize,
    pub sku: String,
    #[serde(flatten)]
    pub amounts: Amounts,
}

const LINES: usize = 1000;

impl Motion {
    pub fn of(state: &reported::OrderState) -> Self {
        let (status, provider_status) = status(&state.status);
        let tracking = |part: fn(&reported::Tracking) -> &String| match &state.tracking {
            Some(tracking) => clean(part(tracking)),
            None => String::new(),
        };
        Self {
            status,
            provider_status,
            status_message: clean(&state.status_message),
            carrier: tracking(|tracking| &tracking.carrier),
            tracking_number: tracking(|tracking| &tracking.number),
            tracking_url: https(&tracking(|tracking| &tracking.url)),
        }
    }
}

impl Intake {
    /// Takes an order, or says what is wrong with it.
    pub fn of(order: &reported::Order, known: &[PluginColumn]) -> Result<Item<Self>, Fault> {
        name("reference", &order.reference)?;
        currency("currency", &order.currency)?;
        if order.lines.len() > LINES {
            return Err(Fault::max("lines", order.lines.len(), LINES));
        }
        let money = |field: &str, money: &Money| {
            if money.currency != order.currency {
                let both = format!("{:?}, the order in {}", money.currency, order.currency);
                return Err(Fault::new(field, FaultCode::Currency, both));
            }
            amount(field, money)
        };
        let mut lines = Vec::with_capacity(order.lines.len());
        for (position, line) in order.lines.iter().enumerate() {
            name("lines.sku", &line.sku)?;
            let amounts = Amounts {
                quantity: count("lines.quantity", line.quantity)?,
                unit_price: money("lines.unitPrice", &line.unit_price)?,
                unit_tax: money("lines.unitTax", &line.unit_tax)?,
                discount: money("lines.discount", &line.discount)?,
            };
            lines.push(Line {
                position,
                sku: line.sku.clone(),
                amounts,
            });
        }
        let shipping_price = money("shippingPrice", &order.shipping_price)?;
        let other_tax = money("shippingTax", &order.shipping_tax)?
            + money("additionalTax", &order.additional_tax)?;
        let other_discount = money("additionalDiscount", &order.additional_discount)?;
        let amounts = lines.iter().map(|line| &line.amounts);
        let totals = Totals::of(amounts, shipping_price, other_tax, other_discount);
        let to = &order.shipping_address;
        let customer_name = match format!("{} {}", to.first_name, to.last_name).trim() {
            "" => clean(&to.company),
            person => clean(person),
        };
        let intake = Self {
            motion: Motion::of(&order.state),
            reference: order.reference.clone(),
            subtotal: totals.subtotal,
            tax: totals.tax,
            discount: totals.discount,
            shipping_price,
            total: money("total", &order.total)?,
            item_count: totals.item_count,
            contact: Contact {
                name: customer_name.clone(),
                email: clean(&to.email),
                phone: clean(&to.phone),
            },
            customer_name,
            country_code: clean(&to.country),
            language: clean(&order.language),
            shipping_method: clean(&order.shipping_method),
            shipping_address: address(to),
            billing_address: order.billing_address.as_ref().map(address),
            submitted_at: time("submittedAt", &order.submitted_at)?,
            provider_url: extra(&order.extra, "url").map(https).unwrap_or_default(),
            extra: columns(known, Entity::Order, &order.extra)?,
            currency: order.currency.clone(),
            lines,
        };
        Item::of(&order.state.id, &order.state.as_of, intake)
    }
}

/// What the history tells of an order; its beginning tells the status alone.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct History {
    pub status: OrderStatus,
    pub tracking_number: Option<String>,
}

impl Row for Motion {
    type History = History;

    fn history(&self) -> History {
        History {
            status: self.status,
            tracking_number: Some(self.tracking_number.clone()),
        }
    }
}

impl Row for Intake {
    type History = History;

    fn history(&self) -> History {
        self.motion.history()
    }

    fn beginning(&self) -> History {
        History {
            status: self.motion.status,
            tracking_number: None,
        }
    }

    fn parts(&self) -> impl Serialize {
        &self.lines
    }
}

/// One of the things that the contract has no field for.
fn extra<'a>(extra: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = extra.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

fn address(reported: &types::Address) -> Address {
    Address {
        company: clean(&reported.company),
        first_name: clean(&reported.first_name),
        last_name: clean(&reported.last_name),
        address1: clean(&reported.line1),
        address2: clean(&reported.line2),
        extra: String::new(),
        city: clean(&reported.city),
        zip: clean(&reported.zip),
        state: clean(&reported.state),
        country: clean(&reported.country),
        country_code: clean(&reported.country),
        phone: clean(&reported.phone),
        email: clean(&reported.email),
    }
}

/// Our status, and the provider's own word where we know none like it.
fn status(status: &reported::OrderStatus) -> (OrderStatus, String) {
    use reported::OrderStatus as Reported;
    let known = match status {
        Reported::Created => OrderStatus::Created,
        Reported::Pending => OrderStatus::Pending,
        Reported::Backorder => OrderStatus::Backorder,
        Reported::ActionRequired => OrderStatus::ActionRequired,
        Reported::Exception => OrderStatus::Exception,
        Reported::InPreparation => OrderStatus::InPreparation,
        Reported::Picked => OrderStatus::Picked,
        Reported::HandedOver => OrderStatus::HandedOver,
        Reported::Shipped => OrderStatus::Shipped,
        Reported::Delivered => OrderStatus::Delivered,
        Reported::Returned => OrderStatus::Returned,
        Reported::Cancelled => OrderStatus::Cancelled,
        Reported::Other(words) => return (OrderStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
