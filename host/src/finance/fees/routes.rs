//! Calls on fees.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use utoipa_axum::routes;
use uuid::Uuid;

use super::list::FEES;
use super::model::{Fee, FeeInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::{self, FileInfo, Kind, Upload};
use crate::finance::{FEE_FILES, READ as STAFF, WRITE};
use crate::http::error::{Error, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Path};
use crate::http::routing::Routes;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// Stores read their own, with one amount.
pub const READ: Access = Access::permissions(&[Permission::ReadFee]);

/// What is attached to a fee, and how many of it at most.
const ATTACHMENT: &str = "attachment";
const ATTACHMENTS: usize = 100;

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
        let store = Visible::<StoreName>::seek(tx, &scope, input.store_id).await?;
        let store = store.ok_or(Error::field("storeId", "option"))?;
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
    let mut db = app.db.acquire().await?;
    let fee = Visible::<Fee>::find(&mut db, &scope, id).await?;
    let files = files::of_records(&mut *db, &FEE_FILES, &[fee.id], ATTACHMENT).await?;
    Ok(Data {
        data: files.into_iter().map(|of| of.file).collect(),
    })
}

/// Attaches files to a fee: the field `files`, once or several times.
#[utoipa::path(post, path = "/finance/fee/{id}/attachment", tag = "finance", operation_id = "attachToFee",
    params(("id" = Uuid, Path)), request_body(content = files::FilesForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Vec<FileInfo>>)))]
async fn attach(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    mut upload: Upload,
) -> Result<(StatusCode, Data<Vec<FileInfo>>)> {
    // Nothing is received for what one does not see.
    Visible::<Fee>::find(&mut *app.db.acquire().await?, &scope, id).await?;
    let form = upload.all(&app, &scope, "files", Kind::Document).await?;
    if form.files.is_empty() {
        return Err(Error::field("files", "required"));
    }
    let mut tx = app.begin().await?;
    let fee = life::open::<Fee>(&mut tx, &scope, id, Edition::ANY).await?;
    let before = files::of_records(&mut *tx, &FEE_FILES, &[fee.id], ATTACHMENT).await?;
    if before.len() + form.files.len() > ATTACHMENTS {
        return Err(Error::field("files", "max"));
    }
    let mut data = Vec::new();
    for file in form.files {
        let of = Some((&FEE_FILES, fee.id));
        sql::attachment_changed(&mut tx, &scope, id, None, Some(&file.name)).await?;
        data.push(files::add(&mut tx, &scope, file, of, ATTACHMENT, app.now()).await?);
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Data { data }))
}

/// Removes what is attached to a fee.
#[utoipa::path(delete, path = "/finance/fee/{id}/attachment/{file}", tag = "finance", operation_id = "detachFromFee",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 204, description = "Removed")))]
async fn detach(
    scope: Scope,
    State(app): State<App>,
    Path((id, file)): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let fee = life::open::<Fee>(&mut tx, &scope, id, Edition::ANY).await?;
    let files = files::of_records(&mut *tx, &FEE_FILES, &[fee.id], ATTACHMENT).await?;
    let of = files.iter().find(|of| of.file.id == file);
    let of = of.ok_or(Error::NotFound(Resource::File))?;
    files::delete(&mut *tx, file, app.now()).await?;
    sql::attachment_changed(&mut tx, &scope, id, Some(&of.file.name), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
