//! What a measure of storage is.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use super::block::Block;
use crate::finance::days;
use crate::http::error::{Error, Issue, Result};
use crate::stores::StoreName;
use crate::words::codes::codes;

codes! {
    /// Where a volume comes from (decision 34).
    MeasureSource schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Somebody typed it in.
        Manual = "MANUAL",
        /// A table that somebody imported.
        Import = "IMPORT",
        /// The provider's invoice.
        ProviderInvoice = "PROVIDER_INVOICE",
        /// The stock and the volume of its articles, by day.
        Stock = "STOCK",
    }
}

/// What of a store lay in the warehouse in a half-month, in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageMeasure {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// The 1st or the 16th of the month.
    pub starts_at: NaiveDate,
    /// On average, in cubic metres.
    pub volume: Decimal,
    /// What a cubic metre cost in the half-month, in euros without VAT.
    pub price: Decimal,
    pub source: MeasureSource,
    /// The fee that it brought; null: it was deleted, or nothing was stored.
    pub fee_id: Option<Uuid>,
    pub author: String,
    pub created_at: DateTime<Utc>,
}

/// What somebody measured.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MeasureInput {
    pub store_id: Uuid,
    /// The 1st or the 16th of the month, today or earlier: a half-month that has begun.
    pub starts_at: NaiveDate,
    /// On average, in cubic metres, to the litre.
    #[validate(custom(function = "volume"))]
    pub volume: Decimal,
}

/// As much as one store's goods could take.
const HIGHEST: u32 = 100_000;
/// Decimals of a volume in cubic metres: litres.
const LITRES: u32 = 3;

fn volume(value: &Decimal) -> Result<(), ValidationError> {
    match *value {
        value if value < Decimal::ZERO => Err(ValidationError::new("min")),
        value if value > HIGHEST.into() => Err(ValidationError::new("max")),
        value if value.normalize().scale() > LITRES => Err(ValidationError::new("format")),
        _ => Ok(()),
    }
}

/// Measures that are to be charged.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StorageInput {
    #[validate(nested, length(min = 1, max = 1000))]
    pub measures: Vec<MeasureInput>,
    /// Whether they were read from a table.
    #[serde(default)]
    pub imported: bool,
    /// Only say what would come.
    #[serde(default)]
    pub preview: bool,
}

impl StorageInput {
    pub const fn source(&self) -> MeasureSource {
        match self.imported {
            true => MeasureSource::Import,
            false => MeasureSource::Manual,
        }
    }

    /// The half-months that are meant.
    ///
    /// # Errors
    /// [`Error::Invalid`]: an issue a measure whose day begins none that has begun, or that stands there twice.
    pub fn blocks(&self, today: NaiveDate) -> Result<Vec<Block>> {
        let (mut blocks, mut issues, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for (at, measure) in self.measures.iter().enumerate() {
            let field = format!("measures[{at}].startsAt");
            days::check(&field, measure.starts_at)?;
            let code = match Block::starting(measure.starts_at) {
                None => "halfMonth",
                Some(block) if block.first > today => "max",
                Some(_) if !seen.insert((measure.store_id, measure.starts_at)) => "unique",
                Some(block) => {
                    blocks.push(block);
                    continue;
                }
            };
            issues.push(Issue::new(field, code));
        }
        Error::refuse(issues)?;
        Ok(blocks)
    }
}

/// What charging storage brings, or brought.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageCharged {
    pub preview: bool,
    /// Fees, and what they sum to in euros without VAT.
    pub count: usize,
    pub customer_amount: Decimal,
    /// As they were asked.
    pub measures: Vec<ChargedMeasure>,
}

/// What a measure costs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargedMeasure {
    pub store: StoreName,
    pub starts_at: NaiveDate,
    pub ends_at: NaiveDate,
    pub volume: Decimal,
    /// A cubic metre's, in the band of the volume.
    pub price: Decimal,
    pub customer_amount: Decimal,
    /// The half-month was measured before: it brings nothing.
    pub is_measured: bool,
}

/// A table of measures as text: columns for store, day and volume.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StorageTable {
    #[validate(length(min = 1, max = 1_000_000))]
    pub content: String,
}

/// What a table says.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StorageRead {
    /// To be charged as they are.
    pub measures: Vec<MeasureInput>,
    /// What could not be read, in the order of lines.
    pub problems: Vec<TableProblem>,
}

/// What is wrong with a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableProblem {
    /// From 1, the headings'.
    pub line: usize,
    /// `storeId`, `startsAt` or `volume`; empty: the line as a whole.
    pub column: &'static str,
    /// As a request's fields have them: `required`, `option`, `date`, `halfMonth`, `format`.
    pub code: &'static str,
    /// What stands there.
    pub value: String,
}
