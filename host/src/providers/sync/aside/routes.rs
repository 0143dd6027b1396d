//! What admins who look after connections do with set-aside items.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::SET_ASIDE;
use super::jobs;
use super::list::ITEMS;
use super::model::{AsideDetail, AskedAgain, ChangedItems, Chosen};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::list::Selection;
use crate::records::audit::Author;

/// Customers have no integrations (specification, document 2, section 6).
pub const READ: Access = Access::admin(&[Permission::ReadConnector]);
const WRITE: Access = Access::admin(&[Permission::ReadConnector, Permission::WriteConnector]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/set-aside-item", &ITEMS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(retry))
        .add(WRITE, routes!(ignore))
        .add(WRITE, routes!(restore))
}

/// One item with what the plugin gave, for whoever may read such records.
#[utoipa::path(get, path = "/set-aside-item/{id}", tag = "connectors", operation_id = "getSetAsideItem",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<AsideDetail>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<AsideDetail>> {
    let found = sql::find(&app.db, id).await?;
    let mut data = found.ok_or(SET_ASIDE.missing())?;
    let pull = app.register.pull(&data.item.kind);
    if pull.is_none_or(|pull| pull.kind.read.check(Some(&scope)).is_err()) {
        data.raw = None;
    }
    Ok(Data { data })
}

/// Tries items again: what is kept of them is taken as if a pull had brought it; where that is not the whole record, the
/// plugin is asked for all of that kind once more. A job a connection and kind; ignored items are wanted again.
#[utoipa::path(post, path = "/set-aside-item/retry", tag = "connectors", operation_id = "retrySetAsideItems",
    params(KeyHeader), request_body = Chosen,
    responses((status = 202, body = Data<AskedAgain>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn retry(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(chosen): Body<Chosen>,
) -> Result<Response> {
    let ids = select(&app, &scope, chosen).await?;
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let again = sql::want_again(tx, &author, &ids).await?;
        let items = again.len();
        let jobs = jobs::enqueue(tx, &author, again).await?;
        Ok((StatusCode::ACCEPTED, AskedAgain { items, jobs }))
    })
    .await
}

/// Ignores items: they no longer count, until the provider tells something else of them.
#[utoipa::path(post, path = "/set-aside-item/ignore", tag = "connectors", operation_id = "ignoreSetAsideItems",
    params(KeyHeader), request_body = Chosen,
    responses((status = 200, body = Data<ChangedItems>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn ignore(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(chosen): Body<Chosen>,
) -> Result<Response> {
    let ids = select(&app, &scope, chosen).await?;
    once.run(&app, async |tx| {
        let ids = sql::ignore(tx, &Author::from(&scope), &ids, Some(app.now())).await?;
        Ok((StatusCode::OK, ChangedItems { ids }))
    })
    .await
}

/// Ignores items no longer.
#[utoipa::path(post, path = "/set-aside-item/restore", tag = "connectors", operation_id = "restoreSetAsideItems",
    params(KeyHeader), request_body = Chosen,
    responses((status = 200, body = Data<ChangedItems>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn restore(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(chosen): Body<Chosen>,
) -> Result<Response> {
    let ids = select(&app, &scope, chosen).await?;
    once.run(&app, async |tx| {
        let ids = sql::ignore(tx, &Author::from(&scope), &ids, None).await?;
        Ok((StatusCode::OK, ChangedItems { ids }))
    })
    .await
}

async fn select(app: &App, scope: &Scope, chosen: Chosen) -> Result<Vec<Uuid>> {
    let selection = Selection::new(chosen.ids, chosen.cursor.as_deref())?;
    ITEMS.select(&app.db, scope, &selection).await
}
