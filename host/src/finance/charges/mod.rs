//! Recurring charges: what a store is charged each period, in advance (F7).

mod apply;
mod jobs;
mod list;
mod model;
mod period;
mod routes;
mod sql;

pub use jobs::{ApplyCharges, Nightly};
pub use model::Charge;
pub use routes::routes;
