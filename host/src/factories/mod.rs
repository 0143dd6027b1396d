//! Factories: who produces. So far only their names, for those who say which user belongs to which.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::access::{Access, Needs, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::routing::Routes;
use crate::list::{Column, Cursor, CursorParam, Direction, List, Owner, Page, Type};

/// A factory where others choose it.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FactoryRow)]
pub struct FactoryRow {
    pub id: Uuid,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
}

static FACTORIES: List<FactoryRow> = List::new(
    "factories",
    "select id, name, country_code from factories",
    Owner::Factory("id"),
    &[Column::new("name", "name", Type::Text).sortable()],
    ("name", Direction::Asc),
);

pub fn routes() -> Routes {
    // Admins by their role alone (specification, document 2, section 6); factories see themselves.
    let access = Access::Needs(Needs {
        admin: Some(&[]),
        customer: None,
        factory: Some(&[]),
    });
    Routes::new().add(access, routes!(list))
}

/// The factories that the caller may see. Sorts: `name`.
#[utoipa::path(get, path = "/factories", tag = "production", operation_id = "listFactories", params(CursorParam),
    responses((status = 200, body = Page<FactoryRow>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, cursor: Cursor) -> Result<Page<FactoryRow>> {
    FACTORIES.page(&app.db, &scope, cursor).await
}
