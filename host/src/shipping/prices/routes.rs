//! Calls on the price grid.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use super::model::{
    NewPrice, PriceBook, PriceChange, PriceChanges, PriceCorrection, PriceGrid, ShippingPrice,
};
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Conflict, Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::audit::Author;
use crate::records::life;
use crate::shipping::carriers::{Carrier, READ, WRITE};

/// A band that shares weights with another one of its carrier and country.
static BAND_TAKEN: Conflict = Conflict::new(
    "PriceBand",
    "Une tranche de poids de ce transporteur et de ce pays couvre déjà une partie de ces poids ce jour-là.",
    "A weight band of this carrier and country covers some of these weights on that day already.",
)
.of("minWeight");

/// As many prices as one answer holds: those of eight carriers with 60 countries and 40 bands.
const MOST: usize = 20_000;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(grid))
        .add(WRITE, routes!(add))
        .add(WRITE, routes!(change))
        .add(WRITE, routes!(correct))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct GridQuery {
    /// A plugin's id.
    provider: String,
    /// Of this carrier alone.
    carrier_id: Option<Uuid>,
    /// As the prices are on this day; absent: today.
    on: Option<NaiveDate>,
}

/// The day from which a change holds: no earlier than today, so that what was quoted can be told for ever.
pub fn from_day(asked: Option<NaiveDate>, now: DateTime<Utc>) -> Result<NaiveDate> {
    let today = day_of(now);
    match asked.unwrap_or(today) {
        day if day < today => Err(Error::field("validFrom", "past")),
        day => Ok(day),
    }
}

/// The prices of a provider's carriers that hold on a day, at most 20,000: with more, one carrier at a time.
#[utoipa::path(get, path = "/shipping/price", tag = "shipping", operation_id = "getPriceGrid", params(GridQuery),
    responses((status = 200, body = Data<PriceGrid>)))]
async fn grid(
    _: Scope,
    State(app): State<App>,
    Params(query): Params<GridQuery>,
) -> Result<Data<PriceGrid>> {
    let mut db = app.db.acquire().await?;
    let on = query.on.unwrap_or_else(|| day_of(app.now()));
    let mut carriers = sql::carriers_of(&mut db, &query.provider).await?;
    if let Some(carrier) = query.carrier_id {
        carriers.retain(|id| *id == carrier);
    }
    let prices = sql::on(&mut db, PriceBook::Grid, &carriers, on, MOST as i64).await?;
    if prices.len() > MOST {
        return Err(Error::field("carrierId", "required"));
    }
    let next_days = sql::next_days(&mut db, PriceBook::Grid, &carriers, on).await?;
    let data = PriceGrid {
        on,
        prices,
        next_days,
    };
    Ok(Data { data })
}

/// Adds a price to the grid, for several countries at once.
#[utoipa::path(post, path = "/shipping/price", tag = "shipping", operation_id = "createPrice", params(KeyHeader),
    request_body = NewPrice,
    responses((status = 201, body = Data<PriceGrid>, description = "The carrier's prices in these countries on that day")))]
async fn add(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<NewPrice>,
) -> Result<Response> {
    let day = from_day(input.valid_from, app.now())?;
    if input.min_weight >= input.max_weight {
        return Err(Error::field("maxWeight", "range"));
    }
    let changes = input.countries.iter().map(|country| PriceChange {
        carrier_id: input.carrier_id,
        country_code: country.clone(),
        min_weight: input.min_weight,
        max_weight: input.max_weight,
        was: None,
        price: Some(input.price),
    });
    let changes: Vec<PriceChange> = changes.collect();
    once.run(&app, async |tx| {
        save(tx, &scope, &changes, day).await.map_err(as_one)?;
        let mut prices =
            sql::on(tx, PriceBook::Grid, &[input.carrier_id], day, MOST as i64).await?;
        prices.retain(|price| input.countries.contains(&price.country_code));
        let grid = PriceGrid {
            on: day,
            prices,
            next_days: Vec::new(),
        };
        Ok((StatusCode::CREATED, grid))
    })
    .await
}

/// What is wrong with one of the countries is wrong with the price.
fn as_one(error: Error) -> Error {
    let Error::Invalid(issues) = &error else {
        return error;
    };
    match issues.first().map(|issue| issue.code.as_str()) {
        Some("overlap" | "moved") => Error::Conflict(&BAND_TAKEN),
        Some("unique") => Error::field("countries", "unique"),
        Some("option") => Error::field("carrierId", "option"),
        _ => error,
    }
}

/// Changes prices of the grid from a day on, all or none. Each change tells what the caller saw there: what is another price by
/// now is refused (`moved`), as is a band that overlaps another one (`overlap`).
#[utoipa::path(post, path = "/shipping/price/changes", tag = "shipping", operation_id = "changePrices", params(KeyHeader),
    request_body = PriceChanges, responses((status = 200, body = Data<PriceGrid>, description = "The grid of these carriers on that day")))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<PriceChanges>,
) -> Result<Response> {
    let day = from_day(input.valid_from, app.now())?;
    let mut carriers: Vec<Uuid> = input
        .changes
        .iter()
        .map(|change| change.carrier_id)
        .collect();
    carriers.sort_unstable();
    carriers.dedup();
    once.run(&app, async |tx| {
        save(tx, &scope, &input.changes, day).await?;
        let mut prices = sql::on(tx, PriceBook::Grid, &carriers, day, MOST as i64).await?;
        prices.truncate(MOST);
        let next_days = sql::next_days(tx, PriceBook::Grid, &carriers, day).await?;
        let grid = PriceGrid {
            on: day,
            prices,
            next_days,
        };
        Ok((StatusCode::OK, grid))
    })
    .await
}

/// Changes the grid, and tells it in the histories of the carriers.
async fn save(
    db: &mut PgConnection,
    scope: &Scope,
    changes: &[PriceChange],
    day: NaiveDate,
) -> Result<()> {
    let changed = sql::change(&mut *db, PriceBook::Grid, changes, day, "changes").await?;
    for (carrier, changes) in changed {
        life::enter::<Carrier>(&mut *db, &Author::from(scope), carrier, "update", changes).await?;
    }
    Ok(())
}

/// Corrects a price on all the days on which it holds. A new price from a day on is `changePrices`.
#[utoipa::path(put, path = "/shipping/price/{id}", tag = "shipping", operation_id = "correctPrice",
    params(("id" = Uuid, Path)), request_body = PriceCorrection, responses((status = 200, body = Data<ShippingPrice>)))]
async fn correct(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(input): Body<PriceCorrection>,
) -> Result<Data<ShippingPrice>> {
    let mut tx = app.begin().await?;
    let found = sql::find_for_update(&mut tx, id).await?;
    let before = found.ok_or(Error::missing("Price"))?;
    sql::correct(&mut tx, id, input.price).await?;
    let changes = sql::correction(&before, input.price);
    let author = Author::from(&scope);
    life::enter::<Carrier>(&mut tx, &author, before.carrier_id, "update", changes).await?;
    tx.commit().await?;
    let price = input.price;
    Ok(Data {
        data: ShippingPrice { price, ..before },
    })
}
