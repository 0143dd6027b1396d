//! Calls on what is new.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::model::News;
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::production::factories::Factory;
use crate::records::visible::Visible;

/// A factory's own people.
const READ: Access = Access::admin_or_factory(
    &[
        Permission::ReadProject,
        Permission::ReadProjectProduct,
        Permission::ReadProjectProduction,
    ],
    &[Permission::ReadProject],
);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(READ, routes!(visit))
}

/// The latest hundred things that others did to what a factory makes, newest first: files of products, notes, productions.
#[utoipa::path(get, path = "/factories/{id}/news", tag = "production", operation_id = "listFactoryNews",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<News>>)))]
async fn list(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Vec<News>>> {
    let mut db = app.db.acquire().await?;
    let factory = Visible::<Factory>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: sql::latest(&mut db, &scope, &factory).await?,
    })
}

/// Until when somebody has read what is new.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Visit {
    /// The time of the latest that they have seen.
    until: DateTime<Utc>,
}

/// Says that the caller has seen what was new until a moment.
#[utoipa::path(post, path = "/factories/{id}/news/seen", tag = "production", operation_id = "seeFactoryNews",
    params(("id" = Uuid, Path)), request_body = Visit, responses((status = 204, description = "Noted")))]
async fn visit(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(input): Body<Visit>,
) -> Result<StatusCode> {
    let mut db = app.db.acquire().await?;
    let factory = Visible::<Factory>::find(&mut db, &scope, id).await?;
    sql::visit(&mut db, &scope, &factory, input.until).await?;
    Ok(StatusCode::NO_CONTENT)
}
