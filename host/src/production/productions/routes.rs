//! Calls on productions.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::list::PRODUCTIONS;
use super::model::{Production, ProductionInput, may_move};
use super::sql;
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Patch};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::production::projects;
use crate::production::states::{ProductionStatus, Stage};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// What reading them takes.
pub const READ: Access = Access::admin_or_factory(
    &[Permission::ReadProjectProduction],
    &[Permission::ReadProject],
);
const WRITE: Access = Access::admin(&[Permission::WriteProjectProduction]);
/// A factory says how far it is.
const MOVE: Access = Access::admin_or_factory(
    &[Permission::WriteProjectProduction],
    &[Permission::ReadProject],
);

type ProductionPatch = Patch<ProductionInput>;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/project-productions", &PRODUCTIONS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(MOVE, routes!(change))
        .add(WRITE, routes!(delete))
        .add(WRITE, routes!(restore))
}

fn prepared(app: &App, scope: &Scope, mut production: Production) -> Production {
    production.prepare(scope, day_of(app.now()));
    production
}

/// One production.
#[utoipa::path(get, path = "/project-productions/{id}", tag = "production", operation_id = "getProduction",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Production>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Production>> {
    let mut db = app.db.acquire().await?;
    let production = Visible::<Production>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: prepared(&app, &scope, production.into_inner()),
    })
}

/// Makes a production of a project that has not ended.
#[utoipa::path(post, path = "/project-productions", tag = "production", operation_id = "createProduction", params(KeyHeader),
    request_body = ProductionInput, responses((status = 201, body = Data<Production>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ProductionInput>,
) -> Result<Response> {
    if input.status != ProductionStatus::Draft {
        return Err(Error::field("status", "option"));
    }
    once.run(&app, async |tx| {
        projects::check_open(tx, &scope, input.project_id).await?;
        let production = sql::add(tx, &scope, &input, app.now()).await?;
        Ok((StatusCode::CREATED, prepared(&app, &scope, production)))
    })
    .await
}

/// Changes a production, or puts it where decision 8 lets it go. A factory moves its own while they are in its hands, and changes
/// nothing else.
#[utoipa::path(patch, path = "/project-productions/{id}", tag = "production", operation_id = "updateProduction",
    params(("id" = Uuid, Path), EditionHeader), request_body = ProductionPatch,
    responses((status = 200, body = Data<Production>)))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    patch: ProductionPatch,
) -> Result<Data<Production>> {
    if scope.actor.role == Role::Factory && patch.beyond(&["status"]).is_some() {
        return Err(Error::ForbiddenRole);
    }
    let mut tx = app.begin().await?;
    let before = life::open::<Production>(&mut tx, &scope, id, edition).await?;
    let was = before.input();
    let input = patch.onto(&was)?;
    if was.project_id != input.project_id {
        return Err(Error::field("projectId", "fixed"));
    }
    was.status.check_move(input.status, None)?;
    if was.status != input.status && !may_move(&scope, was.status, input.status) {
        return Err(Error::Conflict(ProductionStatus::REFUSED));
    }
    sql::update(&mut tx, id, &input).await?;
    let production = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: prepared(&app, &scope, production),
    })
}

/// Deletes a production that no factory is at work on. It can be undone for an hour.
#[utoipa::path(delete, path = "/project-productions/{id}", tag = "production", operation_id = "deleteProduction",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictProductionStatusException: a factory is at work on it")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Production>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/project-productions/{id}/restore", tag = "production", operation_id = "restoreProduction",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Production>),
        (status = 409, body = ErrorBody, description = "ConflictProductionNameException: another has its name now")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Production>> {
    let restored = life::restore::<Production>(&app, &scope, id).await?;
    Ok(Data {
        data: prepared(&app, &scope, restored.data),
    })
}
