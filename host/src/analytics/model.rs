//! What reports tell. Amounts are euros; orders in other currencies count, their amounts do not.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use super::goals::Reached;
use super::span::Step;
use crate::orders::OrderStatus;

/// Figures of some days.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticFigures)]
pub struct Figures {
    /// Submitted in these days and not cancelled: sold, and given away.
    pub commerce_orders: i64,
    pub seeding_orders: i64,
    pub cancelled_orders: i64,
    /// Of those sold: in another currency than euros.
    pub foreign_orders: i64,
    /// Units in orders that are not cancelled.
    pub articles: i64,
    /// Of what was sold, without VAT, shipping left out.
    pub net_sales: Decimal,
    /// What was given off, without VAT.
    pub discounts: Decimal,
    /// What consumers paid for shipping, without VAT.
    pub shipping: Decimal,
    pub taxes: Decimal,
    /// What consumers paid: net sales, shipping and taxes.
    pub total_sales: Decimal,
    /// Tickets opened in these days.
    pub tickets: i64,
    /// What stores are charged of these days, without VAT.
    pub fees: Decimal,
}

/// Figures of a day, a week from Monday or a month, as far as it lies within the days that were asked for.
#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticPoint)]
pub struct Point {
    /// Its first day.
    pub day: NaiveDate,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub figures: Figures,
    /// Of a day on which far more or far fewer orders were sold than on that day of the week: how many are usual, by the twelve
    /// weeks before; null: it is a usual day, a running one, or no day.
    #[sqlx(skip)]
    pub usual_orders: Option<i64>,
}

/// Sales over some days, beside the days before and the same days of the year before.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticSales)]
pub struct Sales {
    pub current: Figures,
    pub previous: Figures,
    pub last_year: Figures,
    pub step: Step,
    /// By time, those in which nothing was too.
    pub points: Vec<Point>,
    /// Those of the days before.
    pub previous_points: Vec<Point>,
    /// How far the stores came with their goals; null: none of them has one.
    pub goal: Option<Reached>,
    /// Up to when changes are counted; null: nothing is yet.
    pub counted_at: Option<DateTime<Utc>>,
}

/// Orders, by whether they were sold or given away.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnalyticOrderTotal)]
pub struct OrderTotal {
    pub commerce: i64,
    pub seeding: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticOrders)]
pub struct Orders {
    pub total: OrderTotal,
    /// The median of business hours from an order to its leaving the warehouse, in whole hours (decision 22), of those orders that
    /// were seen before they left; null: none.
    pub logistic_hours: Option<i64>,
    /// Orders by their status now, cancelled ones included.
    pub statuses: Vec<StatusCount>,
}

#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[schema(as = AnalyticStatus)]
pub struct StatusCount {
    pub status: OrderStatus,
    pub orders: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnalyticDelivered)]
pub struct Delivered {
    /// Units in orders that were delivered.
    pub articles: i64,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnalyticOverall)]
pub struct Overall {
    pub delivered: Delivered,
}

/// What was sold to a country.
#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticCountry)]
pub struct Country {
    /// ISO 3166; empty: not known.
    pub country_code: String,
    pub orders: i64,
    pub articles: i64,
    pub net_sales: Decimal,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnalyticCountries)]
pub struct Countries {
    /// The most orders first.
    pub countries: Vec<Country>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AnalyticTickets)]
pub struct Tickets {
    /// Opened in these days.
    pub count: i64,
    /// Messages of agents a ticket, to one decimal.
    pub average: Decimal,
    /// Messages of agents.
    pub volume: i64,
}

/// What is on its way to the warehouse.
#[derive(Debug, Clone, Default, Serialize, FromRow, ToSchema)]
#[schema(as = AnalyticInbound)]
pub struct Inbound {
    /// Shipments.
    pub shipment: i64,
    /// Units that are expected still.
    pub product: i64,
}

/// What lies in the warehouse now.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticInventory)]
pub struct Inventory {
    /// SKUs.
    pub unique_product_count: i64,
    /// Units.
    pub product_in_warehouse: i64,
    pub inbound: Inbound,
}

/// Orders, countries, stock and tickets over some days.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticReport)]
pub struct Report {
    pub orders: Orders,
    pub overall: Overall,
    pub sales: Countries,
    pub tickets: Tickets,
    pub inventory: Inventory,
    /// Up to when changes are counted; null: nothing is yet.
    pub counted_at: Option<DateTime<Utc>>,
}

/// An article and what was sold of it.
#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticProduct)]
pub struct Product {
    pub store_id: Uuid,
    pub store_name: String,
    pub sku: String,
    /// As the catalogue has it; its SKU where it has none such.
    pub name: String,
    /// The product, where the catalogue has it.
    pub product_id: Option<Uuid>,
    /// Its picture's address; empty: none.
    pub image: String,
    #[serde(skip)]
    pub image_id: Option<Uuid>,
    pub orders: i64,
    pub quantity: i64,
    pub net_sale: Decimal,
}

/// A record of an audit in a country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticAuditRow)]
pub struct AuditRow {
    pub barcode: String,
    pub country_code: String,
    pub quantity: i64,
    pub sku: String,
    /// Its name.
    pub product: String,
    /// What it was sold for, without VAT and with it.
    pub price_ex_vat: Decimal,
    pub price: Decimal,
}

/// Records that share a barcode, or a name: what was sold of them to all countries.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticAuditGroup)]
pub struct AuditGroup {
    /// The first ten, as of SKUs and names.
    pub barcodes: Vec<String>,
    pub skus: Vec<String>,
    pub products: Vec<String>,
    /// How many countries they were sold to.
    pub countries: i64,
    pub quantity: i64,
    pub price_ex_vat: Decimal,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticAuditCountry)]
pub struct AuditCountry {
    pub country_code: String,
    pub quantity: i64,
    pub price_ex_vat: Decimal,
}

#[derive(Debug, Clone, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticAuditWeek)]
pub struct AuditWeek {
    /// A Friday: weeks of charts go from Friday to Thursday.
    pub week_start_at: NaiveDate,
    pub quantity: i64,
}

/// What was sold of records that charts count.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticAudit)]
pub struct Audit {
    /// The first thousand, the most sold first; the export has all.
    pub products: Vec<AuditRow>,
    /// How many rows there are.
    pub product_count: i64,
    /// The same rows put together over all countries; the first thousand, the most sold first.
    pub groups: Vec<AuditGroup>,
    /// How many groups there are.
    pub group_count: i64,
    /// The SKUs of all rows, to find their orders by; none where there are more than a hundred.
    pub skus: Option<Vec<String>>,
    pub quantity: i64,
    pub price_ex_vat: Decimal,
    /// The most sold first.
    pub countries: Vec<AuditCountry>,
    /// By time, weeks in which nothing was sold too.
    pub statistics: Vec<AuditWeek>,
    /// Of these records.
    pub inventory: Inventory,
    /// Up to when changes are counted; null: nothing is yet.
    pub counted_at: Option<DateTime<Utc>>,
}

crate::words::codes::codes! {
    /// How an audit's rows are put together.
    Grouping schema(as = AnalyticAuditGrouping, rename_all = "SCREAMING_SNAKE_CASE") {
        Barcode = "BARCODE",
        /// By their name.
        Product = "PRODUCT",
    }
}

crate::words::codes::codes! {
    /// By which day a unit counts (decision 21).
    Basis schema(as = AnalyticAuditBasis, rename_all = "SCREAMING_SNAKE_CASE") {
        /// The day it left the warehouse.
        Shipped = "SHIPPED",
        /// The day of its order.
        Sold = "SOLD",
    }
}
