//! Calls on products.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::Products;
use super::jobs::export;
use super::list::{PRODUCTS, VARIANTS};
use super::model::{ExportMode, Product, ProductChange, ProductInput};
use super::sql;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::jobs::JobRecord;
use crate::providers::pictures;
use crate::providers::sync::PullKind;
use crate::providers::sync::{self, Pull, Which};
use crate::records::audit::Author;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;
use crate::stores::{self, StoreName};

/// What reading them takes.
pub const READ: Access = Access::permissions(&[Permission::ReadProduct]);
/// Whoever makes a bundle chooses its articles by this alone (specification, document 2, section 6).
const ARTICLES: Access = Access::OneOf(&[Permission::ReadProduct, Permission::WriteProduct]);
const WRITE: Access = Access::admin(&[Permission::WriteProduct]);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/product", &PRODUCTS)
        .add(READ, routes!(find))
        .list(ARTICLES, "/variant", &VARIANTS)
        .list_below(
            READ,
            "/store/{id}/product",
            "listStoreProducts",
            stores::BELOW_STORE,
            &PRODUCTS,
        )
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(archive))
        .add(WRITE, routes!(restore))
        .add(WRITE, routes!(synchronize))
        .add(WRITE, routes!(synchronize_weight))
        .add(WRITE, routes!(export_to_shop))
}

/// One product with its variants and their stock.
#[utoipa::path(get, path = "/product/{id}", tag = "products", operation_id = "getProduct", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Product>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Product>> {
    let mut db = app.db.acquire().await?;
    let mut data = sql::find(&mut db, &scope, id).await?;
    app.plugins
        .disclose(&scope, comptoir_sandbox::Entity::Product, [&mut data.extra]);
    Ok(Data {
        data: pictured(&app, data),
    })
}

/// Where a browser gets the picture: our own, or the provider's by way of us.
pub fn image(app: &App, address: &str, file: Option<Uuid>) -> String {
    match file {
        Some(file) => files::link_to(app, file, files::LINK_LIFETIME),
        None => pictures::link_to(&app.keys, address),
    }
}

fn pictured(app: &App, mut product: Product) -> Product {
    product.image = image(app, &product.image, product.image_id);
    for file in &mut product.files {
        file.url = files::link_to(app, file.id, files::LINK_LIFETIME);
    }
    product
}

/// Makes a product of a store. It stays here until it is exported to the shop, whose it is from then on.
#[utoipa::path(post, path = "/product", tag = "products", operation_id = "createProduct", params(KeyHeader),
    request_body = ProductInput,
    responses((status = 201, body = Data<Product>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ProductInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let product = sql::add(tx, &scope, &input).await?;
        Ok((StatusCode::CREATED, pictured(&app, product)))
    })
    .await
}

/// Changes a product that was made here. One that a provider keeps is changed there.
#[utoipa::path(put, path = "/product/{id}", tag = "products", operation_id = "replaceProduct",
    params(("id" = Uuid, Path), EditionHeader), request_body = ProductChange,
    responses((status = 200, body = Data<Product>), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "ForbiddenResourceException: a provider keeps it"),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException, ConflictEditException")))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<ProductChange>,
) -> Result<Data<Product>> {
    let mut tx = app.begin().await?;
    let before = sql::open(&mut tx, &scope, id, edition).await?;
    let product = sql::change(&mut tx, &scope, &before, &input, app.now()).await?;
    tx.commit().await?;
    Ok(Data {
        data: pictured(&app, product),
    })
}

/// Deletes a product that was made here. It can be undone for an hour.
#[utoipa::path(delete, path = "/product/{id}", tag = "products", operation_id = "deleteProduct", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"),
        (status = 403, body = ErrorBody, description = "ForbiddenResourceException: a provider keeps it"),
        (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Product>(&app, &scope, id).await
}

/// Archives a product that was made here: it keeps everything and is no longer offered.
#[utoipa::path(post, path = "/product/{id}/archive", tag = "products", operation_id = "archiveProduct",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Product>),
        (status = 403, body = ErrorBody, description = "ForbiddenResourceException: a provider keeps it"),
        (status = 404, body = ErrorBody)))]
async fn archive(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Product>> {
    let mut db = app.db.acquire().await?;
    sql::check_kept_here(&mut db, &scope, id).await?;
    drop(db);
    let Data { data } = life::archive::<Product>(&app, &scope, id).await?;
    Ok(Data {
        data: pictured(&app, data),
    })
}

/// Takes a product back from the archive, or undoes its deletion within an hour.
#[utoipa::path(post, path = "/product/{id}/restore", tag = "products", operation_id = "restoreProduct",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Product>), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictProductUniqueException")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Product>> {
    let Data { data } = life::restore::<Product>(&app, &scope, id).await?;
    Ok(Data {
        data: pictured(&app, data),
    })
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ProductSynchronization)]
struct Synchronization {
    /// Only this store's. Default: all.
    store_id: Option<Uuid>,
}

/// The jobs that were asked for; a pending one is given back as it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductSynchronizing)]
struct Synchronizing {
    jobs: Vec<JobRecord>,
}

/// Asks for a pull of products, stock and bundles from shops and fulfilment providers: a job each and connection.
#[utoipa::path(post, path = "/product/synchronize", tag = "products", operation_id = "synchronizeProducts",
    params(KeyHeader), request_body = Synchronization,
    responses((status = 202, body = Data<Synchronizing>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn synchronize(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(body): Body<Synchronization>,
) -> Result<Response> {
    let pulls: Vec<&PullKind> = app.register.pulls_with(Products::FUNCTION).collect();
    let which = body.store_id.map_or(Which::All, Which::Store);
    pull(&app, &scope, once, &pulls, (body.store_id, which)).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfStore {
    /// Only this store's. Default: all.
    store_id: Option<Uuid>,
}

/// Asks fulfilment providers for their products, with the weights and dimensions that they measured: by SKU, theirs stand
/// before those of the shop.
#[utoipa::path(post, path = "/product/synchronize-weight", tag = "products", operation_id = "synchronizeWeights",
    params(OfStore, KeyHeader),
    responses((status = 202, body = Data<Synchronizing>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn synchronize_weight(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<OfStore>,
    once: Once,
) -> Result<Response> {
    let which = Which::Fulfilment(of.store_id);
    pull(
        &app,
        &scope,
        once,
        &[&PullKind::of::<Products>()],
        (of.store_id, which),
    )
    .await
}

async fn pull(
    app: &App,
    scope: &Scope,
    once: Once,
    pulls: &[&PullKind],
    (store, which): (Option<Uuid>, Which<'_>),
) -> Result<Response> {
    once.run(app, async |tx| {
        if let Some(store) = store {
            Visible::<StoreName>::find(tx, scope, store).await?;
        }
        let author = Author::from(scope);
        let mut jobs = Vec::new();
        for pull in pulls {
            let asked = sync::synchronize(app, tx, &author, Some(scope), pull, which);
            jobs.extend(asked.await?);
        }
        Ok((StatusCode::ACCEPTED, Synchronizing { jobs }))
    })
    .await
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ShopExport)]
struct ShopExport {
    store_id: Uuid,
    mode: ExportMode,
    /// Of this store.
    #[validate(length(min = 1, max = 1000))]
    variant_ids: Vec<Uuid>,
}

/// Exports variants to the store's shop, as products of their own or together: a job. What is there already, by SKU, is
/// changed, not made twice.
#[utoipa::path(post, path = "/product/export-to-shop", tag = "products", operation_id = "exportProductsToShop",
    params(KeyHeader), request_body = ShopExport,
    responses((status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop")))]
async fn export_to_shop(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(mut body): Body<ShopExport>,
) -> Result<Response> {
    body.variant_ids.sort_unstable();
    body.variant_ids.dedup();
    once.run(&app, async |tx| {
        Visible::<StoreName>::find(tx, &scope, body.store_id).await?;
        if !sql::are_of_store(tx, body.store_id, &body.variant_ids).await? {
            return Err(Error::field("variantIds", "option"));
        }
        let (mode, variants) = (Some(body.mode), body.variant_ids);
        let record = export(tx, &scope, body.store_id, mode, variants).await?;
        Ok((StatusCode::ACCEPTED, record))
    })
    .await
}
