//! What a statement of account tells.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;

use crate::finance::invoices::{InvoiceName, OrganizationName};
use crate::words::codes::codes;

codes! {
    /// What moves a balance.
    EntryKind schema(as = StatementEntryKind, rename_all = "SCREAMING_SNAKE_CASE") {
        Invoice = "INVOICE",
        CreditNote = "CREDIT_NOTE",
        /// An invoice or a credit note was settled.
        Payment = "PAYMENT",
    }
}

/// Some days of a store's account, as far as the caller's organizations are concerned. Amounts are euros with VAT; what is owed is
/// above zero.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// Both days included, in Paris.
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    /// Before the first day and after the last.
    pub opening: Decimal,
    pub closing: Decimal,
    /// Oldest first.
    pub entries: Vec<StatementEntry>,
    /// Fees of these days that no issued invoice holds, by owner; null: the caller may not read fees.
    pub open_fees: Option<Vec<OpenFees>>,
}

/// What moved the balance.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
pub struct StatementEntry {
    pub day: NaiveDate,
    pub kind: EntryKind,
    /// The invoice or credit note that was issued or settled.
    #[sqlx(flatten)]
    pub invoice: InvoiceName,
    #[sqlx(flatten)]
    pub organization: OrganizationName,
    pub amount: Decimal,
    /// After it.
    pub balance: Decimal,
}

/// Fees that wait for an invoice of an owner.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenFees {
    #[sqlx(flatten)]
    pub organization: OrganizationName,
    /// Of the store, in percent.
    pub share: Decimal,
    pub count: i64,
    /// What they come to for all owners together, in euros without VAT.
    pub customer_amount: Decimal,
}
