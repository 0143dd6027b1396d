//! What a gap is.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::words::codes::codes;

codes! {
    /// What is open.
    GapKind schema(as = ProviderGapKind, rename_all = "SCREAMING_SNAKE_CASE") {
        /// An order left on a day that an invoice covers, and none bills it.
        Unbilled = "UNBILLED",
        /// Two files bill the same service of the same order.
        BilledTwice = "BILLED_TWICE",
        /// It is billed, and was cancelled before it left.
        Cancelled = "CANCELLED",
        /// It is billed, and the portal has no such order.
        Unknown = "UNKNOWN",
        /// Storage is billed of a SKU of which nothing lies there: by the latest invoice, and the stock of today.
        StorageWithoutStock = "STORAGE_WITHOUT_STOCK",
    }
}

/// Something that providers' invoices leave open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderGap)]
pub struct Gap {
    pub id: Uuid,
    /// A plugin's id.
    pub provider: String,
    pub kind: GapKind,
    /// The provider's invoice that bills it; of what is billed twice, the later one.
    pub invoice_id: Option<Uuid>,
    pub invoice_label: Option<String>,
    /// Of what is billed twice: the one that billed it before.
    pub first_invoice_id: Option<Uuid>,
    pub first_invoice_label: Option<String>,
    pub order_id: Option<Uuid>,
    pub store_id: Option<Uuid>,
    pub store_name: Option<String>,
    /// The provider's id of the order, or the SKU.
    pub fulfillment_id: String,
    pub reference: String,
    /// Empty: all of it.
    pub service: String,
    /// When the order left, or the last day of the invoice.
    pub day: NaiveDate,
    /// Euros without VAT: what was billed, or, of an order that was not, what one costs on average.
    pub amount: Decimal,
}

/// What is open of a provider, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderGaps)]
pub struct Gaps {
    /// A plugin's id.
    pub provider: String,
    /// When they were looked for.
    pub found_at: DateTime<Utc>,
    /// Every kind, in the same order.
    pub kinds: Vec<GapSum>,
}

/// How much of a kind is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderGapSum)]
pub struct GapSum {
    pub kind: GapKind,
    pub count: i64,
    /// Euros without VAT; an estimate for what was not billed.
    pub amount: Decimal,
}
