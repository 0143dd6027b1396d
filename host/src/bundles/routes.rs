//! Calls on bundles.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use comptoir_sandbox::Entity;
use serde::Deserialize;
use utoipa::IntoParams;

use super::list::BUNDLES;
use super::model::{Around, Bundle, BundleInput, needs, stock_by_day};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::products;
use crate::products::around::{StockDay, arrivals, stock_days};
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
        .add(WRITE, routes!(archive))
        .add(WRITE, routes!(restore))
        .add(READ, routes!(around))
        .add(READ, routes!(stock))
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
    bundle.image = products::image(app, &bundle.image, bundle.image_id);
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

/// Archives a bundle of a store's own: it keeps everything and is no longer offered.
#[utoipa::path(post, path = "/bundle/{id}/archive", tag = "bundles", operation_id = "archiveBundle",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Data<Bundle>),
        (status = 403, body = ErrorBody, description = "ForbiddenResourceException: a provider keeps it"),
        (status = 404, body = ErrorBody)))]
async fn archive(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Bundle>> {
    let mut db = app.db.acquire().await?;
    sql::check_ours(&*Visible::<Bundle>::find(&mut db, &scope, id).await?)?;
    drop(db);
    let Data { data } = life::archive::<Bundle>(&app, &scope, id).await?;
    Ok(Data {
        data: pictured(&app, data),
    })
}

/// What of a bundle's components is on its way to the warehouse, and where the bundle sells.
#[utoipa::path(get, path = "/bundle/{id}/around", tag = "bundles", operation_id = "getBundleSurroundings",
    params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Data<Around>)))]
async fn around(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Around>> {
    let mut db = app.db.acquire().await?;
    let bundle = Visible::<Bundle>::find(&mut db, &scope, id).await?;
    let components = bundle.components.iter();
    let skus: Vec<String> = components.map(|each| each.component.sku.clone()).collect();
    let data = Around {
        inbound: arrivals(&mut db, &scope, (bundle.store.id, &skus)).await?,
        sales: sql::sales(&mut db, &scope, &bundle, day_of(app.now())).await?,
    };
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Which {
    /// One of the ways to buy it. Default: the first.
    variant: Option<String>,
}

/// How many of a bundle the stock of its components allowed in the last 180 days: the days on which that changed. None before all of
/// it is known, and where nobody tells the stock of some component.
#[utoipa::path(get, path = "/bundle/{id}/stock", tag = "bundles", operation_id = "getBundleStock",
    params(("id" = uuid::Uuid, Path), Which), responses((status = 200, body = Data<Vec<StockDay>>)))]
async fn stock(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(which): Params<Which>,
) -> Result<Data<Vec<StockDay>>> {
    let mut db = app.db.acquire().await?;
    let bundle = Visible::<Bundle>::find(&mut db, &scope, id).await?;
    let needs = needs(&bundle.components, which.variant.as_deref());
    let skus: Vec<String> = needs.keys().map(|sku| (*sku).to_owned()).collect();
    let days = stock_days(&app, &mut db, (bundle.store.id, &skus)).await?;
    Ok(Data {
        data: stock_by_day(&needs, days),
    })
}

/// Undoes a deletion within an hour, or takes a bundle back from the archive.
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
