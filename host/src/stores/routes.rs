//! Calls on stores.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::jobs::{self, WebhookAction};
use super::list::STORES;
use super::model::{Store, StoreInput, tells_owners};
use super::{connectors, health, setup, sql};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::jobs::JobRecord;
use crate::list::Selection;
use crate::records::as_of::{AsOf, Moment, as_of};
use crate::records::audit::Author;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// Whoever makes an order, a product or a bundle chooses a store by this alone (specification, document 2, section 6); who
/// may not read organizations is not told whose the stores are.
const LIST: Access = Access::OneOf(&[Permission::ReadStore, Permission::WriteProduct]);
/// What an order costs is a store's to tell.
const READ: Access = Access::permissions(&[Permission::ReadStore]);
const WRITE: Access = Access::admin(&[Permission::WriteStore]);
/// Histories are the staff's own.
const AS_OF: Access = Access::admin(&[Permission::ReadStore]);

pub fn routes() -> Routes {
    Routes::new()
        .list(LIST, "/store", &STORES)
        .add(WRITE, routes!(create))
        .add(READ, routes!(find))
        .add(AS_OF, routes!(find_as_of))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(archive))
        .add(WRITE, routes!(restore))
        .add(
            Access::admin(&[Permission::WriteConnector, Permission::ReadStore]),
            routes!(enqueue_webhooks),
        )
        .merge(connectors::routes())
        .merge(health::routes())
        .merge(setup::routes())
}

/// One store. Customers do not learn of the company's margins, nor of other owners; who may not read organizations learns of
/// none.
#[utoipa::path(get, path = "/store/{id}", tag = "stores", operation_id = "getStore", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Store>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Store>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: Visible::<Store>::find(&mut db, &scope, id)
            .await?
            .into_inner()
            .conceal(&scope),
    })
}

/// A store as it was at a moment, from its history. Who may not read organizations learns of none.
#[utoipa::path(get, path = "/store/{id}/as-of", tag = "stores", operation_id = "getStoreAsOf",
    params(("id" = Uuid, Path), Moment),
    responses((status = 200, body = Data<AsOf>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find_as_of(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(moment): Params<Moment>,
) -> Result<Data<AsOf>> {
    let mut data = as_of::<Store>(&app, &scope, id, &moment).await?;
    if let Some(state) = &mut data.state
        && !tells_owners(&scope)
    {
        state.insert("organizations".into(), json!([]));
    }
    Ok(Data { data })
}

/// Makes a store.
#[utoipa::path(post, path = "/store", tag = "stores", operation_id = "createStore", params(KeyHeader),
    request_body = StoreInput,
    responses((status = 201, body = Data<Store>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictStoreNameException")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<StoreInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let created = sql::add(tx, &scope, &input).await?;
        Ok((StatusCode::CREATED, created))
    })
    .await
}

/// Changes a store.
#[utoipa::path(put, path = "/store/{id}", tag = "stores", operation_id = "replaceStore",
    params(("id" = Uuid, Path), EditionHeader), request_body = StoreInput,
    responses((status = 200, body = Data<Store>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<StoreInput>,
) -> Result<Data<Store>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Store>(&mut tx, &scope, id, edition).await?;
    sql::update(&mut tx, id, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a store that has neither orders nor connectors; others can be archived. It can be undone for an hour.
#[utoipa::path(delete, path = "/store/{id}", tag = "stores", operation_id = "deleteStore", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Store>(&app, &scope, id).await
}

/// Archives a store: it keeps everything, nothing is pulled for it, and it is no longer offered.
#[utoipa::path(post, path = "/store/{id}/archive", tag = "stores", operation_id = "archiveStore",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Store>), (status = 404, body = ErrorBody)))]
async fn archive(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Store>> {
    life::archive(&app, &scope, id).await
}

/// Takes a store back from the archive, or undoes its deletion within an hour.
#[utoipa::path(post, path = "/store/{id}/restore", tag = "stores", operation_id = "restoreStore",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Store>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Store>> {
    life::restore(&app, &scope, id).await
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WebhookRequest {
    #[serde(rename = "type")]
    action: WebhookAction,
    /// These stores.
    ids: Option<Vec<Uuid>>,
    /// Or all that match this cursor of the list. Neither: all.
    cursor: Option<String>,
}

/// The jobs that were asked for.
#[derive(Debug, Serialize, ToSchema)]
struct Enqueued {
    jobs: Vec<JobRecord>,
}

/// Registers or purges the webhooks at the shop platforms and support desks of stores: a job a connection. Registering twice is the same as
/// once; purging removes only our own (decision 23).
#[utoipa::path(post, path = "/store/webhooks/enqueue", tag = "stores", operation_id = "enqueueWebhooks",
    params(KeyHeader), request_body = WebhookRequest,
    responses((status = 202, body = Data<Enqueued>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn enqueue_webhooks(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(request): Body<WebhookRequest>,
) -> Result<Response> {
    let selection = Selection::new(request.ids, request.cursor.as_deref())?;
    let stores = STORES.select(&app.db, &scope, &selection).await?;
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let jobs = jobs::enqueue_webhooks(tx, &author, &stores, request.action).await?;
        Ok((StatusCode::ACCEPTED, Enqueued { jobs }))
    })
    .await
}
