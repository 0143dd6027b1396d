//! What a saved view is.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::access::{Actor, Permission, Role};
use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::list::{Filter, OrderBy};

/// A list as somebody likes to see it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    pub id: Uuid,
    /// The list's name: `orders`.
    pub list: String,
    pub name: String,
    #[schema(value_type = ViewQuery)]
    pub query: Json<ViewQuery>,
    /// `admin`, `customer`, `factory`: whoever has this role sees it too.
    pub shared_with: Option<String>,
    /// The caller made it.
    pub own: bool,
    pub updated_at: DateTime<Utc>,
}

/// What a view asks of its list, as a cursor says it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewQuery {
    #[serde(default)]
    pub search: String,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub order_by: Vec<OrderBy>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub filters: Vec<Filter>,
}

/// A view to be saved.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewInput {
    #[validate(length(min = 1, max = 60))]
    pub list: String,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 60))]
    pub name: String,
    pub query: ViewQuery,
    /// Sharing takes WRITE_ADMIN.
    pub shared_with: Option<Role>,
}

impl ViewInput {
    /// Whether this actor may save it.
    ///
    /// # Errors
    /// [`Error::ForbiddenPermission`] for a view that is to be shared by somebody without WRITE_ADMIN; [`Error::Invalid`]
    /// for a query larger than a cursor may be.
    pub fn check(&self, actor: &Actor) -> Result<()> {
        if self.shared_with.is_some() && !actor.may(Permission::WriteAdmin) {
            return Err(Error::ForbiddenPermission(Permission::WriteAdmin));
        }
        let length = serde_json::to_string(&self.query).map_or(usize::MAX, |text| text.len());
        if length > 16 * 1024 {
            return Err(Error::field("query", "max"));
        }
        Ok(())
    }
}
