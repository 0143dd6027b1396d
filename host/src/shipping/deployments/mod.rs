//! Rates at the shops of stores: what consumers read at the checkout is made of the store's table of prices, compared with what
//! the shop has, and set there by a job. Rates that are not ours are never touched.

mod diff;
mod jobs;
mod model;
mod routes;
mod sql;
mod zones;

pub use jobs::Deploy;
pub(super) use routes::routes;
