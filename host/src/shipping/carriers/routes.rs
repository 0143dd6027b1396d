//! Calls on carriers.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use comptoir_sandbox::PluginRole;

use super::list::CARRIERS;
use super::model::{Carrier, CarrierInput};
use super::{READ, WRITE, sql};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/shipping/carrier", &CARRIERS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
}

/// One carrier.
#[utoipa::path(get, path = "/shipping/carrier/{id}", tag = "shipping", operation_id = "getCarrier",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Carrier>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Carrier>> {
    let mut db = app.db.acquire().await?;
    let carrier = Visible::<Carrier>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: carrier.into_inner(),
    })
}

/// Makes a carrier of a fulfilment provider.
#[utoipa::path(post, path = "/shipping/carrier", tag = "shipping", operation_id = "createCarrier", params(KeyHeader),
    request_body = CarrierInput, responses((status = 201, body = Data<Carrier>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<CarrierInput>,
) -> Result<Response> {
    let translations = input.check()?;
    if !app.plugins.plays(&input.provider, PluginRole::Fulfilment) {
        return Err(Error::field("provider", "option"));
    }
    once.run(&app, async |tx| {
        let carrier = sql::add(tx, &scope, &input, translations, app.now()).await?;
        Ok((StatusCode::CREATED, carrier))
    })
    .await
}

/// Changes a carrier. A new surcharge holds from today on.
#[utoipa::path(put, path = "/shipping/carrier/{id}", tag = "shipping", operation_id = "replaceCarrier",
    params(("id" = Uuid, Path), EditionHeader), request_body = CarrierInput,
    responses((status = 200, body = Data<Carrier>)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<CarrierInput>,
) -> Result<Data<Carrier>> {
    let translations = input.check()?;
    let now = app.now();
    let mut tx = app.begin().await?;
    let before = life::open::<Carrier>(&mut tx, &scope, id, edition).await?;
    if before.provider != input.provider {
        return Err(Error::field("provider", "fixed"));
    }
    sql::update(&mut tx, id, &input, translations, day_of(now)).await?;
    let data = life::saved(&mut tx, &scope, &before, now).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a carrier, which can be undone for an hour. One that orders were made with is archived instead: it keeps its prices
/// and is no longer offered.
#[utoipa::path(delete, path = "/shipping/carrier/{id}", tag = "shipping", operation_id = "deleteCarrier",
    params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 200, body = Data<Carrier>, description = "Archived")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Response> {
    let mut db = app.db.acquire().await?;
    let has_orders = sql::has_orders(&mut db, id).await?;
    drop(db);
    match has_orders {
        true => Ok(life::archive::<Carrier>(&app, &scope, id)
            .await?
            .into_response()),
        false => Ok(life::delete::<Carrier>(&app, &scope, id)
            .await?
            .into_response()),
    }
}

/// Takes a carrier back from the archive, or undoes its deletion within an hour.
#[utoipa::path(post, path = "/shipping/carrier/{id}/restore", tag = "shipping", operation_id = "restoreCarrier",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Carrier>)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Carrier>> {
    life::restore(&app, &scope, id).await
}
