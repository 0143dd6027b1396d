//! What the books are to the portal.

use chrono::{DateTime, NaiveDate, Utc};
use comptoir_sandbox::{Call, Connector, accounting as books};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::finance::company::VatCode;
use crate::finance::invoices::{InvoiceKind, OrganizationName};
use crate::http::request::trimmed;
use crate::jobs::JobRecord;
use crate::providers::connectors::secrets::Secrets;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// How far an invoice is on its way into the books.
    EntryStatus schema(as = AccountingEntryStatus, rename_all = "SCREAMING_SNAKE_CASE") {
        Waiting = "WAITING",
        Booked = "BOOKED",
        /// The service does not take it as it is.
        Failed = "FAILED",
    }
}

codes! {
    /// How far the money is, as the service has it.
    PaymentState schema(as = AccountingPayment, rename_all = "SCREAMING_SNAKE_CASE") {
        Unpaid = "UNPAID",
        Partial = "PARTIAL",
        Paid = "PAID",
        /// The service counts it no more, or has it no more.
        Void = "VOID",
        Other = "OTHER",
    }
}

impl From<&books::Payment> for PaymentState {
    fn from(payment: &books::Payment) -> Self {
        match payment {
            books::Payment::Unpaid => Self::Unpaid,
            books::Payment::Partial => Self::Partial,
            books::Payment::Paid => Self::Paid,
            books::Payment::Void => Self::Void,
            books::Payment::Other(_) => Self::Other,
        }
    }
}

/// The connection in use.
#[derive(Debug, Clone)]
pub struct Connection {
    pub id: Uuid,
    pub plugin: String,
    pub settings: Value,
    pub secrets: Secrets,
    pub cursor: Option<String>,
}

impl Connection {
    /// A call in the background.
    pub fn job(&self) -> Call {
        Call::job(self.for_plugin()).with_secrets(self.secrets.clone(), self.id)
    }

    /// A call that somebody waits for.
    pub fn request(&self) -> Call {
        Call::request(vec![self.for_plugin()]).with_secrets(self.secrets.clone(), self.id)
    }

    fn for_plugin(&self) -> Connector {
        Connector {
            id: self.id,
            // The company's.
            owner: Uuid::nil(),
            settings: self.settings.clone(),
        }
    }
}

/// The books, and how the portal speaks to them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accounting {
    /// The plugins that keep books; none: the operator has none enabled.
    pub services: Vec<AccountingService>,
    pub connection: Option<AccountingConnection>,
    /// Every code of VAT, and what the service calls it.
    pub vat_codes: Vec<VatMapping>,
    pub counts: EntryCounts,
}

/// A plugin that keeps books.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountingService {
    /// The plugin's id.
    #[serde(rename = "type")]
    pub kind: String,
    pub name: String,
    /// JSON Schema of `data`, as that of a connector's type.
    #[schema(value_type = Object)]
    pub settings: Value,
}

/// Where the books are.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountingConnection {
    pub id: Uuid,
    /// The plugin's id.
    #[serde(rename = "type")]
    pub kind: String,
    /// What the service calls the account.
    pub account: String,
    /// Its settings; secrets are never shown.
    #[schema(value_type = Object)]
    pub data: Value,
    pub author: String,
    pub connected_at: DateTime<Utc>,
    /// When it was last looked at what changed there, and why that failed since.
    pub looked_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "said::maybe")]
    pub problem: Option<String>,
}

/// A code of VAT as the service knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccountingVatCode)]
pub struct VatMapping {
    pub code: VatCode,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub service_code: String,
}

/// Codes of VAT that the service calls otherwise from now on.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccountingVatCodeInput)]
pub struct VatInput {
    /// Those that change; the others stay.
    #[validate(length(min = 1, max = 10), nested)]
    pub vat_codes: Vec<VatMapping>,
}

/// How many invoices are how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AccountingEntryCounts)]
pub struct EntryCounts {
    /// Issued, and never asked to be booked.
    pub unbooked: i64,
    pub waiting: i64,
    pub booked: i64,
    pub failed: i64,
}

/// A connection to be made.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountingConnectionInput)]
pub struct ConnectionInput {
    /// The plugin's id.
    #[serde(rename = "type")]
    #[validate(length(min = 1, max = 60))]
    pub kind: String,
    /// As its settings ask for, secrets included.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
}

/// What the service's books know of what the portal asks of them, as of now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountingBooks)]
pub struct Books {
    pub vat_codes: Vec<BookVatCode>,
    /// Those of the company's accounts, by their numbers.
    pub accounts: Vec<BookAccount>,
}

/// A code of VAT that the service's books know.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountingBookVatCode)]
pub struct BookVatCode {
    pub code: String,
    /// Percent; null: it tells none of its own.
    pub percent: Option<String>,
}

/// An account of the company's, and what the service's ledger calls it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountingBookAccount)]
pub struct BookAccount {
    pub account: String,
    /// Null: the ledger has none of this number.
    pub label: Option<String>,
}

/// An invoice on its way into the books.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountingEntry)]
pub struct Entry {
    pub id: Uuid,
    pub invoice_id: Uuid,
    pub number: String,
    pub kind: InvoiceKind,
    #[sqlx(flatten)]
    pub organization: OrganizationName,
    /// When it was issued, in Paris.
    pub issued_on: NaiveDate,
    /// Euros with VAT.
    pub total_amount: Decimal,
    /// TRANSFER_TO_MAKE 0, TRANSFER_MADE 1
    pub bank_status: i16,
    pub status: EntryStatus,
    /// Why it is not booked yet, or why its payment is not known.
    #[serde(serialize_with = "said::maybe")]
    pub problem: Option<String>,
    /// The service's id.
    pub external_id: Option<String>,
    /// Where a person sees it at the service; empty: unknown.
    pub url: String,
    pub payment: Option<PaymentState>,
    /// What is still to be paid, in euros.
    pub remaining: Option<Decimal>,
    pub booked_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
}

/// Which invoices are to be booked.
#[derive(Debug, Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = InvoiceSyncInput)]
pub struct SyncInput {
    /// Absent: all that are issued and not booked, those that failed included.
    #[validate(length(max = 1000))]
    pub ids: Option<Vec<Uuid>>,
}

/// What a synchronization began.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InvoiceSync)]
pub struct Sync {
    /// Invoices and credit notes that wait to be booked now.
    pub waiting: i64,
    /// That books them.
    pub job: JobRecord,
}
