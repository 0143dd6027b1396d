//! What an organization is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::files::FileInfo;
use crate::http::request::trimmed;
use crate::money;
use crate::stores::Charge;
use crate::words::address::Address;

/// A merchant as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationRow {
    pub id: Uuid,
    pub name: String,
    /// The number in its country's company register.
    pub identifier_number: String,
    pub tax_number: String,
    pub city: String,
    /// Its stores, archived ones left out.
    pub store_count: i64,
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// A merchant, whole.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    pub id: Uuid,
    pub name: String,
    pub identifier_number: String,
    pub tax_number: String,
    pub address: Option<Address>,
    /// Its signed contract, a PDF.
    pub contract: Option<FileInfo>,
    pub stores: Vec<OrganizationStore>,
    /// Who signs in for it; null for those who may not read users.
    pub people: Option<Vec<OrganizationPerson>>,
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A store where its organization names it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationStore {
    pub id: Uuid,
    pub name: String,
    /// The organization's share of it.
    pub ownership_percentage: Decimal,
}

/// Somebody where their organization names them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationPerson {
    pub id: Uuid,
    pub display_name: String,
    pub email: String,
    /// Null: never.
    pub last_login_at: Option<DateTime<Utc>>,
}

/// What one fills in of an organization.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrganizationInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    /// SIREN or SIRET in France.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 50))]
    pub identifier_number: String,
    /// The VAT number; a small business has none.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 50))]
    pub tax_number: String,
    #[serde(default)]
    #[validate(nested)]
    pub address: Option<Address>,
}

/// What a return costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnPrice {
    /// In the merchant's words: "T-shirt".
    #[serde(rename = "type", deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub kind: String,
    /// Without VAT, in euros.
    #[validate(custom(function = "money::cost"))]
    pub price: Decimal,
}

/// What storage costs in a band of quantity, for each fifteen days that began (decision F12).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[validate(schema(function = "band"))]
pub struct StoragePrice {
    /// From more than this; null: from nothing.
    #[validate(custom(function = "money::not_negative"))]
    pub min: Option<Decimal>,
    /// Up to this; null: without an end.
    #[validate(custom(function = "money::not_negative"))]
    pub max: Option<Decimal>,
    pub units: StorageUnit,
    /// Without VAT, in euros, a unit.
    #[validate(custom(function = "money::cost"))]
    pub price: Decimal,
}

/// What storage is measured in (specification, document 1, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum StorageUnit {
    #[serde(rename = "DAY")]
    Day,
    #[serde(rename = "m3")]
    CubicMetre,
    #[serde(rename = "MONTH")]
    Month,
}

/// The prices agreed with a merchant, as they are changed.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TermsInput {
    #[validate(nested, length(max = 100))]
    pub returns: Vec<ReturnPrice>,
    #[validate(nested, length(max = 100))]
    pub storages: Vec<StoragePrice>,
}

/// What a merchant and the company agreed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    pub organization: OrganizationName,
    /// The signed contract; it is read by `GET /organization/{id}/contract`.
    pub contract: Option<FileInfo>,
    pub returns: Vec<ReturnPrice>,
    pub storages: Vec<StoragePrice>,
    /// What each store is charged.
    pub stores: Vec<StoreTerms>,
    pub updated_at: DateTime<Utc>,
}

/// An organization where another record names it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OrganizationName {
    pub id: Uuid,
    pub name: String,
}

/// What a store is charged.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreTerms {
    pub id: Uuid,
    pub name: String,
    pub seeding_cost: Decimal,
    pub ticket_cost: Decimal,
    pub return_cost: Decimal,
    #[schema(value_type = Vec<Charge>)]
    pub charges: Json<Vec<Charge>>,
}

fn band(price: &StoragePrice) -> Result<(), ValidationError> {
    match (price.min, price.max) {
        (Some(min), Some(max)) if min >= max => Err(ValidationError::new("range")),
        (None, None) => Err(ValidationError::new("required")),
        _ => Ok(()),
    }
}
