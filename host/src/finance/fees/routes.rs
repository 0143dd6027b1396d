//! Calls on fees.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::list::FEES;
use super::model::{Fee, FeeInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::{self, FileInfo, Upload};
use crate::finance::{FEE_FILES, READ as STAFF, WRITE, store_of};
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Path};
use crate::http::routing::{Routes, routes};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::visible::Visible;
use crate::records::{attachments, life};

/// Stores read their own, with one amount.
pub const READ: Access = Access::permissions(&[Permission::ReadFee]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/finance/fee", &FEES)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
        .add(STAFF, routes!(attachments))
        .add(WRITE, routes!(attach))
        .add(WRITE, routes!(detach))
}

/// One fee. Customers see one amount.
#[utoipa::path(get, path = "/finance/fee/{id}", tag = "finance", operation_id = "getFee", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Fee>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Fee>> {
    let mut db = app.db.acquire().await?;
    let fee = Visible::<Fee>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: fee.into_inner(),
    })
}

/// Enters a fee of a store.
#[utoipa::path(post, path = "/finance/fee", tag = "finance", operation_id = "createFee", params(KeyHeader),
    request_body = FeeInput, responses((status = 201, body = Data<Fee>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<FeeInput>,
) -> Result<Response> {
    input.check()?;
    once.run(&app, async |tx| {
        let store = store_of(tx, &scope, input.store_id).await?;
        let fee = sql::add(tx, &scope, &store, &input, app.now()).await?;
        Ok((StatusCode::CREATED, fee))
    })
    .await
}

/// Changes a fee. What it comes from stays.
#[utoipa::path(put, path = "/finance/fee/{id}", tag = "finance", operation_id = "replaceFee",
    params(("id" = Uuid, Path), EditionHeader), request_body = FeeInput, responses((status = 200, body = Data<Fee>)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<FeeInput>,
) -> Result<Data<Fee>> {
    input.check()?;
    let mut tx = app.begin().await?;
    let before = life::open::<Fee>(&mut tx, &scope, id, edition).await?;
    if before.store.id != input.store_id {
        return Err(Error::field("storeId", "fixed"));
    }
    // The day of a period is the period's.
    if before.ends_at.is_some() && before.initiated_at != input.initiated_at {
        return Err(Error::field("initiatedAt", "fixed"));
    }
    sql::check_open(&mut tx, id).await?;
    sql::update(&mut tx, id, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a fee, which can be undone for an hour. What brought it about does not bring another.
#[utoipa::path(delete, path = "/finance/fee/{id}", tag = "finance", operation_id = "deleteFee", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Fee>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/finance/fee/{id}/restore", tag = "finance", operation_id = "restoreFee",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Fee>)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Fee>> {
    life::restore(&app, &scope, id).await
}

/// What is attached to a fee, oldest first; at most a hundred files. Download: `POST /file/{id}/link`.
#[utoipa::path(get, path = "/finance/fee/{id}/attachment", tag = "finance", operation_id = "listFeeAttachments",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<FileInfo>>)))]
async fn attachments(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<Vec<FileInfo>>> {
    attachments::list::<Fee>(&app, &scope, &FEE_FILES, id).await
}

/// Attaches files to a fee: the field `files`, once or several times.
#[utoipa::path(post, path = "/finance/fee/{id}/attachment", tag = "finance", operation_id = "attachToFee",
    params(("id" = Uuid, Path)), request_body(content = files::FilesForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Vec<FileInfo>>)))]
async fn attach(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<FileInfo>>)> {
    attachments::attach::<Fee>(&app, &scope, &FEE_FILES, id, upload).await
}

/// Removes what is attached to a fee.
#[utoipa::path(delete, path = "/finance/fee/{id}/attachment/{file}", tag = "finance", operation_id = "detachFromFee",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 204, description = "Removed")))]
async fn detach(
    scope: Scope,
    State(app): State<App>,
    Path(ids): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    attachments::detach::<Fee>(&app, &scope, &[&FEE_FILES], ids).await
}
