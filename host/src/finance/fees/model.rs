//! What a fee is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Role, Scope};
use crate::finance::{FeeCategory, days};
use crate::http::error::Result;
use crate::http::request::trimmed;
use crate::money;
use crate::stores::StoreName;
use crate::words::codes::codes;

codes! {
    /// Where a fee comes from.
    Cause schema(as = FeeCause, rename_all = "SCREAMING_SNAKE_CASE") {
        /// Somebody entered it.
        Manual = "MANUAL",
        /// A period of a recurring charge (F7).
        Charge = "CHARGE",
        /// Answers to a ticket (F6).
        Ticket = "TICKET",
        /// An order that was sent for promotion (F4).
        Seeding = "SEEDING",
        /// An order that came back (F5).
        Return = "RETURN",
        /// What lay in the warehouse (F12).
        Storage = "STORAGE",
        /// An order's way to its consumer.
        Shipping = "SHIPPING",
        /// A line of a provider's invoice (F13).
        ProviderInvoice = "PROVIDER_INVOICE",
    }
}

/// A fee, in its list and by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fee {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The day it is of, in Paris.
    pub initiated_at: NaiveDate,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: String,
    pub category: FeeCategory,
    pub description: String,
    /// What it costs the company, in euros without VAT. Customers read null.
    pub internal_amount: Option<Decimal>,
    /// What the store is charged, in euros without VAT; below zero it is paid back.
    pub customer_amount: Decimal,
    /// Who made it. Customers read null.
    pub author: Option<String>,
    pub cause: Cause,
    /// The recurring charge, order, ticket, provider's invoice or row that it comes from; null: somebody entered it, or a
    /// customer reads it, who does not hear of charges and providers' invoices.
    pub cause_id: Option<Uuid>,
    /// What that is called: the type of a charge, the reference of an order, the subject of a ticket.
    pub cause_name: Option<String>,
    /// Of a fee for a period that begins on `initiatedAt`: its last day.
    pub ends_at: Option<NaiveDate>,
    /// The invoices that it stands on, one an owner of its store. One that was issued locks it. Customers read their own.
    #[sqlx(json)]
    pub invoices: Vec<FeeInvoice>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// An invoice that a fee stands on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeInvoice {
    pub id: Uuid,
    /// Null: a draft.
    pub number: Option<String>,
    pub title: String,
    pub organization_id: Uuid,
}

impl Fee {
    /// Without what only the staff may know, where it is not they who read it.
    pub fn conceal(&mut self, scope: &Scope) {
        if scope.actor.role == Role::Admin {
            return;
        }
        let organizations = scope.organizations().unwrap_or_default();
        self.invoices.retain(|invoice| {
            invoice.number.is_some() && organizations.contains(&invoice.organization_id)
        });
        self.internal_amount = None;
        self.author = None;
        if self.cause == Cause::Charge {
            self.cause_id = None;
        }
        if self.cause == Cause::ProviderInvoice {
            (self.cause_id, self.cause_name) = (None, None);
        }
    }
}

/// What one fills in of a fee.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeeInput {
    /// Of a new fee; one that is there stays with its store.
    pub store_id: Uuid,
    /// The day it is of, in Paris.
    pub initiated_at: NaiveDate,
    #[serde(rename = "type", deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub kind: String,
    pub category: FeeCategory,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub description: String,
    #[validate(custom(function = "money::line"))]
    pub internal_amount: Decimal,
    #[validate(custom(function = "money::line"))]
    pub customer_amount: Decimal,
}

impl FeeInput {
    /// # Errors
    /// [`Error::Invalid`]: its day is none of ours.
    pub fn check(&self) -> Result<()> {
        days::check("initiatedAt", self.initiated_at)
    }
}

/// What brings a fee about, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Effect {
    pub cause: Cause,
    /// The record that it comes from.
    pub of: Uuid,
    /// Which of the record's effects it is: a charge's period, the messages of a ticket that were charged before.
    pub part: i32,
}

/// A fee that something brings about.
#[derive(Debug, Clone)]
pub struct NewFee {
    pub effect: Effect,
    pub store: Uuid,
    pub initiated_at: NaiveDate,
    /// Of a period: its last day.
    pub ends_at: Option<NaiveDate>,
    pub kind: String,
    pub category: FeeCategory,
    pub description: String,
    pub internal_amount: Decimal,
    pub customer_amount: Decimal,
}
