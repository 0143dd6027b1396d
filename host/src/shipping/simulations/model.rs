//! What a simulation is, and what comes of it.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::jobs::{JobStatus, Progress};
use crate::shipping::prices::{MOST_CHANGES, PriceChange};

/// What is asked for: changes of the grid, as a save has them, and the orders to try them on.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulationInput {
    /// A plugin's id. Of its orders it is told, and the changes are of its carriers.
    #[validate(length(min = 1, max = 64))]
    pub provider: String,
    #[validate(nested, length(min = 1, max = "MOST_CHANGES"))]
    pub changes: Vec<PriceChange>,
    /// The first day on which they would hold; absent: today, and no earlier.
    pub valid_from: Option<NaiveDate>,
    /// The first day on which the orders left the warehouse, and the last; absent: the three months before the last day, and
    /// today.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// Of these stores alone; absent: of all.
    #[validate(length(min = 1, max = 1_000))]
    pub store_ids: Option<Vec<Uuid>>,
}

/// A change of prices, tried on real orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Simulation {
    pub id: Uuid,
    pub provider: String,
    /// How many prices would change.
    pub price_count: i64,
    #[serde(skip)]
    pub changes: Vec<PriceChange>,
    pub valid_from: NaiveDate,
    /// The days on which the orders left the warehouse, both included.
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Null: of all stores.
    pub store_ids: Option<Vec<Uuid>>,
    pub state: JobStatus,
    /// How far it is: orders.
    pub progress: Option<Progress>,
    /// Why it failed, for people; `canceled`: somebody ended it.
    pub error: Option<String>,
    pub job_id: Option<Uuid>,
    /// Who asked for it.
    pub author: String,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    /// Null until it has completed.
    pub result: Option<SimulationResult>,
}

/// A simulation as the list of the last ones tells it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulationRow {
    pub id: Uuid,
    pub provider: String,
    /// How many prices would change.
    pub price_count: i32,
    pub valid_from: NaiveDate,
    /// The days on which the orders left the warehouse, both included.
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// Null: of all stores.
    pub store_ids: Option<Vec<Uuid>>,
    pub state: JobStatus,
    /// Who asked for it.
    pub author: String,
    pub created_at: DateTime<Utc>,
    /// Null: it waits.
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// What orders come to, in euros without VAT.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SimulationFigures {
    pub orders: i64,
    /// Those of them that the grid has no price for. They are in no sum.
    pub unquoted: i64,
    /// What they cost the company.
    pub cost: Decimal,
    /// What their stores pay.
    pub revenue: Decimal,
    /// The difference.
    pub margin: Decimal,
}

/// Orders that have something in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SimulationGroup {
    /// The id of their carrier or store, the code of their country, or the bounds of their weight band in grams (`500-1000`);
    /// empty: nobody knows.
    pub key: String,
    /// What the carrier or store is called; empty for the others.
    pub name: String,
    pub before: SimulationFigures,
    pub after: SimulationFigures,
}

/// What an order's parcel comes to, in euros without VAT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SimulatedQuote {
    pub cost: Decimal,
    pub revenue: Decimal,
}

/// An order whose cost changes more than that of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulatedOrder {
    pub id: Uuid,
    pub reference: String,
    pub store_id: Uuid,
    pub store_name: String,
    pub before: SimulatedQuote,
    pub after: SimulatedQuote,
}

/// What the changes would have done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimulationResult {
    pub before: SimulationFigures,
    pub after: SimulationFigures,
    /// How many orders hold an article whose weight is not known: it counts as nothing.
    pub unweighed: i64,
    /// Of how many orders nobody knows the carrier: they are quoted with the one that is cheapest for the company by the
    /// present grid.
    pub assumed: i64,
    /// The dearest first.
    pub carriers: Vec<SimulationGroup>,
    pub countries: Vec<SimulationGroup>,
    /// By weight. An order stands in its band of the present grid, or of the changed one where that has none.
    pub bands: Vec<SimulationGroup>,
    pub stores: Vec<SimulationGroup>,
    /// The ten whose cost changes most, of those that have a price on both sides.
    pub orders: Vec<SimulatedOrder>,
}
