//! Calls on tags.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::list::TAGS;
use super::model::{Tag, TagInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::records::life;
use crate::records::visible::Visible;

/// What reading them takes.
pub const READ: Access = Access::admin(&[Permission::ReadProjectProduct]);
const WRITE: Access = Access::admin(&[Permission::WriteProjectProduct]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/tags", &TAGS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(delete))
        .add(WRITE, routes!(restore))
}

/// One tag.
#[utoipa::path(get, path = "/tags/{id}", tag = "production", operation_id = "getTag", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Tag>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Tag>> {
    let mut db = app.db.acquire().await?;
    let tag = Visible::<Tag>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: tag.into_inner(),
    })
}

/// Makes a tag.
#[utoipa::path(post, path = "/tags", tag = "production", operation_id = "createTag", params(KeyHeader),
    request_body = TagInput, responses((status = 201, body = Data<Tag>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<TagInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let tag = sql::add(tx, &scope, &input, app.now()).await?;
        Ok((StatusCode::CREATED, tag))
    })
    .await
}

/// Deletes a tag that nothing carries. It can be undone for an hour.
#[utoipa::path(delete, path = "/tags/{id}", tag = "production", operation_id = "deleteTag", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictTagRelationException: something carries it")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Tag>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/tags/{id}/restore", tag = "production", operation_id = "restoreTag",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Tag>),
        (status = 409, body = ErrorBody, description = "ConflictTagNameException: another has its name now")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Tag>> {
    life::restore(&app, &scope, id).await
}
