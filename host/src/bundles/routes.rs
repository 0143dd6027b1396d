//! Calls on bundles.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use comptoir_sandbox::Entity;

use super::list::BUNDLES;
use super::model::{Bundle, BundleInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::products;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// What reading them takes.
pub const READ: Access = Access::permissions(&[Permission::ReadProduct]);
const WRITE: Access = Access::admin(&[Permission::WriteProduct]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/bundle", &BUNDLES)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
}

/// One bundle with all its components.
#[utoipa::path(get, path = "/bundle/{id}", tag = "bundles", operation_id = "getBundle", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Bundle>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Bundle>> {
    let mut db = app.db.acquire().await?;
    let bundle = Visible::<Bundle>::find(&mut db, &scope, id).await?;
    let mut data = pictured(&app, bundle.into_inner());
    app.plugins
        .disclose(&scope, Entity::Bundle, [&mut data.extra]);
    Ok(Data { data })
}

fn pictured(app: &App, mut bundle: Bundle) -> Bundle {
    for content in &mut bundle.components {
        content.image = products::image(app, &content.image, content.image_id);
    }
    bundle
}

/// Makes a bundle of a store's own.
#[utoipa::path(post, path = "/bundle", tag = "bundles", operation_id = "createBundle", params(KeyHeader),
    request_body = BundleInput,
    responses((status = 201, body = Data<Bundle>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<BundleInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let bundle = sql::add(tx, &scope, &input).await?;
        Ok((StatusCode::CREATED, pictured(&app, bundle)))
    })
    .await
}

/// Changes a bundle of a store's own. What a provider holds is changed there.
#[utoipa::path(put, path = "/bundle/{id}", tag = "bundles", operation_id = "replaceBundle",
    params(("id" = uuid::Uuid, Path), EditionHeader), request_body = BundleInput,
    responses((status = 200, body = Data<Bundle>), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "ForbiddenResourceException: a provider keeps it"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException, ConflictEditException")))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<BundleInput>,
) -> Result<Data<Bundle>> {
    let mut tx = app.begin().await?;
    let before = sql::open(&mut tx, &scope, id, edition).await?;
    sql::update(&mut tx, id, &input).await?;
    let bundle = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: pictured(&app, bundle),
    })
}

/// Deletes a bundle of a store's own. What a provider holds is deleted there.
#[utoipa::path(delete, path = "/bundle/{id}", tag = "bundles", operation_id = "deleteBundle", params(("id" = uuid::Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Bundle>(&app, &scope, id).await
}

/// Undoes a deletion within an hour.
#[utoipa::path(post, path = "/bundle/{id}/restore", tag = "bundles", operation_id = "restoreBundle",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Bundle>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Bundle>> {
    let Data { data } = life::restore::<Bundle>(&app, &scope, id).await?;
    Ok(Data {
        data: pictured(&app, data),
    })
}
