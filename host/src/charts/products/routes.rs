//! Calls on a store's audit products.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::list::PRODUCTS;
use super::model::{AuditProduct, AuditProductInput};
use super::sql::{self, ProductKey};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Path};
use crate::http::routing::{Routes, routes};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;
use crate::stores::{self, StoreName};

pub const READ: Access = Access::permissions(&[Permission::ReadAudit]);
const WRITE: Access = Access::admin(&[Permission::WriteAudit]);

pub fn routes() -> Routes {
    Routes::new()
        .list_below(
            READ,
            "/store/{id}/phonographic",
            "listAuditProducts",
            stores::BELOW_STORE,
            &PRODUCTS,
        )
        .add(WRITE, routes!(create))
        .add(READ, routes!(find))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
}

/// One audit product.
#[utoipa::path(get, path = "/store/{id}/phonographic/{productId}", tag = "charts", operation_id = "getAuditProduct",
    params(("id" = Uuid, Path), ("productId" = Uuid, Path)),
    responses((status = 200, body = Data<AuditProduct>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, key: ProductKey) -> Result<Data<AuditProduct>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: Visible::<AuditProduct>::find(&mut db, &scope, key)
            .await?
            .into_inner(),
    })
}

/// Adds a record to a store's audit.
#[utoipa::path(post, path = "/store/{id}/phonographic", tag = "charts", operation_id = "createAuditProduct",
    params(("id" = Uuid, Path), KeyHeader), request_body = AuditProductInput,
    responses((status = 201, body = Data<AuditProduct>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException; the payload names the field")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Id(store): Id,
    Body(input): Body<AuditProductInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let store = Visible::<StoreName>::find(tx, &scope, store).await?;
        let created = sql::add(tx, &scope, &store, &input, app.now()).await?;
        Ok((StatusCode::CREATED, created))
    })
    .await
}

/// Changes an audit product. What was reported stays reported.
#[utoipa::path(put, path = "/store/{id}/phonographic/{productId}", tag = "charts",
    operation_id = "replaceAuditProduct",
    params(("id" = Uuid, Path), ("productId" = Uuid, Path), EditionHeader), request_body = AuditProductInput,
    responses((status = 200, body = Data<AuditProduct>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    key: ProductKey,
    Body(input): Body<AuditProductInput>,
) -> Result<Data<AuditProduct>> {
    let mut tx = app.begin().await?;
    let before = life::open::<AuditProduct>(&mut tx, &scope, key, edition).await?;
    sql::update(&mut tx, key.id, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Takes a record out of a store's audit. It can be undone for an hour.
#[utoipa::path(delete, path = "/store/{id}/phonographic/{productId}", tag = "charts",
    operation_id = "deleteAuditProduct", params(("id" = Uuid, Path), ("productId" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, key: ProductKey) -> Result<StatusCode> {
    life::delete::<AuditProduct>(&app, &scope, key).await
}

/// Undoes a deletion within an hour.
#[utoipa::path(post, path = "/store/{id}/phonographic/{productId}/restore", tag = "charts",
    operation_id = "restoreAuditProduct", params(("id" = Uuid, Path), ("productId" = Uuid, Path)),
    responses((status = 200, body = Data<AuditProduct>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn restore(
    scope: Scope,
    State(app): State<App>,
    key: ProductKey,
) -> Result<Data<AuditProduct>> {
    life::restore(&app, &scope, key).await
}

/// Both ids of the path. What is no UUID is the id of nothing.
impl<S: Send + Sync> axum::extract::FromRequestParts<S> for ProductKey {
    type Rejection = crate::http::error::Error;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Self> {
        let ids = Path::<(Uuid, Uuid)>::from_request_parts(parts, state).await;
        ids.map(|Path((store, id))| Self { store, id })
            .map_err(|_| crate::http::error::Error::NotFound(crate::http::error::Resource::Product))
    }
}
