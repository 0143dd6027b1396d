//! What a commission is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::tiers::{Tier, base, commission, percentage};
use crate::finance::days;
use crate::http::error::{Error, Result};
use crate::money;
use crate::stores::StoreName;

/// One tier of a store's commission, in its list and by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Commission {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The first day on which it holds, and the last; null: it has no end.
    pub start_at: NaiveDate,
    pub end_at: Option<NaiveDate>,
    /// The net sales, in euros, from which the tier begins and up to which it goes; null: it has no end.
    pub min_amount: Decimal,
    pub max_amount: Option<Decimal>,
    /// Percent.
    pub rate: Decimal,
    pub author: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// What one fills in of a commission.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommissionInput {
    /// Of a new commission; one that is there stays with its store.
    pub store_id: Uuid,
    pub start_at: NaiveDate,
    pub end_at: Option<NaiveDate>,
    #[serde(default)]
    #[validate(custom(function = "money::threshold"))]
    pub min_amount: Decimal,
    #[validate(custom(function = "money::threshold"))]
    pub max_amount: Option<Decimal>,
    #[serde(default = "twenty")]
    #[validate(custom(function = "money::rate"))]
    pub rate: Decimal,
}

fn twenty() -> Decimal {
    Decimal::from(20)
}

impl CommissionInput {
    /// # Errors
    /// [`Error::Invalid`]: it ends before it begins.
    pub fn check(&self) -> Result<()> {
        days::check_range(("startAt", self.start_at), ("endAt", self.end_at))?;
        match self.max_amount {
            Some(max) if max <= self.min_amount => Err(Error::field("maxAmount", "range")),
            _ => Ok(()),
        }
    }

    /// Whether it holds on a day.
    pub fn holds(&self, day: NaiveDate) -> bool {
        self.start_at <= day && self.end_at.is_none_or(|end| day <= end)
    }

    pub fn tier(&self) -> Tier {
        Tier {
            min: self.min_amount,
            max: self.max_amount,
            rate: self.rate,
        }
    }
}

/// What is asked of a store's tiers: the commission on sales.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommissionAsked {
    pub store_id: Uuid,
    /// The day whose tiers are meant, of a period its last (decision 20); absent: today.
    pub date: Option<NaiveDate>,
    /// Euros without VAT.
    #[validate(custom(function = "money::sales"))]
    pub net_sales: Decimal,
    /// What shipping cost beyond what consumers paid for it (F8).
    #[serde(default)]
    #[validate(custom(function = "money::threshold"))]
    pub internal_shipping: Decimal,
    /// A tier that is being filled in, as if it was saved already.
    #[validate(nested)]
    pub draft: Option<CommissionInput>,
    /// The commission that `draft` changes; absent: it is a new one.
    pub draft_id: Option<Uuid>,
}

/// What the commission on sales is (F9), tier by tier.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommissionPreview {
    pub date: NaiveDate,
    /// The net sales less the internal shipping, never negative.
    pub base: Decimal,
    /// Euros without VAT.
    pub amount: Decimal,
    /// What share of the net sales that is, in percent; null: nothing was sold.
    pub percentage: Option<Decimal>,
    /// By what they begin at.
    pub tiers: Vec<CommissionTier>,
}

/// A tier, and what it brings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommissionTier {
    /// Null: it is not saved.
    pub id: Option<Uuid>,
    pub min_amount: Decimal,
    pub max_amount: Option<Decimal>,
    pub rate: Decimal,
    /// The part of the base that lies in it.
    pub part: Decimal,
    /// Its rate of that part, in whole cents.
    pub amount: Decimal,
}

impl CommissionPreview {
    /// The commission by tiers that do not overlap.
    pub fn of(
        date: NaiveDate,
        net_sales: Decimal,
        internal_shipping: Decimal,
        mut tiers: Vec<(Option<Uuid>, Tier)>,
    ) -> Self {
        tiers.sort_by_key(|(_, tier)| tier.min);
        let base = base(net_sales, internal_shipping);
        let all: Vec<Tier> = tiers.iter().map(|(_, tier)| *tier).collect();
        let amount = commission(base, &all);
        let tiers = tiers.into_iter().map(|(id, tier)| CommissionTier {
            id,
            min_amount: tier.min,
            max_amount: tier.max,
            rate: tier.rate,
            part: tier.part(base),
            amount: tier.amount(base),
        });
        Self {
            date,
            base,
            amount,
            percentage: percentage(amount, net_sales),
            tiers: tiers.collect(),
        }
    }
}
