//! Fees: what a store is charged once, and why.

mod list;
mod model;
mod routes;
mod sql;

pub use model::{Cause, Effect, Fee, NewFee};
pub use routes::{READ, routes};
pub use sql::bring;
