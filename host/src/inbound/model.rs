//! What an inbound shipment is: its statuses, its progress, what of it is shown to whom.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::Scope;
use crate::plugins::Extra;
use crate::records::audit::HistoryEntry;
use crate::stores::{StoreName, StoreOrganization};
use crate::words::codes::codes;

codes! {
    /// Where an inbound shipment stands (specification, document 1, section 4).
    InboundStatus schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// Not announced to the warehouse yet.
        Draft = "DRAFT",
        /// Announced.
        Transmitted = "TRANSMITTED",
        /// Being received.
        Offloading = "OFFLOADING",
        Complete = "COMPLETE",
        Archived = "ARCHIVED",
        Cancelled = "CANCELLED",
        /// The provider's status is none of these; its own words are kept beside it.
        CodeUnspecified = "CODE_UNSPECIFIED",
    }
}

/// F27: how much of what was expected has come, in whole percent, at most 100; 100 only when all has. Where nothing was
/// expected, anything that came is all.
pub fn progress(expected: i64, offloaded: i64, damaged: i64) -> i32 {
    let come = offloaded.saturating_add(damaged);
    match (expected, come) {
        (..=0, ..=0) => 0,
        (..=0, _) => 100,
        _ if come >= expected => 100,
        // A part of a whole: below 100.
        _ => (i128::from(come) * 100 / i128::from(expected)) as i32,
    }
}

/// Pieces over several units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InboundCounts)]
pub struct Counts {
    pub expected_units: i64,
    /// Received and good.
    pub offloaded_units: i64,
    /// Received, not sellable.
    pub damaged_units: i64,
    /// Percent of what is expected that has come, at most 100.
    pub progress: i32,
}

impl Counts {
    pub fn new(expected: i64, offloaded: i64, damaged: i64) -> Self {
        Self {
            expected_units: expected,
            offloaded_units: offloaded,
            damaged_units: damaged,
            progress: progress(expected, offloaded, damaged),
        }
    }

    fn plus(self, share: &Share) -> Self {
        Self::new(
            self.expected_units + share.expected,
            self.offloaded_units + share.offloaded,
            self.damaged_units + share.damaged,
        )
    }
}

impl FromRow<'_, PgRow> for Counts {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self::new(
            row.try_get("expected_units")?,
            row.try_get("offloaded_units")?,
            row.try_get("damaged_units")?,
        ))
    }
}

/// The units of a shipment that one mapped organization has, or (none) its store.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Share {
    organization_id: Option<Uuid>,
    expected: i64,
    offloaded: i64,
    damaged: i64,
}

/// An inbound shipment as its list shows it. To customers the counts are those of their own units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InboundShipmentRow)]
pub struct InboundShipment {
    pub id: Uuid,
    /// The plugin that it came through.
    pub provider: String,
    /// The provider's id.
    #[serde(rename = "providerRef")]
    pub provider_id: String,
    /// The supplier's or the merchant's words.
    pub name: String,
    /// The supplier's own number; empty when unknown.
    pub reference: String,
    pub carrier: String,
    pub warehouse: String,
    pub status: InboundStatus,
    /// The provider's own word, where the portal knows no status like it; else empty.
    pub provider_status: String,
    /// Those of its store and those that mappings name; for a customer only their own.
    #[sqlx(json)]
    pub organizations: Vec<StoreOrganization>,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub counts: Counts,
    pub expected_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// What plugins' columns show of it.
    #[sqlx(json)]
    pub extra: Extra,
    #[serde(skip)]
    pub store_id: Uuid,
    #[serde(skip)]
    #[sqlx(json)]
    pub shares: Vec<Share>,
}

impl InboundShipment {
    /// Leaves to a customer what is their own: neither other organizations nor how much of their goods comes along.
    pub fn conceal(&mut self, scope: &Scope) {
        let Some(own) = scope.organizations() else {
            return;
        };
        self.organizations.retain(|each| own.contains(&each.id));
        let shares = self.shares.iter();
        self.counts = shares
            .filter(|share| owns(scope, self.store_id, share.organization_id))
            .fold(Counts::default(), Counts::plus);
    }
}

/// Whether units belong to the caller: by the mapped organization, or where there is none by the store.
pub fn owns(scope: &Scope, store: Uuid, organization: Option<Uuid>) -> bool {
    let (own, owner) = match organization {
        Some(organization) => (scope.organizations(), organization),
        None => (scope.stores(), store),
    };
    own.is_none_or(|own| own.contains(&owner))
}

/// An inbound shipment with everything about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InboundShipment)]
pub struct InboundShipmentDetail {
    #[serde(flatten)]
    pub shipment: InboundShipment,
    /// Whose connection it came through; null for customers of other stores.
    pub store: Option<StoreName>,
    /// By SKU; for a customer only their own.
    pub units: Vec<InboundUnit>,
    /// The latest changes of it and of its mappings, newest first. Told to admins only.
    pub history: Vec<HistoryEntry>,
}

/// So much of one SKU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboundUnit {
    pub id: Uuid,
    pub sku: String,
    /// The product's; empty when it is not known.
    pub name: String,
    /// What tells its variant from the others; empty or `Default Title` when it is the only one.
    pub title: String,
    /// The product that the store sells it as; none where it sells none of this SKU.
    pub product_id: Option<Uuid>,
    pub expected_quantity: i32,
    /// Received and good.
    pub offloaded_quantity: i32,
    /// Received, not sellable.
    pub damaged_quantity: i32,
    /// Percent of what is expected that has come, at most 100.
    pub progress: i32,
    /// Whose it is by the mappings; null: the store's.
    pub organization: Option<StoreOrganization>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn progress_counts_what_came_good_or_damaged() {
        for (expected, offloaded, damaged, percent) in [
            (300, 120, 0, 40),
            (300, 120, 30, 50),
            (300, 290, 10, 100),
            (300, 400, 0, 100),
            (300, 299, 0, 99),
            (0, 0, 0, 0),
            (0, 1, 0, 100),
        ] {
            assert_eq!(progress(expected, offloaded, damaged), percent);
        }
    }

    proptest! {
        #[test]
        fn progress_is_a_percentage_that_only_all_completes(
            expected in 1..=i64::MAX, offloaded in 0..=i64::MAX, damaged in 0..=i64::MAX,
        ) {
            let percent = progress(expected, offloaded, damaged);
            prop_assert!((0..=100).contains(&percent));
            prop_assert_eq!(percent == 100, offloaded.saturating_add(damaged) >= expected);
        }

        #[test]
        fn more_goods_are_never_less_progress(
            expected in 0..1_000_000_i64, offloaded in 0..1_000_000_i64, more in 0..1_000_000_i64,
        ) {
            prop_assert!(progress(expected, offloaded, more) >= progress(expected, offloaded, 0));
        }
    }
}
