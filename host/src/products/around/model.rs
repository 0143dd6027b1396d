//! What is told around a product.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::stores::StoreName;

/// What goes on around a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductSurroundings)]
pub struct Around {
    /// The bundles that hold one of its variants, by name; fifty at most.
    pub bundles: Vec<InBundle>,
    /// Its variants in inbound shipments that are under way, what comes first first, two hundred at most; none for those who
    /// may not read shipments.
    pub inbound: Option<Vec<Arrival>>,
    /// The stores that sell its SKUs, its own first; twenty at most.
    pub sales: Vec<Sales>,
}

/// A bundle that holds a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductBundle)]
pub struct InBundle {
    pub id: Uuid,
    pub sku: String,
    pub name: String,
}

/// A variant in an inbound shipment that is under way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductArrival)]
pub struct Arrival {
    pub shipment_id: Uuid,
    /// The plugin that it came through.
    pub provider: String,
    /// The shipment's; where it has none, the provider's id.
    pub name: String,
    pub status: String,
    pub expected_at: Option<DateTime<Utc>>,
    pub sku: String,
    pub expected: i32,
    /// Of these so many came already and were good.
    pub offloaded: i32,
}

/// What a store sold of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductSales)]
pub struct Sales {
    pub store: StoreName,
    /// The product there.
    pub product_id: Uuid,
    /// Units in orders of the last 30 and 90 days, as the reports count them.
    pub last_month: i64,
    pub last_quarter: i64,
}

/// The stock of a SKU at the end of a day; it stays so until the next one that is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductStockDay)]
pub struct StockDay {
    pub day: NaiveDate,
    pub available: i64,
    pub in_warehouse: i64,
}
