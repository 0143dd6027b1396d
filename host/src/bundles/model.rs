//! What a bundle is (specification, document 1, sections 3 and 5): several articles sold as one. A fulfilment provider's
//! (SKU CPSLBU-…) come with its pull; a store's own (CPSLSB-…) are made here.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::request::trimmed;
use crate::plugins::Extra;
use crate::products::sku;
use crate::stores::{StoreName, StoreOrganization};

/// So many of one article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BundleComponent)]
pub struct Component {
    /// The way to buy the bundle that it is in; empty: in every one.
    pub variant: String,
    pub sku: String,
    pub name: String,
    pub quantity: i32,
    /// The variant's id at the shop; empty when unknown.
    pub external_variant_id: String,
}

/// A bundle as its list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BundleRow {
    pub id: Uuid,
    pub sku: String,
    pub name: String,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// Whose the store is, the largest share first; for a customer only those of their own.
    #[sqlx(json)]
    pub organizations: Vec<StoreOrganization>,
    /// The plugin that it came through; none: made in the portal, and can be deleted there.
    pub provider: Option<String>,
    /// The first hundred.
    #[sqlx(json)]
    pub components: Vec<Component>,
    pub component_count: i64,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    #[sqlx(json)]
    pub extra: Extra,
}

/// A bundle with everything about it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    pub id: Uuid,
    pub sku: String,
    pub name: String,
    pub store: StoreName,
    pub provider: Option<String>,
    /// The provider's id.
    pub provider_id: Option<String>,
    /// Name and value.
    #[schema(value_type = Vec<Vec<String>>)]
    pub options: Json<Vec<(String, String)>>,
    pub components: Vec<Component>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    pub extra: Extra,
}

/// A bundle of a store's own, to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BundleInput {
    pub store_id: Uuid,
    /// `CPSLSB-XXXXXX-XXXX`
    #[validate(custom(function = "store_bundle_sku"))]
    pub sku: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 128))]
    pub name: String,
    #[validate(nested, length(min = 1, max = 100), custom(function = "distinct"))]
    pub components: Vec<ComponentInput>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BundleComponentInput)]
pub struct ComponentInput {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[validate(length(min = 1, max = 200))]
    pub sku: String,
    #[validate(range(min = 1, max = 10_000))]
    pub quantity: i32,
    /// The variant's id at the shop.
    #[validate(length(min = 1, max = 255))]
    pub external_variant_id: String,
}

fn store_bundle_sku(sku: &str) -> Result<(), ValidationError> {
    match sku::Kind::StoreBundle.fits(sku) {
        true => Ok(()),
        false => Err(ValidationError::new("sku")),
    }
}

fn distinct(components: &[ComponentInput]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match components.iter().all(|each| seen.insert(&each.sku)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}
