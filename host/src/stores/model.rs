//! What a store is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A store as its list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Store {
    pub id: Uuid,
    pub name: String,
    /// Whose it is, the largest share first; for a customer only those of their own.
    #[sqlx(json)]
    pub organizations: Vec<StoreOrganization>,
    /// The plugins of its connectors.
    pub connectors: Vec<String>,
    pub created_at: DateTime<Utc>,
}

/// An organization that owns a store or a share of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct StoreOrganization {
    pub id: Uuid,
    pub name: String,
}

/// A store where another record names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct StoreName {
    #[sqlx(rename = "store_id")]
    pub id: Uuid,
    #[sqlx(rename = "store_name")]
    pub name: String,
}
