//! The call on statements of account.

use axum::extract::State;
use chrono::{Datelike, Days, Months, NaiveDate};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::Statement;
use super::sql;
use crate::access::Scope;
use crate::app::App;
use crate::finance::{days, invoices};
use crate::http::error::{Error, Result};
use crate::http::request::{Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// As many days as one statement has.
const MOST: Days = Days::new(366);

pub fn routes() -> Routes {
    Routes::new().add(invoices::READ, routes!(statement))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct Period {
    /// Both days included; at most a year. Without: the present year.
    start_at: Option<NaiveDate>,
    end_at: Option<NaiveDate>,
}

/// A store's account over some days: what was invoiced, credited and paid, and the balance after each. Customers read what concerns
/// their organizations.
#[utoipa::path(get, path = "/store/{id}/statement", tag = "finance", operation_id = "getStoreStatement",
    params(("id" = Uuid, Path), Period), responses((status = 200, body = Data<Statement>)))]
async fn statement(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(period): Params<Period>,
) -> Result<Data<Statement>> {
    let mut db = app.db.acquire().await?;
    let store = Visible::<StoreName>::find(&mut db, &scope, id).await?;
    let today = day_of(app.now());
    let first = period
        .start_at
        .unwrap_or(today - Days::new(u64::from(today.ordinal0())));
    days::check("startAt", first)?;
    let last = period
        .end_at
        .unwrap_or(first + Months::new(12) - Days::new(1));
    days::check_range(("startAt", first), ("endAt", Some(last)))?;
    if first + MOST < last {
        return Err(Error::field("endAt", "max"));
    }
    let data = sql::of(&mut db, &scope, &store, (first, last)).await?;
    Ok(Data { data })
}
