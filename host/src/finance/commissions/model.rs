//! What a commission is (specification, document 1, sections 3 and 5).

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::tiers::{Tier, base, commission, percentage};
use crate::finance::days;
use crate::http::error::{Error, Issue, Result};
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

/// What is agreed on about one tier.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CommissionTierInput)]
pub struct TierInput {
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

impl TierInput {
    /// What is wrong with it: the field, and how.
    pub fn problem(&self) -> Option<Issue> {
        let days = days::check_range(("startAt", self.start_at), ("endAt", self.end_at));
        match (days, self.max_amount) {
            (Err(Error::Invalid(issues)), _) => issues.into_iter().next(),
            (_, Some(max)) if max <= self.min_amount => Some(Issue::new("maxAmount", "range")),
            _ => None,
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

impl CommissionInput {
    /// The tier that it says.
    ///
    /// # Errors
    /// [`Error::Invalid`]: it ends before it begins.
    pub fn terms(&self) -> Result<TierInput> {
        let terms = TierInput {
            start_at: self.start_at,
            end_at: self.end_at,
            min_amount: self.min_amount,
            max_amount: self.max_amount,
            rate: self.rate,
        };
        match terms.problem() {
            Some(issue) => Err(Error::Invalid(vec![issue])),
            None => Ok(terms),
        }
    }
}

/// All tiers that are agreed on with a store at once.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommissionTiersInput {
    pub store_id: Uuid,
    #[validate(length(min = 1, max = 20), nested)]
    pub tiers: Vec<TierInput>,
}

/// Passes tiers that each make sense.
///
/// # Errors
/// [`Error::Invalid`]: of some the days or bounds do not; it names them below `field`.
pub fn check_tiers(field: &str, tiers: &[TierInput]) -> Result<()> {
    let problems = tiers.iter().enumerate().filter_map(|(at, tier)| {
        let issue = tier.problem()?;
        Some(Issue::new(
            format!("{field}[{at}].{}", issue.field),
            issue.code,
        ))
    });
    Error::refuse(problems.collect())
}

/// What is asked of a store's tiers: the commission on sales.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommissionAsked {
    /// Whose saved tiers count; absent: those of `drafts` alone.
    pub store_id: Option<Uuid>,
    /// The day whose tiers are meant, of a period its last (decision 20); absent: today.
    pub date: Option<NaiveDate>,
    /// Euros without VAT.
    #[validate(custom(function = "money::sales"))]
    pub net_sales: Decimal,
    /// What shipping cost beyond what consumers paid for it (F8).
    #[serde(default)]
    #[validate(custom(function = "money::threshold"))]
    pub internal_shipping: Decimal,
    /// Tiers that are being filled in, as if they were saved already.
    #[serde(default)]
    #[validate(length(max = 20), nested)]
    pub drafts: Vec<TierInput>,
    /// The commission that they take the place of; absent: they are new ones.
    pub except_id: Option<Uuid>,
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
