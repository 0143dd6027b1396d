//! Simulations: what a change of the grid would have done to the orders of a period. A job quotes each of them twice, by the
//! grid as it is and with the changes laid over it; the grid stays as it was.
//!
//! Both sides are quoted on one day, the one from which the changes would hold: with the fuel surcharges of that day, and each
//! store's terms and exceptions as they are now. So nothing but the change tells them apart, whatever the tariffs were when the
//! orders left.

mod jobs;
mod model;
mod routes;
pub(super) mod sql;
mod tally;

use futures::future::BoxFuture;

use crate::app::App;
use crate::http::error::Result;

pub(super) use jobs::Simulate;
pub(super) use routes::routes;

/// Forgets simulations of a quarter of a year ago.
pub(super) fn sweep(app: &App, batch: i64) -> BoxFuture<'_, Result<u64>> {
    Box::pin(sql::forget(&app.db, app.now(), batch))
}
