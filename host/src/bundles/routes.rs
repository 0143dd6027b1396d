//! Calls on bundles.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use comptoir_sandbox::Entity;
use utoipa_axum::routes;

use super::list::BUNDLES;
use super::model::{Bundle, BundleInput, BundleRow};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::Routes;
use crate::jobs::JobRecord;
use crate::list::exports::{self, CursorText, ExportRequest};
use crate::list::{Cursor, CursorParam, Page};
use crate::records::life;
use crate::records::visible::Visible;
use crate::words::language::Language;

/// What reading them takes.
pub const READ: Access = Access::permissions(&[Permission::ReadProduct]);
const WRITE: Access = Access::admin(&[Permission::WriteProduct]);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(READ, routes!(find))
        .add(READ, routes!(export))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(delete))
        .add(WRITE, routes!(restore))
}

/// The bundles of the stores that the caller may see. Searches name and SKU. Sorts: `name` (default), `sku`. Filter:
/// `storeId`.
#[utoipa::path(get, path = "/bundle", tag = "bundles", operation_id = "listBundles", params(CursorParam),
    responses((status = 200, body = Page<BundleRow>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(scope: Scope, State(app): State<App>, cursor: Cursor) -> Result<Page<BundleRow>> {
    let mut page = BUNDLES.page(&app.db, &scope, cursor).await?;
    let extras = page.data.iter_mut().map(|bundle| &mut bundle.extra);
    app.plugins.conceal(&scope, Entity::Bundle, extras);
    Ok(page)
}

/// One bundle with all its components.
#[utoipa::path(get, path = "/bundle/{id}", tag = "bundles", operation_id = "getBundle", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Bundle>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Bundle>> {
    let mut db = app.db.acquire().await?;
    let mut data = Visible::<Bundle>::find(&mut db, &scope, id)
        .await?
        .into_inner();
    app.plugins
        .conceal(&scope, Entity::Bundle, [&mut data.extra]);
    Ok(Data { data })
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
        Ok((StatusCode::CREATED, bundle))
    })
    .await
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
    life::restore(&app, &scope, id).await
}

/// Exports the bundles that the caller may see as a CSV file: a job, whose end a mail announces.
#[utoipa::path(post, path = "/bundle/export", tag = "bundles", operation_id = "exportBundles",
    params(CursorParam, KeyHeader), request_body = ExportRequest,
    responses((status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn export(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    cursor: Option<CursorText>,
    Body(mut request): Body<ExportRequest>,
) -> Result<Response> {
    request.take_cursor(cursor);
    exports::request(&app, &scope, once, "bundles", request, language).await
}
