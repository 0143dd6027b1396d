//! Calls on simulations. They span stores: they are the staff's.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::Months;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use uuid::Uuid;

use super::jobs::Simulate;
use super::model::{Simulation, SimulationInput, SimulationRow};
use super::sql::{self, Wish};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Issue, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::jobs;
use crate::list::day_of;
use crate::records::audit::Author;
use crate::shipping::carriers::{READ, WRITE};
use crate::shipping::prices::{self, PriceBook, from_day};

const MISSING: Error = Error::missing("Simulation");
/// How far back orders are looked at, if nobody says.
const PERIOD: Months = Months::new(3);

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(list))
        .add(READ, routes!(find))
        .add(WRITE, routes!(simulate))
        .add(WRITE, routes!(cancel))
}

/// Tries changes of the grid on the orders that a provider shipped in a period: what they would have cost, what their stores
/// would have paid. Nothing is changed; what a save would refuse is refused. The answer's job tells how far it is.
#[utoipa::path(post, path = "/shipping/simulation", tag = "shipping", operation_id = "simulatePrices", params(KeyHeader),
    request_body = SimulationInput,
    responses((status = 202, body = Data<Simulation>), (status = 400, body = ErrorBody)))]
async fn simulate(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<SimulationInput>,
) -> Result<Response> {
    let now = app.now();
    let today = day_of(now);
    let to = input.to.unwrap_or(today);
    let from = input.from.or_else(|| to.checked_sub_months(PERIOD));
    let wish = Wish {
        valid_from: from_day(input.valid_from, now)?,
        from: from.ok_or(Error::field("to", "range"))?,
        to,
        provider: input.provider,
        changes: input.changes,
        store_ids: input.store_ids,
    };
    if wish.to < wish.from {
        return Err(Error::field("to", "dateOrder"));
    }
    once.run(&app, async |tx| {
        check(tx, &wish).await?;
        let author = Author::from(&scope);
        let simulation = Uuid::now_v7();
        sql::add(tx, simulation, &wish, &author.name, now).await?;
        let job = jobs::enqueue(tx, &author, &Simulate { simulation }).await?;
        sql::set_job(tx, simulation, job.id).await?;
        let created = sql::find(&mut *tx, simulation).await?;
        Ok((StatusCode::ACCEPTED, created.ok_or(MISSING)?))
    })
    .await
}

/// Refuses changes that a save would refuse, those of another provider's carriers, and stores that are not there.
async fn check(db: &mut PgConnection, wish: &Wish) -> Result<()> {
    let carriers = prices::sql::carriers_of(&mut *db, &wish.provider).await?;
    let mut issues = Issue::of_items("changes[].carrierId", "option", &wish.changes, |change| {
        !carriers.contains(&change.carrier_id)
    });
    let ids = wish.store_ids.as_deref().unwrap_or_default();
    let known = sql::stores_among(&mut *db, ids).await?;
    issues.extend(Issue::of_items("storeIds[]", "option", ids, |id| {
        !known.contains(id)
    }));
    Error::refuse(issues)?;
    let (book, day) = (PriceBook::Grid, wish.valid_from);
    prices::sql::check(&mut *db, book, &wish.changes, day, "changes").await?;
    Ok(())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OfProvider {
    /// A plugin's id; absent: of all.
    provider: Option<String>,
}

/// The last fifty simulations, the newest first.
#[utoipa::path(get, path = "/shipping/simulation", tag = "shipping", operation_id = "listSimulations", params(OfProvider),
    responses((status = 200, body = Data<Vec<SimulationRow>>)))]
async fn list(
    _: Scope,
    State(app): State<App>,
    Params(of): Params<OfProvider>,
) -> Result<Data<Vec<SimulationRow>>> {
    Ok(Data {
        data: sql::list(&app.db, of.provider.as_deref()).await?,
    })
}

/// A simulation, with what came of it.
#[utoipa::path(get, path = "/shipping/simulation/{id}", tag = "shipping", operation_id = "getSimulation",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Simulation>), (status = 404, body = ErrorBody)))]
async fn find(_: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Simulation>> {
    let data = sql::find(&app.db, id).await?.ok_or(MISSING)?;
    Ok(Data { data })
}

/// Ends a simulation that waits or runs. One that has ended stays as it is.
#[utoipa::path(delete, path = "/shipping/simulation/{id}", tag = "shipping", operation_id = "cancelSimulation",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Simulation>), (status = 404, body = ErrorBody)))]
async fn cancel(_: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Simulation>> {
    let mut tx = app.begin().await?;
    let found = sql::find(&mut *tx, id).await?.ok_or(MISSING)?;
    if let Some(job) = found.job_id {
        jobs::cancel(&mut tx, job).await?;
    }
    let data = sql::find(&mut *tx, id).await?.ok_or(MISSING)?;
    tx.commit().await?;
    Ok(Data { data })
}
