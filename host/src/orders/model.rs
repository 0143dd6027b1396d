//! What an order is: its statuses, its amounts, what of it is shown.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::corrections::{Correctable, ShippedArticle};
use super::hold::{Held, OrderHold};
use super::manual::ManualOrder;
use super::steps::OrderStep;
use crate::plugins::{Extra, PluginLink};
use crate::records::audit::{Change, HistoryEntry};
use crate::stores::StoreName;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// Where an order stands (specification, document 1, section 4).
    OrderStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        ActionRequired = "ACTION_REQUIRED",
        Backorder = "BACKORDER",
        Cancelled = "CANCELLED",
        /// The provider's status is none of these; its own words are kept beside it.
        CodeUnspecified = "CODE_UNSPECIFIED",
        Created = "CREATED",
        Delivered = "DELIVERED",
        Exception = "EXCEPTION",
        /// Shipped, not tracked.
        HandedOver = "HANDED_OVER",
        InPreparation = "IN_PREPARATION",
        Pending = "PENDING",
        Picked = "PICKED",
        Returned = "RETURNED",
        Shipped = "SHIPPED",
    }
}

codes! {
    /// Why an order was made (specification, document 1, section 3).
    OrderSource schema(rename_all = "lowercase") {
        /// Somebody bought it.
        Normal = "normal",
        /// Sent free of charge: to the press, to friends.
        Seeding = "seeding",
    }
}

impl OrderStatus {
    /// Nothing follows: the provider need not be asked again.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Cancelled | Self::Delivered | Self::Returned)
    }

    /// A provider has not begun to prepare it.
    pub const fn is_waiting(self) -> bool {
        matches!(
            self,
            Self::Created
                | Self::Pending
                | Self::Backorder
                | Self::ActionRequired
                | Self::Exception
        )
    }

    /// The goods have left the warehouse (F4, decision 21).
    pub const fn is_shipped(self) -> bool {
        matches!(
            self,
            Self::HandedOver | Self::Shipped | Self::Delivered | Self::Returned
        )
    }
}

/// An order as its list shows it. Amounts are in `currency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderRow)]
pub struct Order {
    pub id: Uuid,
    /// The merchant's number.
    pub reference: String,
    /// The provider's id; none before it was pushed there.
    pub provider_id: Option<String>,
    /// The plugin that it came through.
    pub provider: Option<String>,
    pub source: OrderSource,
    pub status: OrderStatus,
    /// The provider's own word, where the portal knows no status like it; else empty.
    pub provider_status: String,
    /// The provider's words on the status; empty when there are none.
    #[serde(serialize_with = "said::text")]
    pub status_message: String,
    /// Why it does not go on; null: it does, or has ended. A list does not say of one that was made in the portal whether it
    /// is tried again or has no provider.
    #[sqlx(skip)]
    pub hold: Option<OrderHold>,
    #[serde(skip)]
    #[sqlx(flatten)]
    pub held: Held,
    #[sqlx(flatten)]
    pub store: StoreName,
    pub customer_name: String,
    /// ISO 3166-1 alpha-2; empty when unknown.
    pub country: String,
    /// Where it goes; empty when unknown.
    pub city: String,
    /// The customer's; empty when unknown.
    pub email: String,
    /// The customer's, as the provider tells it; empty when unknown.
    pub phone: String,
    /// Where it goes; empty when none is named.
    pub company: String,
    /// Of where it goes; empty when unknown.
    pub zip: String,
    /// The customer's, as the provider tells it: `fr`.
    pub language: String,
    /// Pieces over all lines.
    pub item_count: i32,
    /// The lines net of tax, before discounts.
    pub subtotal: Decimal,
    pub tax: Decimal,
    pub discount: Decimal,
    pub shipping_price: Decimal,
    pub shipping_method: String,
    pub total: Decimal,
    /// `total` without VAT: less the tax that was recorded; where none was, of an order to France, less its 20 %.
    pub total_ex_vat: Decimal,
    /// ISO 4217.
    pub currency: String,
    pub submitted_at: DateTime<Utc>,
    /// When it left the warehouse, by its provider's clock; null: it has not.
    pub shipped_at: Option<DateTime<Utc>>,
    /// When it came back, by its provider's clock; null: it has not.
    pub returned_at: Option<DateTime<Utc>>,
    /// Nothing of it is prepared: its provider could still stop it.
    #[sqlx(skip)]
    pub is_waiting: bool,
    pub updated_at: DateTime<Utc>,
    pub carrier: String,
    pub tracking_number: String,
    pub tracking_url: String,
    /// What plugins' columns show of it.
    #[sqlx(json)]
    pub extra: Extra,
}

/// An order with everything about it. `total` = `subtotal` + `tax` − `discount` + `shippingPrice`; of one that was made in
/// the portal it is what the store pays for it instead, negative when it is paid (F3): see `manual`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub order: Order,
    /// What it has been through and what is to come, the first step first.
    pub steps: Vec<OrderStep>,
    /// Grams, of all lines; null while the weight of an article is unknown.
    pub weight: Option<i64>,
    pub shipping_address: Address,
    /// None: the same.
    pub billing_address: Option<Address>,
    pub contact: Contact,
    pub lines: Vec<OrderLine>,
    /// What its provider ships, once its articles were put right there and are no more what was sold; null: its lines.
    pub ships: Option<Vec<ShippedArticle>>,
    /// What of it can be put right now.
    pub corrections: Vec<Correctable>,
    pub shipping_lines: Vec<OrderShippingLine>,
    /// Where a person sees it at its provider; empty when unknown.
    pub provider_url: String,
    /// The shop's order, when the shop sold what another provider ships: the amounts are then the shop's.
    pub sale: Option<OrderSale>,
    /// How it was made in the portal, and whether the provider has it; null: a provider told of it.
    pub manual: Option<ManualOrder>,
    /// The latest changes, newest first.
    pub history: Vec<HistoryEntry>,
    /// Where to see it at its provider.
    pub links: Vec<PluginLink>,
}

/// A shop's order that another provider ships.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSale {
    /// The plugin that it came through.
    pub provider: String,
    /// The shop's id.
    pub provider_id: String,
    /// What the shop calls it.
    pub reference: String,
    /// What the shop says of it; what became of the order is the fulfilment's to say.
    pub status: OrderStatus,
    /// Where a person sees it at the shop; empty when unknown.
    pub url: String,
}

/// A postal address, kept in the database as this JSON. What is unknown is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OrderAddress)]
pub struct Address {
    pub company: String,
    pub first_name: String,
    pub last_name: String,
    pub address1: String,
    pub address2: String,
    pub extra: String,
    pub city: String,
    pub zip: String,
    pub state: String,
    /// The country's name.
    pub country: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    pub phone: String,
    pub email: String,
}

/// Whom to reach about an order, kept in the database as this JSON. What is unknown is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OrderContact)]
pub struct Contact {
    pub name: String,
    pub email: String,
    pub phone: String,
}

/// Whose an order is, and why it was made: what the provider does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderMapping {
    pub store_id: Uuid,
    pub source: OrderSource,
}

/// One article of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    pub id: Uuid,
    pub sku: String,
    pub name: String,
    /// The name of the store's bundle of that SKU; null: it is none.
    pub bundle_title: Option<String>,
    /// The store's article of that SKU; null: it sells none.
    pub variant: Option<OrderLineVariant>,
    pub quantity: i32,
    /// For one, net of tax.
    pub unit_price: Decimal,
    /// For one.
    pub unit_tax: Decimal,
    /// For the whole line, once.
    pub discount: Decimal,
    /// `quantity` × (`unitPrice` + `unitTax`) − `discount`.
    pub total: Decimal,
    /// For one, net of tax: what the store is paid when the company buys it; null: nobody does.
    pub to_charge: Option<Decimal>,
}

/// The article of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLineVariant {
    pub id: Uuid,
    pub product_id: Uuid,
    /// The product's name.
    pub name: String,
    /// What tells it from the product's others; empty or `Default Title` when it is the only one.
    pub title: String,
    /// Where a browser gets the product's picture; empty when there is none.
    pub image: String,
    /// The picture that was uploaded here.
    #[serde(skip)]
    pub image_id: Option<Uuid>,
}

/// One way of shipping and what it cost the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderShippingLine {
    pub name: String,
    pub price: Decimal,
}

/// A line's quantity and amounts, all that its total depends on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Amounts {
    pub quantity: i32,
    pub unit_price: Decimal,
    pub unit_tax: Decimal,
    pub discount: Decimal,
}

impl Amounts {
    /// What the customer pays for the line.
    pub fn total(self) -> Decimal {
        Decimal::from(self.quantity) * (self.unit_price + self.unit_tax) - self.discount
    }
}

/// What an order's total is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub subtotal: Decimal,
    pub tax: Decimal,
    pub discount: Decimal,
    pub shipping_price: Decimal,
    /// Pieces over all lines.
    pub item_count: i32,
}

impl Totals {
    /// Adds up lines and what stands beside them (`providers/bigblue.md`, section 6): shipping, net; taxes on shipping
    /// and others; a discount on the whole.
    pub fn of<'a>(
        lines: impl IntoIterator<Item = &'a Amounts>,
        shipping_price: Decimal,
        other_tax: Decimal,
        other_discount: Decimal,
    ) -> Self {
        let mut totals = Self {
            tax: other_tax,
            discount: other_discount,
            shipping_price,
            ..Self::default()
        };
        for line in lines {
            let quantity = Decimal::from(line.quantity);
            totals.subtotal += quantity * line.unit_price;
            totals.tax += quantity * line.unit_tax;
            totals.discount += line.discount;
            totals.item_count = totals.item_count.saturating_add(line.quantity);
        }
        totals
    }

    /// What the customer pays.
    pub fn total(self) -> Decimal {
        self.subtotal + self.tax - self.discount + self.shipping_price
    }
}

/// What the caller's orders have in common, by which their list can be narrowed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderOptions {
    /// As their providers call them.
    pub carriers: Vec<String>,
    /// ISO 3166-1 alpha-2.
    pub countries: Vec<String>,
    /// The plugins of the stores' shops and fulfilment providers.
    pub providers: Vec<String>,
}

/// What an order is found by of its lines: each SKU once, in order.
pub fn skus<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let skus: BTreeSet<&str> = lines.collect();
    skus.into_iter().collect::<Vec<_>>().join(" ")
}

/// The orders in a caller's reach, at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// Statuses that no order has are left out.
    pub by_status: Vec<OrderStatusCount>,
    /// When a pull from a provider was last complete.
    pub last_synchronized_at: Option<DateTime<Utc>>,
    /// Orders that a provider told in a way that could not be taken. Told to admins only; others read 0.
    pub set_aside: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderStatusCount {
    pub status: OrderStatus,
    pub count: i64,
}

/// What the history tells of whom an order goes to.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipient<'a> {
    first_name: &'a str,
    last_name: &'a str,
    company: &'a str,
    email: &'a str,
    phone: &'a str,
    address1: &'a str,
    address2: &'a str,
    zip: &'a str,
    city: &'a str,
    state: &'a str,
}

impl<'a> Recipient<'a> {
    pub fn of(contact: &'a Contact, address: &'a Address) -> Self {
        Self {
            first_name: &address.first_name,
            last_name: &address.last_name,
            company: &address.company,
            email: &contact.email,
            phone: &contact.phone,
            address1: &address.address1,
            address2: &address.address2,
            zip: &address.zip,
            city: &address.city,
            state: &address.state,
        }
    }
}

/// What a customer may read of an order's history: what became of it, and who of their own people, or which part of the
/// portal, did it; not who inside the company.
pub fn history_for_customers(
    mut history: Vec<HistoryEntry>,
    own: &HashSet<Uuid>,
) -> Vec<HistoryEntry> {
    const SHOWN: [&str; 6] = [
        "status",
        "statusMessage",
        "carrier",
        "trackingNumber",
        "trackingUrl",
        "articles",
    ];
    let recipient = json!(Recipient::default());
    for entry in &mut history {
        if entry.actor_id.is_some_and(|actor| !own.contains(&actor)) {
            "Comptoir".clone_into(&mut entry.actor);
        }
        entry.changes.retain(|Change { field, .. }| {
            SHOWN.contains(&field.as_str()) || recipient.get(field).is_some()
        });
    }
    history.retain(|entry| entry.action == "create" || !entry.changes.is_empty());
    history
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(quantity: i32, price: i64, tax: i64, discount: i64) -> Amounts {
        let cents = |amount| Decimal::new(amount, 2);
        Amounts {
            quantity,
            unit_price: cents(price),
            unit_tax: cents(tax),
            discount: cents(discount),
        }
    }

    #[test]
    fn the_total_is_the_lines_and_what_stands_beside_them() {
        let lines = [line(2, 1000, 200, 150), line(1, 500, 0, 0)];
        let totals = Totals::of(
            &lines,
            Decimal::new(790, 2),
            Decimal::new(158, 2),
            Decimal::new(100, 2),
        );
        assert_eq!(totals.subtotal, Decimal::new(2500, 2));
        assert_eq!(totals.tax, Decimal::new(558, 2));
        assert_eq!(totals.discount, Decimal::new(250, 2));
        assert_eq!(totals.total(), Decimal::new(3598, 2));
        assert_eq!(totals.item_count, 3);
        // The same by the provider's formula, line by line.
        let by_line: Decimal = lines.iter().map(|line| line.total()).sum();
        assert_eq!(by_line + Decimal::new(790 + 158 - 100, 2), totals.total());
    }

    #[test]
    fn every_code_is_the_same_on_the_wire_and_in_the_database() {
        assert_eq!(OrderStatus::ALL.len(), 13);
        for status in OrderStatus::ALL {
            assert_eq!(
                serde_json::to_value(status).unwrap(),
                json!(status.as_str())
            );
        }
    }

    #[test]
    fn customers_read_what_became_of_an_order_and_not_who_did_it() {
        let change = |field: &str| Change {
            field: field.into(),
            before: json!(null),
            after: json!("x"),
        };
        let (staff, own) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let entry = |id: Uuid, action: &str, fields: &[&str]| HistoryEntry {
            at: DateTime::UNIX_EPOCH,
            actor: "Camille Martin".into(),
            actor_id: Some(id),
            action: action.into(),
            changes: fields.iter().map(|field| change(field)).collect(),
        };
        let history = vec![
            entry(staff, "update", &["status", "storeId"]),
            entry(staff, "update", &["storeId"]),
            entry(own, "update", &["city"]),
            entry(staff, "create", &["storeId"]),
        ];
        let shown = history_for_customers(history, &HashSet::from([own]));
        let authors: Vec<_> = shown
            .iter()
            .map(|entry| (entry.actor.as_str(), entry.changes.len()))
            .collect();
        assert_eq!(
            authors,
            [("Comptoir", 1), ("Camille Martin", 1), ("Comptoir", 0)]
        );
    }
}
