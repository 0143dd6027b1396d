//! Calls on organizations.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::list::ORGANIZATIONS;
use super::model::{Organization, OrganizationInput, Terms, TermsInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::{self, FileInfo, Kind, Upload};
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, Path, answer};
use crate::http::routing::{Routes, routes};
use crate::providers::registry::Company;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::{Scoped, Visible};

pub const READ: Access = Access::permissions(&[Permission::ReadOrganization]);
/// Whoever makes a store or a project chooses whose it is by this alone, and reads whom they chose (specification, document 2,
/// section 6).
const LIST: Access = Access::OneOf(&[
    Permission::ReadOrganization,
    Permission::WriteStore,
    Permission::WriteProject,
]);
const WRITE: Access = Access::admin(&[Permission::WriteOrganization]);
/// Customers read their contract and prices with their fees (specification, document 2, section 6).
const LEGAL: Access =
    Access::admin_or_customer(&[Permission::ReadOrganization], &[Permission::ReadFee]);

pub fn routes() -> Routes {
    Routes::new()
        .list(LIST, "/organization", &ORGANIZATIONS)
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(search))
        .add(WRITE, routes!(company))
        .add(LIST, routes!(find))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(archive))
        .add(WRITE, routes!(restore))
        .add(LEGAL, routes!(contract))
        .add(WRITE, routes!(upload_contract, delete_contract))
        .add(WRITE, routes!(restore_contract))
        .add(LEGAL, routes!(terms))
        .add(WRITE, routes!(replace_terms))
}

/// One organization. Whoever may not read its contract is not told of it.
#[utoipa::path(get, path = "/organization/{id}", tag = "organizations", operation_id = "getOrganization",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Organization>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Organization>> {
    let mut db = app.db.acquire().await?;
    let found = Visible::<Organization>::find(&mut db, &scope, id).await?;
    let mut data = found.into_inner();
    data.contract = data.contract.filter(|_| LEGAL.check(Some(&scope)).is_ok());
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// Name, address or number; 3 characters at least.
    #[param(min_length = 3)]
    q: String,
}

/// Searches the French company register, for filling in a new organization. At most ten companies, those in business
/// first.
#[utoipa::path(get, path = "/organization/search", tag = "organizations", operation_id = "searchCompanies",
    params(SearchParams),
    responses((status = 200, body = Data<Vec<Company>>), (status = 400, body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody, description = "The register does not answer")))]
async fn search(
    State(app): State<App>,
    Params(params): Params<SearchParams>,
) -> Result<Data<Vec<Company>>> {
    Ok(Data {
        data: app.registry.search(&params.q).await?,
    })
}

/// One company of the French register, by its SIREN or SIRET.
#[utoipa::path(get, path = "/organization/search/{id}", tag = "organizations", operation_id = "getCompany",
    params(("id" = String, Path, description = "9 or 14 digits")),
    responses((status = 200, body = Data<Company>), (status = 404, body = ErrorBody), (status = 503, body = ErrorBody)))]
async fn company(State(app): State<App>, Path(number): Path<String>) -> Result<Data<Company>> {
    let company = app.registry.company(&number).await?;
    Ok(Data {
        data: company.ok_or(Error::NotFound(Resource::Organization))?,
    })
}

/// Makes an organization.
#[utoipa::path(post, path = "/organization", tag = "organizations", operation_id = "createOrganization",
    params(KeyHeader), request_body = OrganizationInput,
    responses((status = 201, body = Data<Organization>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<OrganizationInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let created = sql::add(tx, &scope, &input).await?;
        Ok((StatusCode::CREATED, created))
    })
    .await
}

/// Changes an organization.
#[utoipa::path(put, path = "/organization/{id}", tag = "organizations", operation_id = "replaceOrganization",
    params(("id" = Uuid, Path), EditionHeader), request_body = OrganizationInput,
    responses((status = 200, body = Data<Organization>), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<OrganizationInput>,
) -> Result<Data<Organization>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Organization>(&mut tx, &scope, id, edition).await?;
    sql::update(&mut tx, id, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes an organization that has neither stores nor users; others can be archived. It can be undone for an hour.
#[utoipa::path(delete, path = "/organization/{id}", tag = "organizations", operation_id = "deleteOrganization",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Organization>(&app, &scope, id).await
}

/// Archives an organization: it keeps everything and is no longer offered.
#[utoipa::path(post, path = "/organization/{id}/archive", tag = "organizations", operation_id = "archiveOrganization",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Organization>), (status = 404, body = ErrorBody)))]
async fn archive(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Organization>> {
    life::archive(&app, &scope, id).await
}

/// Takes an organization back from the archive, or undoes its deletion within an hour.
#[utoipa::path(post, path = "/organization/{id}/restore", tag = "organizations", operation_id = "restoreOrganization",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Organization>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Organization>> {
    life::restore(&app, &scope, id).await
}

/// The signed contract, a PDF. Parts of it are given for a `Range`.
#[utoipa::path(get, path = "/organization/{id}/contract", tag = "organizations", operation_id = "getContract",
    params(("id" = Uuid, Path)),
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>), (status = 206, description = "A part"),
        (status = 404, body = ErrorBody, description = "No contract found")))]
async fn contract(
    scope: Scope,
    State(app): State<App>,
    headers: HeaderMap,
    Id(id): Id,
) -> Result<Response> {
    let mut db = app.db.acquire().await?;
    let contract = sql::terms(&mut db, &scope, id).await?.contract;
    drop(db);
    let contract = contract.ok_or(Error::NotFound(Resource::File))?;
    files::download(&app, contract.id, &headers).await
}

/// Uploads the signed contract: one PDF in the field `file`. It takes the place of the one before.
#[utoipa::path(post, path = "/organization/{id}/contract", tag = "organizations", operation_id = "uploadContract",
    params(("id" = Uuid, Path)), request_body(content = files::FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<FileInfo>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody)))]
async fn upload_contract(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    mut upload: Upload,
) -> Result<Response> {
    let mut db = app.db.acquire().await?;
    Visible::<Organization>::find(&mut db, &scope, id).await?;
    drop(db);
    let stored = upload.one(&app, &scope, "file", Kind::Pdf).await?;
    let (mut tx, now) = (app.begin().await?, app.now());
    let organization = life::open::<Organization>(&mut tx, &scope, id, Edition::ANY).await?;
    let before = organization.contract.as_ref();
    if let Some(before) = before {
        files::delete(&mut *tx, before.id, now).await?;
    }
    let record = Some((Organization::KIND, id));
    let file = files::add(&mut tx, &scope, stored, record, sql::CONTRACT, now).await?;
    let name = before.map(|file| file.name.as_str());
    sql::contract_changed(&mut tx, &scope, id, name, Some(&file.name)).await?;
    tx.commit().await?;
    Ok(answer(StatusCode::CREATED, file))
}

/// Removes the signed contract.
#[utoipa::path(delete, path = "/organization/{id}/contract", tag = "organizations", operation_id = "deleteContract",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "Removed"), (status = 404, body = ErrorBody)))]
async fn delete_contract(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let organization = life::open::<Organization>(&mut tx, &scope, id, Edition::ANY).await?;
    let contract = organization.contract.as_ref();
    let contract = contract.ok_or(Error::NotFound(Resource::File))?;
    files::delete(&mut *tx, contract.id, app.now()).await?;
    sql::contract_changed(&mut tx, &scope, id, Some(&contract.name), None).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes the removal of the signed contract, within an hour.
#[utoipa::path(post, path = "/organization/{id}/contract/restore", tag = "organizations",
    operation_id = "restoreContract", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<FileInfo>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn restore_contract(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<FileInfo>> {
    let mut tx = app.begin().await?;
    life::open::<Organization>(&mut tx, &scope, id, Edition::ANY).await?;
    let record = (Organization::KIND, id);
    let restored = files::restore_latest(&mut tx, record, sql::CONTRACT, app.now()).await?;
    let data = restored.ok_or(Error::NotFound(Resource::File))?;
    sql::contract_changed(&mut tx, &scope, id, None, Some(&data.name)).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// What was agreed with an organization: its contract, its prices, the charges of its stores.
#[utoipa::path(get, path = "/organization/{id}/terms", tag = "organizations", operation_id = "getTerms",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Terms>), (status = 404, body = ErrorBody)))]
async fn terms(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Terms>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: sql::terms(&mut db, &scope, id).await?,
    })
}

/// Changes the prices agreed with an organization.
#[utoipa::path(put, path = "/organization/{id}/terms", tag = "organizations", operation_id = "replaceTerms",
    params(("id" = Uuid, Path), EditionHeader), request_body = TermsInput,
    responses((status = 200, body = Data<Terms>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn replace_terms(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<TermsInput>,
) -> Result<Data<Terms>> {
    let mut tx = app.begin().await?;
    let organization = life::open::<Organization>(&mut tx, &scope, id, edition).await?;
    let data = sql::set_terms(&mut tx, &scope, &organization, &input, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}
