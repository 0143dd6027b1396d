//! What goes on around a product, and its bundles: the bundles that hold it, what is on its way to the warehouse, where it sells, and how its
//! stock went.

mod model;
mod routes;
mod sql;

pub use model::{Arrival, StockDay};
pub use routes::{arrivals, routes, stock_days};
