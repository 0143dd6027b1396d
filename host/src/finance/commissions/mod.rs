//! Commissions: the company's share of what a store sells, by tiers of its sales (F9).

mod list;
mod model;
mod routes;
mod sql;
mod tiers;

pub use model::Commission;
pub use routes::routes;
pub use sql::tiers;
pub use tiers::{Tier, base};
