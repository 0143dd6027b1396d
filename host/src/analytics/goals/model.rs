//! What a goal is.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;
use validator::{Validate, ValidationError};

use crate::http::error::{Error, Issue};
use crate::money;

/// What a store is to sell a month, from a month on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Validate, FromRow, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = StoreGoal)]
pub struct Goal {
    /// Its first day; the goal holds until the month of the next one.
    #[validate(custom(function = "first_of_month"))]
    pub month: NaiveDate,
    /// Euros a month, without VAT and shipping; zero: there is no goal any more.
    #[validate(custom(function = "money::threshold"))]
    pub net_sales: Decimal,
}

fn first_of_month(day: &NaiveDate) -> Result<(), ValidationError> {
    match day.day() == 1 && (2010..2100).contains(&day.year()) {
        true => Ok(()),
        false => Err(ValidationError::new("date")),
    }
}

/// All goals of a store.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = StoreGoalsInput)]
pub struct GoalsInput {
    #[validate(nested, length(max = 120))]
    pub goals: Vec<Goal>,
}

impl GoalsInput {
    /// Passes goals of different months.
    ///
    /// # Errors
    /// [`Error::Invalid`]: the months that an earlier one has already.
    pub fn check(&self) -> Result<(), Error> {
        let mut seen = HashSet::new();
        let repeated = Issue::of_items("goals[].month", "unique", &self.goals, |goal| {
            !seen.insert(goal.month)
        });
        Error::refuse(repeated)
    }
}

/// The same as they are kept.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoreGoals)]
pub struct Goals {
    /// The latest first.
    pub goals: Vec<Goal>,
    /// When the store was changed last.
    pub updated_at: DateTime<Utc>,
}

/// As histories compare them: euros by month, `2026-11`.
pub fn by_month(goals: &[Goal]) -> BTreeMap<String, Decimal> {
    let by_month = goals.iter().map(|goal| {
        let month = goal.month.format("%Y-%m");
        (format!("goal {month}"), goal.net_sales)
    });
    by_month.collect()
}

/// How far stores came with their goals in some days. Amounts are euros without VAT and shipping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticGoal)]
pub struct Reached {
    /// What they are to sell in these days: of a month's goal the share of its days.
    pub due: Decimal,
    /// What they are to sell in the whole months that these days lie in.
    pub goal: Decimal,
    /// What they sold in these days, in months for which they have a goal.
    pub net_sales: Decimal,
    /// How many stores have one.
    pub stores: i64,
}
