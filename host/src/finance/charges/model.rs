//! What a recurring charge is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, Days, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::period::{PeriodType, Rhythm};
use crate::finance::{FeeCategory, days};
use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::money;
use crate::stores::StoreName;

/// A recurring charge, in its list and by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecurringCharge)]
pub struct Charge {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The first day of the first period.
    pub started_at: NaiveDate,
    /// The last day on which a period begins; null: it goes on.
    pub ended_at: Option<NaiveDate>,
    /// Since when it is paused: periods that begin then are not charged; null: it is not.
    pub paused_at: Option<NaiveDate>,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: String,
    pub category: FeeCategory,
    pub description: String,
    /// The latest that was agreed on, in euros without VAT.
    pub internal_amount: Decimal,
    pub customer_amount: Decimal,
    /// The first day on which a period costs that: a price that changed holds from the next period on. Null: from the start.
    pub amounts_from: Option<NaiveDate>,
    /// How many of `periodType` one period is long.
    pub period: i32,
    pub period_type: PeriodType,
    /// The last day of the periods that were charged.
    pub charged_until: Option<NaiveDate>,
    pub author: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What one fills in of a recurring charge.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecurringChargeInput)]
pub struct ChargeInput {
    /// Of a new charge; one that is there stays with its store.
    pub store_id: Uuid,
    /// The first day of the first period. Once a period was charged it stays, and so does their length.
    pub started_at: NaiveDate,
    /// The last day on which a period begins.
    pub ended_at: Option<NaiveDate>,
    #[serde(rename = "type", deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub kind: String,
    pub category: FeeCategory,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub description: String,
    /// A change holds from the next period on.
    #[serde(alias = "internalPrice")]
    #[validate(custom(function = "money::line"))]
    pub internal_amount: Decimal,
    #[serde(alias = "customerPrice")]
    #[validate(custom(function = "money::line"))]
    pub customer_amount: Decimal,
    #[serde(default = "one")]
    #[validate(range(min = 1, max = 1000))]
    pub period: i32,
    #[serde(default = "month")]
    pub period_type: PeriodType,
}

const fn one() -> i32 {
    1
}

const fn month() -> PeriodType {
    PeriodType::Month
}

impl ChargeInput {
    /// # Errors
    /// [`Error::Invalid`]: its days are in no order, or no days of ours.
    pub fn check(&self) -> Result<()> {
        days::check_range(("startedAt", self.started_at), ("endedAt", self.ended_at))
    }

    pub fn rhythm(&self) -> Rhythm {
        Rhythm::new(self.started_at, self.period, self.period_type)
    }
}

/// Days ahead that periods may be charged.
const AHEAD: Days = Days::new(366);

/// What is asked of all charges: their fees up to a day.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ApplyCharges)]
pub struct Apply {
    /// Periods that begin on this day or before it; absent: today. At most a year ahead.
    pub date: Option<NaiveDate>,
    /// Only say what would come.
    #[serde(default)]
    pub preview: bool,
    /// Of these stores; absent: of all.
    #[validate(length(min = 1, max = 500))]
    pub store_ids: Option<Vec<Uuid>>,
}

impl Apply {
    /// The day asked.
    ///
    /// # Errors
    /// [`Error::Invalid`]: it lies too far ahead.
    pub fn day(&self, today: NaiveDate) -> Result<NaiveDate> {
        let day = self.date.unwrap_or(today);
        days::check("date", day)?;
        match day > today + AHEAD {
            true => Err(Error::field("date", "max")),
            false => Ok(day),
        }
    }
}

/// A fee that a period of a charge brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueFee {
    pub charge_id: Uuid,
    pub store: StoreName,
    #[serde(rename = "type")]
    pub kind: String,
    pub category: FeeCategory,
    pub description: String,
    /// The first day of the period and its last.
    pub starts_at: NaiveDate,
    pub ends_at: NaiveDate,
    pub internal_amount: Decimal,
    pub customer_amount: Decimal,
}

/// What applying brings, or brought.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChargesApplied)]
pub struct Applied {
    pub date: NaiveDate,
    pub preview: bool,
    /// How many fees there are, and what they sum to.
    pub count: usize,
    pub internal_amount: Decimal,
    pub customer_amount: Decimal,
    /// The first thousand, by store, charge and period.
    pub fees: Vec<DueFee>,
}
