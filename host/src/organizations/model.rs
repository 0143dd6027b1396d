//! What an organization is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A merchant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    pub id: Uuid,
    pub name: String,
    /// The number in its country's company register.
    pub identifier_number: String,
    pub tax_number: String,
    /// Its stores, archived ones left out.
    pub store_count: i64,
    pub created_at: DateTime<Utc>,
}
