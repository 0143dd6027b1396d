//! What a bundle is (specification, document 1, sections 3 and 5): several articles sold as one. A fulfilment provider's
//! (SKU CPSLBU-…) come with its pull; a store's own (CPSLSB-…) are made here.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
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

/// A component with what the store's catalogue knows of its article.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BundleContent)]
pub struct Content {
    #[serde(flatten)]
    pub component: Component,
    /// The article and its product; none where the store sells none of this SKU.
    pub variant_id: Option<Uuid>,
    pub product_id: Option<Uuid>,
    /// Where its product's picture is, at this portal; empty: there is none.
    pub image: String,
    #[serde(skip)]
    pub image_id: Option<Uuid>,
    /// What a consumer pays for one; `currency` is empty where there is no price.
    pub price: Option<Decimal>,
    pub currency: String,
    /// How many can be sold now; none: nobody tells its stock.
    pub available: Option<i64>,
}

/// How many of a bundle the stock of its components allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BundleStock)]
pub struct Allowed {
    /// The way to buy it; empty where there is only one.
    pub variant: String,
    /// None: the stock of some component is not known.
    pub available: Option<i64>,
}

impl Allowed {
    /// For each way to buy a bundle the least that its components and those of every way allow. A SKU that stands there
    /// twice is needed twice.
    pub fn of(contents: &[Content]) -> Vec<Self> {
        let mut ways: Vec<&str> = Vec::new();
        for content in contents {
            let way = content.component.variant.as_str();
            if !way.is_empty() && !ways.contains(&way) {
                ways.push(way);
            }
        }
        if ways.is_empty() {
            ways.push("");
        }
        let allowed = |way: &str| {
            let mut needs: BTreeMap<&str, (i64, Option<i64>)> = BTreeMap::new();
            for Content {
                component,
                available,
                ..
            } in contents
            {
                if component.variant.is_empty() || component.variant == way {
                    needs.entry(&component.sku).or_insert((0, *available)).0 +=
                        i64::from(component.quantity);
                }
            }
            // Whatever else is there: without one of them there is none.
            let each = needs
                .into_values()
                .map(|(needed, stock)| stock.map(|stock| stock.max(0) / needed));
            let each: Vec<Option<i64>> = each.collect();
            match each.contains(&Some(0)) {
                true => Some(0),
                false => each
                    .into_iter()
                    .collect::<Option<Vec<i64>>>()?
                    .into_iter()
                    .min(),
            }
        };
        let allowed = ways.into_iter().map(|way| Self {
            variant: way.to_owned(),
            available: allowed(way),
        });
        allowed.collect()
    }
}

/// What the components of a bundle cost one by one: none where there are several ways to buy it, where a price is not known
/// or where there are several currencies.
pub fn worth(contents: &[Content]) -> Option<(Decimal, String)> {
    let currency = contents.first()?.currency.clone();
    let price = |content: &Content| {
        let one = content.component.variant.is_empty() && content.currency == currency;
        Some(content.price.filter(|_| one)? * Decimal::from(content.component.quantity))
    };
    Some((
        contents.iter().map(price).sum::<Option<Decimal>>()?,
        currency,
    ))
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
    pub components: Vec<Content>,
    /// How many of it can be sold now, for each way to buy it.
    pub stock: Vec<Allowed>,
    /// What the components cost one by one; none where that is not known.
    pub worth: Option<Decimal>,
    pub worth_currency: String,
    /// The product of the store that sells it under its SKU, and what a consumer pays; `currency` is empty where there is
    /// no price.
    pub product_id: Option<Uuid>,
    pub price: Option<Decimal>,
    pub currency: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    pub extra: Extra,
}

/// A bundle of a store's own, to be made or changed.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BundleInput {
    /// Of a new bundle; one that is there stays with its store.
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
