//! Calls on goals.

use axum::extract::State;

use super::model::{Goals, GoalsInput, by_month};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::analytics::routes::READ;
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::records::audit;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;
use crate::stores::Store;

const WRITE: Access = Access::admin(&[Permission::WriteAudit]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(find))
        .add(WRITE, routes!(replace))
}

/// What a store is to sell a month.
#[utoipa::path(get, path = "/store/{id}/goals", tag = "analytics", operation_id = "getStoreGoals",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Goals>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Goals>> {
    let mut db = app.db.acquire().await?;
    // The version first: a change right after it is newer than what is told here, so that the next one on it is refused.
    let updated_at = Visible::<Store>::find(&mut db, &scope, id)
        .await?
        .updated_at;
    let goals = sql::goals(&mut *db, id).await?;
    Ok(Data {
        data: Goals { goals, updated_at },
    })
}

/// Replaces what a store is to sell a month.
#[utoipa::path(put, path = "/store/{id}/goals", tag = "analytics", operation_id = "replaceStoreGoals",
    params(("id" = Uuid, Path), EditionHeader), request_body = GoalsInput,
    responses((status = 200, body = Data<Goals>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<GoalsInput>,
) -> Result<Data<Goals>> {
    input.check()?;
    let mut tx = app.begin().await?;
    let store = life::open::<Store>(&mut tx, &scope, id, edition).await?;
    let before = by_month(&sql::goals(&mut *tx, id).await?);
    sql::replace(&mut tx, id, &input.goals).await?;
    let goals = sql::goals(&mut *tx, id).await?;
    let changes = audit::changes(Some(&before), Some(&by_month(&goals)));
    let version =
        life::note::<Store>(&mut tx, &scope, &store, "update", changes, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: Goals {
            goals,
            updated_at: version.unwrap_or(store.updated_at),
        },
    })
}
