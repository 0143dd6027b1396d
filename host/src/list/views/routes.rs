//! Calls on saved views.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{SavedView, ViewInput};
use super::sql;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};

pub fn routes() -> Routes {
    Routes::new()
        .add(Access::SignedIn, routes!(list, create))
        .add(Access::SignedIn, routes!(replace, delete))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ListName {
    /// The list's name: `orders`.
    list: String,
}

/// The saved views of a list: the caller's own, then those shared with their role.
#[utoipa::path(get, path = "/view", tag = "views", operation_id = "listViews", params(ListName),
    responses((status = 200, body = Data<Vec<SavedView>>)))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<ListName>,
) -> Result<Data<Vec<SavedView>>> {
    Ok(Data {
        data: sql::list(&app.db, &scope.actor, &query.list).await?,
    })
}

/// Saves a view. Sharing it with a role takes WRITE_ADMIN.
#[utoipa::path(post, path = "/view", tag = "views", operation_id = "createView", params(KeyHeader),
    request_body = ViewInput,
    responses((status = 201, body = Data<SavedView>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(view): Body<ViewInput>,
) -> Result<Response> {
    view.check(&scope.actor)?;
    once.run(&app, async |tx| {
        if sql::count(&mut *tx, &scope.actor, &view.list).await? >= sql::MOST {
            return Err(Error::field("list", "max"));
        }
        let saved = sql::save(&mut *tx, &scope.actor, None, &view).await?;
        Ok((StatusCode::CREATED, saved))
    })
    .await
}

/// Saves another state of one of the caller's own views.
#[utoipa::path(put, path = "/view/{id}", tag = "views", operation_id = "replaceView", params(("id" = Uuid, Path)),
    request_body = ViewInput,
    responses((status = 200, body = Data<SavedView>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(view): Body<ViewInput>,
) -> Result<Data<SavedView>> {
    view.check(&scope.actor)?;
    let saved = sql::save(&app.db, &scope.actor, Some(id), &view).await?;
    Ok(Data {
        data: saved.ok_or(Error::missing("View"))?,
    })
}

/// Deletes one of the caller's own views.
#[utoipa::path(delete, path = "/view/{id}", tag = "views", operation_id = "deleteView", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    match sql::delete(&app.db, &scope.actor, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::missing("View")),
    }
}
