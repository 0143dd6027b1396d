//! What a product is (specification, document 1, sections 3 and 5).
//!
//! A store may be connected to a shop and to a fulfilment provider, which both know its articles. Whose word counts:
//! the store's products are those of its shop where it has one, else those of its fulfilment provider, beside those made
//! in the portal; by SKU, the fulfilment side tells weight, dimensions and stock wherever it knows the SKU. The views
//! `shown_products`, `shown_variants` and `stock` say this rule to everything that reads.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use super::{ean, sku};
use crate::http::error::Conflict;
use crate::http::request::trimmed;
use crate::money;
use crate::plugins::Extra;
use crate::records::audit::HistoryEntry;
use crate::stores::{StoreName, StoreOrganization};

/// A SKU that the store has already.
pub static SKU_TAKEN: Conflict = Conflict::new(
    "ProductUnique",
    "Cette boutique a déjà un article de cette référence (SKU).",
    "This store has an article of this SKU already.",
);

/// The variants' stock, summed. Pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stock {
    /// Can be sold now.
    pub available: i64,
    /// Physically there.
    pub in_warehouse: i64,
    pub reserved: i64,
    pub damaged: i64,
}

/// A product as its list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRow {
    pub id: Uuid,
    pub name: String,
    /// Where its picture is, at this portal; that of a file for a minute. Empty: there is none.
    pub image: String,
    #[serde(skip)]
    pub image_id: Option<Uuid>,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// Whose the store is, the largest share first; for a customer only those of their own.
    #[sqlx(json)]
    pub organizations: Vec<StoreOrganization>,
    /// The plugin that it came through; none: made in the portal.
    pub provider: Option<String>,
    pub variant_count: i64,
    /// The SKUs of its first variants, five at most.
    pub skus: Vec<String>,
    /// None: nobody tells its stock.
    pub has_stock: bool,
    #[sqlx(flatten)]
    pub stock: Stock,
    /// So many whole days the variant that runs out first lasts at the pace of its last 30 days, as the reports count what was sold;
    /// none where nobody tells the stock, or nothing was sold.
    pub days_left: Option<i64>,
    /// Pieces of its variants that came with inbound shipments and were good; none where no shipment names them.
    pub offloaded: Option<i64>,
    pub archived_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    #[sqlx(json)]
    pub extra: Extra,
}

/// A product with everything about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    pub id: Uuid,
    pub name: String,
    /// Plain text.
    pub description: String,
    /// As in the list.
    pub image: String,
    #[serde(skip)]
    pub image_id: Option<Uuid>,
    /// Where a person sees it at the provider; empty when unknown.
    pub url: String,
    pub store: StoreName,
    /// The first of `organizations`.
    pub organization_id: Option<Uuid>,
    pub organizations: Vec<StoreOrganization>,
    pub provider: Option<String>,
    /// The provider's id.
    pub provider_id: Option<String>,
    /// Whether the store has a shop that it can be exported to.
    pub exportable: bool,
    /// Whether it stands in the store's shop, which tells of it.
    pub in_shop: bool,
    pub variants: Vec<Variant>,
    /// What was uploaded with it, its picture among them; oldest first.
    pub files: Vec<ProductFile>,
    /// It keeps everything and is no longer offered.
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    pub extra: Extra,
    /// The latest changes, newest first. Told to the staff only; others read none.
    pub history: Vec<HistoryEntry>,
}

/// A file of a product.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFile {
    pub id: Uuid,
    pub name: String,
    /// By its content: `image/png`.
    pub media_type: String,
    /// Bytes.
    pub size: i64,
    /// Where to read it for a minute.
    pub url: String,
}

/// A value with its unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Volume {
    pub value: Decimal,
    /// `m3`
    pub unit: &'static str,
}

/// One article of a product.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    pub id: Uuid,
    /// The provider's id; empty when there is none.
    pub provider_id: String,
    pub sku: String,
    /// What tells it from the others; empty or `Default Title` when it is the only one.
    pub title: String,
    pub ean: String,
    /// What a consumer pays; `currency` is empty where there is no price.
    pub price: Option<Decimal>,
    pub currency: String,
    pub customs_value: Option<Decimal>,
    pub customs_currency: String,
    pub tariff_number: String,
    pub origin_country: String,
    pub customs_description: String,
    /// Name and value.
    #[schema(value_type = Vec<Vec<String>>)]
    pub options: Json<Vec<(String, String)>>,
    /// Grams.
    pub weight: Option<i32>,
    pub length_mm: Option<i32>,
    pub width_mm: Option<i32>,
    pub height_mm: Option<i32>,
    pub volume: Option<Volume>,
    /// The plugin of the warehouse that told weight and dimensions; none: they are the product's own.
    pub measured_by: Option<String>,
    /// One at most; none where nobody tells its stock.
    pub inventories: Vec<Stock>,
    /// Pieces that left the warehouse with orders.
    pub shipped: i64,
    /// Pieces that came with inbound shipments and were good; none where no shipment names it.
    pub offloaded: Option<i64>,
}

/// A variant as lists to choose from show it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantRow {
    pub id: Uuid,
    pub product_id: Uuid,
    /// The variant's id at the provider; empty when there is none.
    pub provider_id: String,
    pub sku: String,
    /// The product's name.
    pub name: String,
    pub title: String,
    pub ean: String,
    #[sqlx(flatten)]
    pub store: StoreName,
    pub price: Option<Decimal>,
    pub currency: String,
    /// Grams.
    pub weight: Option<i32>,
    /// None: nobody tells its stock.
    pub available: Option<i64>,
}

/// A product to be made. Its picture was uploaded before.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductInput {
    pub store_id: Uuid,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 5000))]
    pub description: String,
    /// A file of the caller's (`POST /file`), a picture.
    pub image: Uuid,
    #[validate(nested, length(min = 1, max = 100), custom(function = "distinct_skus"))]
    pub variants: Vec<VariantInput>,
}

/// One article of a product to be made.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VariantInput {
    /// `CPSL-XXXXXX-XXXX`; `CPSLSB-XXXXXX-XXXX` where it sells this bundle of the store.
    #[validate(custom(function = "product_sku"))]
    pub sku: String,
    /// `XS` to `XXXL`, or other words; may be empty where it is the only one.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 255))]
    pub title: String,
    #[serde(default)]
    #[validate(custom(function = "ean::check"))]
    pub ean: String,
    /// Euros, tax included.
    #[validate(custom(function = "money::sale_price"))]
    pub price: Option<Decimal>,
    /// Grams.
    #[validate(range(min = 0, max = 1_000_000))]
    pub weight: Option<i32>,
    #[validate(range(min = 0, max = 100_000))]
    pub length_mm: Option<i32>,
    #[validate(range(min = 0, max = 100_000))]
    pub width_mm: Option<i32>,
    #[validate(range(min = 0, max = 100_000))]
    pub height_mm: Option<i32>,
}

/// What a product made here becomes.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductChange {
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub name: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 5000))]
    pub description: String,
    /// A file of the caller's (`POST /file`), to be shown from now on; without it the picture stays.
    pub image: Option<Uuid>,
    /// All of them, in their order. By its SKU one stays what it is; those left out go.
    #[validate(nested, length(min = 1, max = 100), custom(function = "distinct_skus"))]
    pub variants: Vec<VariantInput>,
}

impl Variant {
    /// As the history tells it: `CPSL-VINYL1-0001 · L · 24.90 EUR · 250 g`.
    pub fn described(&self) -> String {
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let sides = [self.length_mm, self.width_mm, self.height_mm]
            .map(|side| side.map(|side| side.to_string()));
        let sides = sides.into_iter().collect::<Option<Vec<_>>>();
        let parts = [
            said(&self.sku),
            said(&self.title),
            said(&self.ean).map(|ean| format!("EAN {ean}")),
            self.price.map(|price| format!("{price} {}", self.currency)),
            self.weight.map(|weight| format!("{weight} g")),
            sides.map(|sides| format!("{} mm", sides.join(" × "))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

fn product_sku(sku: &str) -> Result<(), ValidationError> {
    match sku::Kind::Product.fits(sku) || sku::Kind::StoreBundle.fits(sku) {
        true => Ok(()),
        false => Err(ValidationError::new("sku")),
    }
}

fn distinct_skus(variants: &[VariantInput]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match variants.iter().all(|variant| seen.insert(&variant.sku)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}

/// How products become products of the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportMode {
    /// One product of the shop for each variant.
    Single,
    /// One product of the shop for each product, with its variants.
    Variants,
}

impl From<ExportMode> for comptoir_sandbox::shop::ExportMode {
    fn from(mode: ExportMode) -> Self {
        match mode {
            ExportMode::Single => Self::Single,
            ExportMode::Variants => Self::Variants,
        }
    }
}
