//! What a price is, and what is asked for when some change (specification, document 1, sections 3 and 5).

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::money;
use crate::words::address::country;

/// The heaviest parcel that a band may hold, in grams.
pub const HEAVIEST: i32 = 10_000_000;
/// How many prices one save may change: a grid of 60 countries and 40 bands four times over.
pub const MOST_CHANGES: u64 = 10_000;
/// The highest price that people could mean, in euros (specification, document 1, section 5: exceptions).
const HIGHEST: i64 = 9_999;

/// Which price book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceBook {
    /// What parcels cost the company.
    Grid,
    /// What this store pays whatever they cost.
    Exceptions(Uuid),
}

impl PriceBook {
    /// What tells books apart: the grid's id is nil.
    pub const fn id(self) -> Uuid {
        match self {
            Self::Grid => Uuid::nil(),
            Self::Exceptions(store) => store,
        }
    }

    /// Whose it is.
    pub const fn store(self) -> Option<Uuid> {
        match self {
            Self::Grid => None,
            Self::Exceptions(store) => Some(store),
        }
    }
}

/// A price of a carrier for parcels of a weight to a country, in euros without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingPrice {
    pub id: Uuid,
    pub carrier_id: Uuid,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    /// Above this, in grams.
    pub min_weight: i32,
    /// Up to and including this.
    pub max_weight: i32,
    pub price: Decimal,
    /// The first day on which it holds.
    pub valid_from: NaiveDate,
    /// The first day on which it holds no more; null: open.
    pub valid_until: Option<NaiveDate>,
}

/// What one price is to become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceChange {
    pub carrier_id: Uuid,
    #[validate(custom(function = "country"))]
    pub country_code: String,
    #[validate(range(min = 0, max = "HEAVIEST"))]
    pub min_weight: i32,
    #[validate(range(min = 1, max = "HEAVIEST"))]
    pub max_weight: i32,
    /// What the caller saw there; absent or null: no price. Another one by now is refused (decision 33).
    pub was: Option<Decimal>,
    /// Absent or null: no price from then on.
    #[validate(custom(function = "agreed"))]
    pub price: Option<Decimal>,
}

/// Changes of the grid, all or none.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceChanges {
    /// The first day on which they hold; absent: today, and no earlier.
    pub valid_from: Option<NaiveDate>,
    #[validate(nested, length(min = 1, max = "MOST_CHANGES"))]
    pub changes: Vec<PriceChange>,
}

/// A price for several countries at once.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPrice {
    pub carrier_id: Uuid,
    #[validate(length(min = 1, max = 300), custom(function = "countries"))]
    pub countries: Vec<String>,
    #[validate(range(min = 0, max = "HEAVIEST"))]
    pub min_weight: i32,
    #[validate(range(min = 1, max = "HEAVIEST"))]
    pub max_weight: i32,
    #[validate(custom(function = "positive"))]
    pub price: Decimal,
    /// The first day on which it holds; absent: today, and no earlier.
    pub valid_from: Option<NaiveDate>,
}

/// A price, corrected.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceCorrection {
    #[validate(custom(function = "positive"))]
    pub price: Decimal,
}

/// What holds on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceGrid {
    pub on: NaiveDate,
    pub prices: Vec<ShippingPrice>,
    /// The days after `on` from which a price of these carriers holds: tariffs that were entered ahead.
    pub next_days: Vec<NaiveDate>,
}

/// What a store may agree on, in cents: nothing at all, too.
fn agreed(price: &Decimal) -> Result<(), ValidationError> {
    money::cost(price)?;
    match *price > HIGHEST.into() {
        true => Err(ValidationError::new("max")),
        false => Ok(()),
    }
}

/// The grid's prices are more than nothing.
fn positive(price: &Decimal) -> Result<(), ValidationError> {
    match price.is_zero() {
        true => Err(ValidationError::new("min")),
        false => agreed(price),
    }
}

fn countries(codes: &[String]) -> Result<(), ValidationError> {
    codes.iter().try_for_each(|code| country(code))
}
