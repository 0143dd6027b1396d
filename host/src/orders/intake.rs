//! From a plugin's answer to what is kept: checked, in the portal's terms. No I/O.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as told;
use comptoir_sandbox::types::{self, Money};
use comptoir_sandbox::{Column, Entity};
use rust_decimal::Decimal;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::model::{Address, Amounts, Contact, OrderStatus, Totals};
use crate::plugins::{self, Values};
use crate::providers::sync::intake::{amount, bytea, clean, https, name, time};

/// What moves in an order's life. The fields' names are the columns' of `orders`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Motion {
    pub provider_id: String,
    pub status: OrderStatus,
    pub provider_status: String,
    pub status_message: String,
    pub carrier: String,
    pub tracking_number: String,
    pub tracking_url: String,
    pub as_of: DateTime<Utc>,
}

/// An order as a row of `orders`, told by a provider.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Intake {
    pub id: Uuid,
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
    /// SHA-256 of everything that was told but its time.
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
    #[serde(skip)]
    pub lines: Vec<Line>,
}

/// A row of `order_lines`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    pub position: usize,
    pub sku: String,
    #[serde(flatten)]
    pub amounts: Amounts,
}

const LINES: usize = 1000;

impl Motion {
    /// Takes a state, or says what is wrong with it.
    pub fn of(state: &told::OrderState) -> Result<Self, String> {
        name("id", &state.id)?;
        let (status, provider_status) = status(&state.status);
        let tracking = |part: fn(&told::Tracking) -> &String| match &state.tracking {
            Some(tracking) => clean(part(tracking)),
            None => String::new(),
        };
        Ok(Self {
            provider_id: state.id.clone(),
            status,
            provider_status,
            status_message: clean(&state.status_message),
            carrier: tracking(|tracking| &tracking.carrier),
            tracking_number: tracking(|tracking| &tracking.number),
            tracking_url: https(&tracking(|tracking| &tracking.url)),
            as_of: time("asOf", &state.as_of)?,
        })
    }
}

impl Intake {
    /// Takes an order, or says what is wrong with it.
    pub fn of(order: &told::Order, columns: &[Column]) -> Result<Self, String> {
        let motion = Motion::of(&order.state)?;
        name("reference", &order.reference)?;
        let currency = order.currency.clone();
        if currency.len() != 3 || !currency.bytes().all(|letter| letter.is_ascii_uppercase()) {
            return Err(format!("currency: {currency:?} is no ISO 4217 code"));
        }
        if order.lines.len() > LINES {
            return Err(format!("lines: {}, at most {LINES}", order.lines.len()));
        }
        let money = |field: &str, money: &Money| {
            if money.currency != currency {
                let other = &money.currency;
                return Err(format!("{field}: in {other}, the order in {currency}"));
            }
            amount(field, money)
        };
        let mut lines = Vec::with_capacity(order.lines.len());
        for (position, line) in order.lines.iter().enumerate() {
            name("lines.sku", &line.sku)?;
            let amounts = Amounts {
                quantity: i32::try_from(line.quantity)
                    .map_err(|_| "lines.quantity: too large".to_owned())?,
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
            id: Uuid::nil(),
            motion,
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
            provider_url: told(&order.extra, "url").map(https).unwrap_or_default(),
            extra: plugins::kept(columns, Entity::Order, &order.extra)?,
            digest: Vec::new(),
            currency,
            lines,
        };
        Ok(intake.digested())
    }

    /// With its digest, and an id of its own, which is no part of it.
    fn digested(mut self) -> Self {
        let as_of = std::mem::take(&mut self.motion.as_of);
        let told = serde_json::to_vec(&(&self, &self.lines)).unwrap_or_default();
        self.digest = Sha256::digest(told).to_vec();
        self.motion.as_of = as_of;
        self.id = Uuid::now_v7();
        self
    }
}

/// One of the things that the contract has no field for.
fn told<'a>(extra: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = extra.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str())
}

fn address(told: &types::Address) -> Address {
    Address {
        company: clean(&told.company),
        first_name: clean(&told.first_name),
        last_name: clean(&told.last_name),
        address1: clean(&told.line1),
        address2: clean(&told.line2),
        extra: String::new(),
        city: clean(&told.city),
        zip: clean(&told.zip),
        state: clean(&told.state),
        country: clean(&told.country),
        country_code: clean(&told.country),
        phone: clean(&told.phone),
        email: clean(&told.email),
    }
}

/// Our status, and the provider's own word where we know none like it.
fn status(told: &told::OrderStatus) -> (OrderStatus, String) {
    use told::OrderStatus as Told;
    let known = match told {
        Told::Created => OrderStatus::Created,
        Told::Pending => OrderStatus::Pending,
        Told::Backorder => OrderStatus::Backorder,
        Told::ActionRequired => OrderStatus::ActionRequired,
        Told::Exception => OrderStatus::Exception,
        Told::InPreparation => OrderStatus::InPreparation,
        Told::Picked => OrderStatus::Picked,
        Told::HandedOver => OrderStatus::HandedOver,
        Told::Shipped => OrderStatus::Shipped,
        Told::Delivered => OrderStatus::Delivered,
        Told::Returned => OrderStatus::Returned,
        Told::Cancelled => OrderStatus::Cancelled,
        Told::Other(words) => return (OrderStatus::CodeUnspecified, clean(words)),
    };
    (known, String::new())
}
