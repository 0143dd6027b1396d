//! Calls on what single stores agreed on instead of the grid (specification, document 1, section 3: Store shipping exception).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use crate::access::Scope;
use crate::app::App;
use crate::http::error::{ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Params, ids_of};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::audit::{Author, Change};
use crate::records::life::{self, lock_row};
use crate::records::visible::Visible;
use crate::shipping::carriers::{READ, WRITE};
use crate::shipping::prices::{
    self, MOST_CHANGES, PriceBook, PriceChange, ShippingPrice, from_day,
};
use crate::stores::{Store, StoreName};

/// As many exceptions as one store has.
const MOST: i64 = 10_000;
/// Exceptions that are ended by name at once; all are without.
const MOST_ENDED: usize = 1_000;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(WRITE, routes!(change))
        .add(WRITE, routes!(end))
}

/// What single stores pay, as it holds on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Exceptions {
    on: NaiveDate,
    exceptions: Vec<ShippingPrice>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct StoreQuery {
    store_id: Uuid,
    /// As they are on this day; absent: today.
    on: Option<NaiveDate>,
}

/// What was agreed on with a store instead of the grid's prices.
#[utoipa::path(get, path = "/shipping/store/exceptions", tag = "shipping", operation_id = "listShippingExceptions",
    params(StoreQuery), responses((status = 200, body = Data<Exceptions>)))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<StoreQuery>,
) -> Result<Data<Exceptions>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, query.store_id).await?;
    let on = query.on.unwrap_or_else(|| day_of(app.now()));
    Ok(Data {
        data: found(&mut db, store.id, on).await?,
    })
}

async fn found(db: &mut PgConnection, store: Uuid, on: NaiveDate) -> Result<Exceptions> {
    let carriers = prices::sql::carriers_of_store(&mut *db, store).await?;
    let book = PriceBook::Exceptions(store);
    Ok(Exceptions {
        on,
        exceptions: prices::sql::on(db, book, &carriers, on, MOST).await?,
    })
}

/// Exceptions of a store, all or none. A price that is null ends one.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExceptionChanges {
    store_id: Uuid,
    /// The first day on which they hold; absent: today, and no earlier.
    valid_from: Option<NaiveDate>,
    #[validate(nested, length(min = 1, max = "MOST_CHANGES"))]
    exceptions: Vec<PriceChange>,
}

/// Agrees on prices with a store, changes or ends them from a day on. Each tells what the caller saw there: what is another price
/// by now is refused (`moved`).
#[utoipa::path(post, path = "/shipping/store/exceptions", tag = "shipping", operation_id = "changeShippingExceptions",
    params(KeyHeader), request_body = ExceptionChanges,
    responses((status = 201, body = Data<Exceptions>), (status = 404, body = ErrorBody)))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ExceptionChanges>,
) -> Result<Response> {
    let day = from_day(input.valid_from, app.now())?;
    once.run(&app, async |tx| {
        save(tx, &scope, input.store_id, &input.exceptions, day).await?;
        Ok((StatusCode::CREATED, found(tx, input.store_id, day).await?))
    })
    .await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct EndQuery {
    store_id: Uuid,
    /// These, with commas between them; absent: all of the store.
    ids: Option<String>,
}

/// Ends exceptions of a store from today on: the grid's prices hold again.
#[utoipa::path(delete, path = "/shipping/store/exceptions", tag = "shipping", operation_id = "endShippingExceptions",
    params(EndQuery), responses((status = 204, description = "Ended")))]
async fn end(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<EndQuery>,
) -> Result<StatusCode> {
    let ids = query
        .ids
        .map(|ids| ids_of(&ids, "ids", MOST_ENDED))
        .transpose()?;
    let (mut tx, today) = (app.begin().await?, day_of(app.now()));
    lock_row::<Store>(&mut tx, query.store_id).await?;
    let endings = prices::sql::endings(&mut tx, query.store_id, ids.as_deref(), today).await?;
    save(&mut tx, &scope, query.store_id, &endings, today).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a store's book, and tells it in the store's history.
async fn save(
    db: &mut PgConnection,
    scope: &Scope,
    store: Uuid,
    changes: &[PriceChange],
    day: NaiveDate,
) -> Result<()> {
    lock_row::<Store>(&mut *db, store).await?;
    let store = Visible::<StoreName>::find(&mut *db, scope, store).await?;
    let book = PriceBook::Exceptions(store.id);
    let changed = prices::sql::change(&mut *db, book, changes, day, "exceptions").await?;
    let of_all = changed.into_iter().flat_map(|(_, changes)| changes);
    let changes: Vec<Change> = of_all
        .map(|change| Change {
            field: format!("shippingException {}", change.field),
            ..change
        })
        .collect();
    match changes.is_empty() {
        true => Ok(()),
        false => life::enter::<Store>(db, &Author::from(scope), store.id, "update", changes).await,
    }
}
