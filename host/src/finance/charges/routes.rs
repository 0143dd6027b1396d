//! Calls on recurring charges.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sqlx::PgConnection;
use uuid::Uuid;

use super::apply::{self, Which};
use super::list::CHARGES;
use super::model::{Applied, Apply, Charge, ChargeInput};
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::finance::{READ, WRITE, store_of};
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::audit::Author;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/finance/charge", &CHARGES)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
        .add(WRITE, routes!(pause))
        .add(WRITE, routes!(resume))
        .add(WRITE, routes!(apply))
}

/// One recurring charge.
#[utoipa::path(get, path = "/finance/charge/{id}", tag = "finance", operation_id = "getCharge", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Charge>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Charge>> {
    let mut db = app.db.acquire().await?;
    let charge = Visible::<Charge>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: charge.into_inner(),
    })
}

/// Agrees on a recurring charge with a store. Its fees come with `POST /finance/charge/apply`.
#[utoipa::path(post, path = "/finance/charge", tag = "finance", operation_id = "createCharge", params(KeyHeader),
    request_body = ChargeInput, responses((status = 201, body = Data<Charge>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ChargeInput>,
) -> Result<Response> {
    input.check()?;
    once.run(&app, async |tx| {
        let store = store_of(tx, &scope, input.store_id).await?;
        let charge = sql::add(tx, &scope, &store, &input, app.now()).await?;
        Ok((StatusCode::CREATED, charge))
    })
    .await
}

/// Changes a recurring charge; `endedAt` ends it. Other amounts hold from the next period on, as long as none was charged from
/// the first one on.
#[utoipa::path(put, path = "/finance/charge/{id}", tag = "finance", operation_id = "replaceCharge",
    params(("id" = Uuid, Path), EditionHeader), request_body = ChargeInput, responses((status = 200, body = Data<Charge>)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<ChargeInput>,
) -> Result<Data<Charge>> {
    input.check()?;
    let mut tx = app.begin().await?;
    let before = life::open::<Charge>(&mut tx, &scope, id, edition).await?;
    if before.store.id != input.store_id {
        return Err(Error::field("storeId", "fixed"));
    }
    sql::update(&mut tx, &before, &input, day_of(app.now())).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a recurring charge, which can be undone for an hour. Its fees stay.
#[utoipa::path(delete, path = "/finance/charge/{id}", tag = "finance", operation_id = "deleteCharge",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Charge>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/finance/charge/{id}/restore", tag = "finance", operation_id = "restoreCharge",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Charge>)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Charge>> {
    life::restore(&app, &scope, id).await
}

/// Pauses a recurring charge: periods that begin from today on are not charged until it is resumed.
#[utoipa::path(post, path = "/finance/charge/{id}/pause", tag = "finance", operation_id = "pauseCharge",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Charge>)))]
async fn pause(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Charge>> {
    change(&app, &scope, id, async |tx| {
        sql::pause(tx, id, day_of(app.now())).await
    })
    .await
}

/// Resumes a recurring charge with the first period that begins today or later. Those that began meanwhile stay free.
#[utoipa::path(post, path = "/finance/charge/{id}/resume", tag = "finance", operation_id = "resumeCharge",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Charge>)))]
async fn resume(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Charge>> {
    change(&app, &scope, id, async |tx| {
        sql::resume(tx, id, day_of(app.now())).await
    })
    .await
}

async fn change(
    app: &App,
    scope: &Scope,
    id: Uuid,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<()>,
) -> Result<Data<Charge>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Charge>(&mut tx, scope, id, Edition::ANY).await?;
    work(&mut tx).await?;
    let data = life::saved(&mut tx, scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Makes the fees of all periods that begin on the day asked or before it (F7), each once however often this is called; with
/// `preview` only says which would come. At most 20,000 fees at once: beyond, ask for an earlier day or for some stores.
#[utoipa::path(post, path = "/finance/charge/apply", tag = "finance", operation_id = "applyCharges", params(KeyHeader),
    request_body = Apply, responses((status = 200, body = Data<Applied>)))]
async fn apply(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(asked): Body<Apply>,
) -> Result<Response> {
    let day = asked.day(day_of(app.now()))?;
    let which = Which {
        stores: asked.store_ids.as_deref(),
        scope: scope.stores(),
    };
    if asked.preview {
        let mut db = app.db.acquire().await?;
        let data = apply::preview(&mut db, day, which).await?;
        return Ok(Data { data }.into_response());
    }
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let applied = apply::apply(tx, &author, day, which, app.now()).await?;
        Ok((StatusCode::OK, applied))
    })
    .await
}
