//! Price books: what parcels cost by carrier, country and weight, and on which days. The grid is one; what a store agreed on
//! instead is another, kept and changed alike.

mod model;
mod plan;
mod routes;
pub(super) mod sql;

pub(super) use model::{HEAVIEST, MOST_CHANGES, PriceBook, PriceChange, ShippingPrice};
pub(super) use routes::{from_day, routes};
