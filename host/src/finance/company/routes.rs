//! Calls on the company.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::COMPANY;
use super::model::{Company, CompanyInput};
use super::sql::{self, ID, LOGO};
use crate::access::Scope;
use crate::app::App;
use crate::files::{self, FileInfo, Upload};
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::request::{Body, Data, answer};
use crate::http::routing::{Routes, routes};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;

/// Bytes of a logo: it stands in every document.
const LARGEST_LOGO: i64 = 1 << 20;

pub fn routes() -> Routes {
    Routes::new()
        .add(COMPANY.read, routes!(find))
        .add(COMPANY.read, routes!(replace))
        .add(COMPANY.read, routes!(logo))
        .add(COMPANY.read, routes!(upload_logo, delete_logo))
}

/// Who invoices: legal data, and what each code of VAT means.
#[utoipa::path(get, path = "/finance/company", tag = "finance", operation_id = "getInvoicingCompany",
    responses((status = 200, body = Data<Company>)))]
async fn find(scope: Scope, State(app): State<App>) -> Result<Data<Company>> {
    let mut db = app.db.acquire().await?;
    let company = sql::of(&mut db, &scope).await?;
    Ok(Data {
        data: company.into_inner(),
    })
}

/// Changes who invoices. Invoices that were issued keep what they say.
#[utoipa::path(put, path = "/finance/company", tag = "finance", operation_id = "replaceInvoicingCompany", params(EditionHeader),
    request_body = CompanyInput, responses((status = 200, body = Data<Company>), (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Body(input): Body<CompanyInput>,
) -> Result<Data<Company>> {
    input.check()?;
    let mut tx = app.begin().await?;
    let before = life::open::<Company>(&mut tx, &scope, ID, edition).await?;
    sql::update(&mut tx, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// What stands above its documents.
#[utoipa::path(get, path = "/finance/company/logo", tag = "finance", operation_id = "getInvoicingLogo",
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 206, description = "A part"),
        (status = 404, body = ErrorBody, description = "NotFoundFileException: there is none")))]
async fn logo(scope: Scope, State(app): State<App>, headers: HeaderMap) -> Result<Response> {
    let mut db = app.db.acquire().await?;
    let logo = sql::of(&mut db, &scope).await?.into_inner().logo;
    drop(db);
    let logo = logo.ok_or(Error::NotFound(Resource::File))?;
    files::download(&app, logo.id, &headers).await
}

/// Uploads what stands above its documents from now on: one PNG, JPEG or SVG in the field `file`.
#[utoipa::path(post, path = "/finance/company/logo", tag = "finance", operation_id = "uploadInvoicingLogo",
    request_body(content = files::FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<FileInfo>), (status = 413, body = ErrorBody)))]
async fn upload_logo(scope: Scope, State(app): State<App>, mut upload: Upload) -> Result<Response> {
    let stored = upload.one(&app, &scope, "file", files::Kind::Image).await?;
    let fits = matches!(
        stored.media_type,
        "image/png" | "image/jpeg" | "image/svg+xml"
    );
    if !fits || stored.size > LARGEST_LOGO {
        app.files.remove(&stored.path).await?;
        return Err(match fits {
            true => Error::TooLarge,
            false => Error::field("file", "fileType"),
        });
    }
    let (mut tx, now) = (app.begin().await?, app.now());
    let before = life::open::<Company>(&mut tx, &scope, ID, Edition::ANY).await?;
    if let Some(logo) = &before.logo {
        files::delete(&mut *tx, logo.id, now).await?;
    }
    let file = files::add(&mut tx, &scope, stored, Some((&COMPANY, ID)), LOGO, now).await?;
    life::saved(&mut tx, &scope, &before, now).await?;
    tx.commit().await?;
    Ok(answer(StatusCode::CREATED, file))
}

/// Documents have no logo from now on.
#[utoipa::path(delete, path = "/finance/company/logo", tag = "finance", operation_id = "deleteInvoicingLogo",
    responses((status = 204, description = "Removed"),
        (status = 404, body = ErrorBody, description = "NotFoundFileException: there is none")))]
async fn delete_logo(scope: Scope, State(app): State<App>) -> Result<StatusCode> {
    let (mut tx, now) = (app.begin().await?, app.now());
    let before = life::open::<Company>(&mut tx, &scope, ID, Edition::ANY).await?;
    let logo = before
        .logo
        .as_ref()
        .ok_or(Error::NotFound(Resource::File))?;
    files::delete(&mut *tx, logo.id, now).await?;
    life::saved(&mut tx, &scope, &before, now).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
