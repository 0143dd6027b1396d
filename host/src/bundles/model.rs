//! What a bundle is (specification, document 1, sections 3 and 5): several articles sold as one. A fulfilment provider's
//! (SKU CPSLBU-…) come with its pull; a store's own (CPSLSB-…) are made here.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::request::trimmed;
use crate::plugins::Extra;
use crate::products::around::{Arrival, StockDay};
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
        let stock = contents
            .iter()
            .map(|content| (&*content.component.sku, content.available));
        let stock: BTreeMap<&str, Option<i64>> = stock.collect();
        let allowed = |way: &str| {
            // Whatever else is there: without one of them there is none.
            let each = needs(contents, Some(way))
                .into_iter()
                .map(|(sku, needed)| stock[sku].map(|stock| stock.max(0) / needed));
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
    /// When it was archived; null: it is in use.
    pub archived_at: Option<DateTime<Utc>>,
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
    /// Where that product's picture is, at this portal; empty: there is none.
    pub image: String,
    #[serde(skip)]
    pub image_id: Option<Uuid>,
    /// When it was archived; null: it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    pub extra: Extra,
}

/// What goes on around a bundle.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BundleSurroundings)]
pub struct Around {
    /// Its components in inbound shipments that are under way, what comes first first, two hundred at most; none for those who
    /// may not read shipments.
    pub inbound: Option<Vec<Arrival>>,
    /// The stores that have a bundle of its SKU, its own first; twenty at most.
    pub sales: Vec<Sales>,
}

/// What a store sold of a bundle.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BundleSales)]
pub struct Sales {
    pub store: StoreName,
    /// The bundle there.
    pub bundle_id: Uuid,
    /// Units in orders of the last 30 and 90 days, as the reports count them.
    pub last_month: i64,
    pub last_quarter: i64,
}

/// How many of each SKU one bundle takes, bought this way; none: the first there is.
pub fn needs<'a>(contents: &'a [Content], way: Option<&str>) -> BTreeMap<&'a str, i64> {
    let ways = contents.iter().map(|content| &*content.component.variant);
    let way = way.or_else(|| ways.into_iter().find(|way| !way.is_empty()));
    let mut needs = BTreeMap::new();
    for Content { component, .. } in contents {
        if component.variant.is_empty() || Some(&*component.variant) == way {
            *needs.entry(&*component.sku).or_insert(0) += i64::from(component.quantity);
        }
    }
    needs
}

/// How many bundles the stock of what they take allowed, from the first day on which all of it is known: the days on which that
/// changed. `days`: of each SKU in the order of time.
pub fn stock_by_day(needs: &BTreeMap<&str, i64>, days: Vec<(String, StockDay)>) -> Vec<StockDay> {
    let mut changes: BTreeMap<NaiveDate, Vec<(String, StockDay)>> = BTreeMap::new();
    for (sku, day) in days {
        changes.entry(day.day).or_default().push((sku, day));
    }
    let mut stock: BTreeMap<String, StockDay> = BTreeMap::new();
    let mut told: Vec<StockDay> = Vec::new();
    for (day, changed) in changes {
        stock.extend(changed);
        let least = |of: fn(&StockDay) -> i64| {
            let each = needs.iter();
            let each = each.map(|(sku, needed)| Some(of(stock.get(*sku)?).max(0) / needed));
            each.collect::<Option<Vec<i64>>>()?.into_iter().min()
        };
        let allowed = (least(|day| day.available), least(|day| day.in_warehouse));
        let (Some(available), Some(in_warehouse)) = allowed else {
            continue;
        };
        let next = StockDay {
            day,
            available,
            in_warehouse,
        };
        let is_same = |last: &StockDay| {
            (last.available, last.in_warehouse) == (next.available, next.in_warehouse)
        };
        if !told.last().is_some_and(is_same) {
            told.push(next);
        }
    }
    told
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
