//! What a store agreed on, and what it is quoted (specification, document 1, section 3: Provider-pricing settings).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::money;
use crate::shipping::quote::{Explanation, Terms, Weight};

/// What a store agreed on with the company about its parcels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShippingSettings {
    #[validate(nested, length(max = 50), custom(function = "distinct"))]
    pub providers: Vec<ShippingProvider>,
    /// Percent on what a parcel costs.
    #[validate(custom(function = "money::percentage"))]
    pub margin_percent: Decimal,
    /// Euros on top of each parcel.
    #[validate(custom(function = "money::cost"))]
    pub additional_cost: Decimal,
    /// Percent off the whole.
    #[validate(custom(function = "money::percentage"))]
    pub discount_percent: Decimal,
}

/// The same as they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreShippingSettings {
    pub providers: Vec<ShippingProvider>,
    pub margin_percent: Decimal,
    pub additional_cost: Decimal,
    pub discount_percent: Decimal,
    /// When the store was changed last.
    pub updated_at: DateTime<Utc>,
}

impl StoreShippingSettings {
    pub fn new(settings: ShippingSettings, updated_at: DateTime<Utc>) -> Self {
        Self {
            providers: settings.providers,
            margin_percent: settings.margin_percent,
            additional_cost: settings.additional_cost,
            discount_percent: settings.discount_percent,
            updated_at,
        }
    }
}

/// A fulfilment provider, as a store ships with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShippingProvider {
    /// A plugin's id.
    #[validate(length(min = 1, max = 64))]
    pub id: String,
    /// Percent on the grid with its fuel surcharge.
    #[validate(custom(function = "money::percentage"))]
    pub supplement_fee_percent: Decimal,
    /// Whether its carriers are offered.
    pub enable: bool,
}

fn distinct(providers: &[ShippingProvider]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match providers.iter().all(|provider| seen.insert(&provider.id)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}

impl ShippingSettings {
    /// What a quote by this provider depends on.
    pub fn terms(&self, provider: &str, fuel_percent: Decimal) -> Terms {
        let known = self.providers.iter().find(|known| known.id == provider);
        Terms {
            fuel_percent,
            supplement_percent: known
                .map(|known| known.supplement_fee_percent)
                .unwrap_or_default(),
            margin_percent: self.margin_percent,
            additional_cost: self.additional_cost,
            discount_percent: self.discount_percent,
        }
    }

    /// The providers whose carriers are offered.
    pub fn enabled(&self) -> Vec<String> {
        let enabled = self.providers.iter().filter(|provider| provider.enable);
        enabled.map(|provider| provider.id.clone()).collect()
    }
}

/// Why a carrier is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Unavailable {
    /// It has no price for the country.
    Country,
    /// The parcel is heavier than its heaviest band there, or falls between two.
    Weight,
}

/// A carrier, as far as a quote tells of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedCarrier {
    pub id: Uuid,
    /// A plugin's id.
    pub provider: String,
    /// In the caller's language, where it is translated.
    pub name: String,
    /// Working days that a parcel takes; null: not known.
    pub min_days: Option<i32>,
    pub max_days: Option<i32>,
}

/// What a parcel costs a store with a carrier, today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub carrier: QuotedCarrier,
    /// Null: it is offered.
    pub unavailable: Option<Unavailable>,
    /// Euros without VAT; null: it is not offered.
    pub price_ex_vat: Option<Decimal>,
    /// With the VAT of the destination.
    pub price: Option<Decimal>,
    pub explanation: Option<Explanation>,
}

/// What there is to choose from for a parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quotes {
    pub country_code: String,
    /// What the parcel weighs.
    pub weight: Weight,
    /// SKUs of the articles whose weight is not known: they count as nothing.
    pub unweighed: Vec<String>,
    /// Percent, of the destination.
    pub vat_percent: Decimal,
    /// The cheapest first; those that are not offered last.
    pub carriers: Vec<Quote>,
}

/// Every price of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreShippingPrices {
    pub carriers: Vec<CarrierPrices>,
    /// Of each country that has prices.
    pub vat: Vec<DestinationVat>,
}

/// The prices of a carrier for one store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CarrierPrices {
    pub carrier: QuotedCarrier,
    /// By country and weight.
    pub prices: Vec<StorePrice>,
}

/// A price of a store for parcels of a weight to a country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorePrice {
    pub country_code: String,
    /// Above this, in grams.
    pub min_weight: i32,
    /// Up to and including this.
    pub max_weight: i32,
    /// Euros without VAT.
    pub price_ex_vat: Decimal,
    /// With the VAT of the destination.
    pub price: Decimal,
    pub explanation: Explanation,
}

/// What consumers of a country pay on shipping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DestinationVat {
    #[validate(custom(function = "crate::words::address::country"))]
    pub country_code: String,
    #[validate(custom(function = "money::percentage"))]
    pub percent: Decimal,
}

/// What consumers pay on shipping, by country: France's rate, and those that differ from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VatTable {
    pub rates: Vec<DestinationVat>,
    pub updated_at: DateTime<Utc>,
}

/// The same, as it is replaced.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatTableInput {
    #[validate(nested, length(max = 300), custom(function = "once_a_country"))]
    pub rates: Vec<DestinationVat>,
}

fn once_a_country(rates: &[DestinationVat]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match rates.iter().all(|rate| seen.insert(&rate.country_code)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}
