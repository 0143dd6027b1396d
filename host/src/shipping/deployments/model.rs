//! What is set at a shop, what the shop has, and what became of the one at the other.

use chrono::{DateTime, Utc};
use comptoir_sandbox::{shop, types};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::providers::sync::intake;
use crate::words::said;

/// The only currency in which the company sells shipping.
pub const CURRENCY: &str = "EUR";

/// What is done at a shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DeploymentKind {
    Set,
    Clear,
    Markets,
}

impl DeploymentKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            DeploymentKind::Set => "set",
            DeploymentKind::Clear => "clear",
            DeploymentKind::Markets => "markets",
        }
    }
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum DeploymentState {
    Pending,
    Done,
    /// The shop has some of it: the zones say which.
    Partial,
    Failed,
}

impl DeploymentState {
    pub const fn as_str(self) -> &'static str {
        match self {
            DeploymentState::Pending => "pending",
            DeploymentState::Done => "done",
            DeploymentState::Partial => "partial",
            DeploymentState::Failed => "failed",
        }
    }
}

/// What a deployment would do with a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopRateState {
    Added,
    Changed,
    Removed,
    Same,
    /// It is the shop's own: never touched.
    Foreign,
}

/// A price that consumers of a zone are to read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    /// The carrier, in French.
    pub name: String,
    /// Stable for the carrier.
    pub code: String,
    /// Above this, in grams.
    pub min_weight: i32,
    /// Up to and including this.
    pub max_weight: i32,
    /// Euros, with the VAT of the destination.
    pub price: Decimal,
}

/// Countries with the same rates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Zone {
    pub name: String,
    /// In their order.
    pub countries: Vec<String>,
    pub rates: Vec<Rate>,
    /// The shop was seen to have it.
    #[serde(default)]
    pub done: bool,
}

impl Zone {
    /// A country to sell to; rates have nothing to do with it.
    pub fn of_country(code: String) -> Self {
        Self {
            name: code.clone(),
            countries: vec![code],
            rates: Vec::new(),
            done: false,
        }
    }

    /// As the plugin is told it. `None`: an amount or a weight that nobody could mean.
    pub fn for_plugin(&self) -> Option<shop::Zone> {
        let rate = |rate: &Rate| {
            Some(shop::Rate {
                name: rate.name.clone(),
                code: rate.code.clone(),
                price: intake::money(rate.price, CURRENCY)?,
                min_weight: u32::try_from(rate.min_weight).ok()?,
                max_weight: u32::try_from(rate.max_weight).ok()?,
            })
        };
        Some(shop::Zone {
            name: self.name.clone(),
            countries: self.countries.clone(),
            rates: self.rates.iter().map(rate).collect::<Option<_>>()?,
        })
    }
}

/// A price that consumers read now, at the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveRate {
    pub name: String,
    pub active: bool,
    pub min_weight: Option<i32>,
    pub max_weight: Option<i32>,
    pub min_total: Option<Decimal>,
    pub max_total: Option<Decimal>,
    /// `None`: a service tells it at the checkout.
    pub price: Option<Decimal>,
    /// Of all three.
    pub currency: String,
}

/// A zone as the shop has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveZone {
    pub name: String,
    pub countries: Vec<String>,
    pub rest_of_world: bool,
    pub ours: bool,
    pub rates: Vec<LiveRate>,
}

impl From<shop::ShopZone> for LiveZone {
    fn from(zone: shop::ShopZone) -> Self {
        Self {
            name: zone.name,
            countries: zone.countries,
            rest_of_world: zone.rest_of_world,
            ours: zone.ours,
            rates: zone.rates.into_iter().map(LiveRate::from).collect(),
        }
    }
}

impl From<shop::ShopRate> for LiveRate {
    fn from(rate: shop::ShopRate) -> Self {
        let grams = |grams: u32| i32::try_from(grams).unwrap_or(i32::MAX);
        let amount = |money: &Option<types::Money>| intake::amount("price", money.as_ref()?).ok();
        let amounts = [&rate.price, &rate.min_total, &rate.max_total];
        let currency = amounts.into_iter().flatten().next();
        Self {
            name: rate.name,
            active: rate.active,
            // From nothing on is no limit.
            min_weight: rate.min_weight.filter(|least| *least > 0).map(grams),
            max_weight: rate.max_weight.map(grams),
            min_total: amount(&rate.min_total),
            max_total: amount(&rate.max_total),
            price: amount(&rate.price),
            currency: currency.map_or_else(|| CURRENCY.to_owned(), |money| money.currency.clone()),
        }
    }
}

/// A rate at the shop, now and after a deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRateDiff {
    /// As consumers read it.
    pub name: String,
    /// Above this, in grams; null: from nothing on.
    pub min_weight: Option<i32>,
    /// Up to and including this; null: whatever it weighs.
    pub max_weight: Option<i32>,
    /// From this total of the articles on; null: whatever they cost, as with every rate of ours.
    pub min_total: Option<Decimal>,
    /// Up to and including this.
    pub max_total: Option<Decimal>,
    /// With VAT, as the shop has it; null: it does not, or a service tells it at the checkout.
    pub before: Option<Decimal>,
    /// With the VAT of the destination; null: it will be gone, or a service tells it.
    pub after: Option<Decimal>,
    pub currency: String,
    pub state: ShopRateState,
}

/// Countries for which the shop has the same rates, now and after a deployment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopZoneDiff {
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub countries: Vec<String>,
    /// It holds for every country that no other zone has.
    pub rest_of_world: bool,
    pub state: ShopRateState,
    pub rates: Vec<ShopRateDiff>,
}

/// How many rates there are of each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShopRateCounts {
    pub added: usize,
    pub changed: usize,
    pub removed: usize,
    pub same: usize,
    pub foreign: usize,
}

/// A country that is to have rates of ours and stands in a zone of the shop's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockedCountry {
    pub country_code: String,
    /// The shop's zone.
    pub zone: String,
}

/// What a deployment would do at a store's shop, as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRatesDiff {
    /// The store whose shop it is.
    pub shop: String,
    pub zones: Vec<ShopZoneDiff>,
    pub counts: ShopRateCounts,
    /// While there are any, the shop refuses the deployment: a country stands in one zone.
    pub blocked: Vec<BlockedCountry>,
}

/// What a zone of a deployment was, and whether the shop has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeployedZone {
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub countries: Vec<String>,
    pub done: bool,
}

/// What somebody had set at a store's shop.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deployment {
    pub id: Uuid,
    pub store_id: Uuid,
    pub kind: DeploymentKind,
    /// Who asked for it, by name.
    pub author: String,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub state: DeploymentState,
    /// Why it is not, or not wholly, done; null: it is, or nothing is known to stand in its way.
    #[serde(serialize_with = "said::maybe")]
    pub problem: Option<String>,
    pub job_id: Option<Uuid>,
    /// Whose rates were set.
    pub carrier_ids: Vec<Uuid>,
    /// What was set; of markets, a country each.
    #[schema(value_type = Vec<DeployedZone>)]
    pub zones: Json<Vec<DeployedZone>>,
}

/// Whose rates a store's shop is to have.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetRates {
    pub store_id: Uuid,
    #[validate(length(min = 1, max = 100))]
    pub carrier_ids: Vec<Uuid>,
}

/// Whose rates are to be taken away.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearRates {
    pub store_id: Uuid,
}

/// Where a store's shop is to sell.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetMarkets {
    pub store_id: Uuid,
    /// ISO 3166-1 alpha-2.
    #[validate(length(min = 1, max = 300))]
    pub countries: Vec<String>,
}
