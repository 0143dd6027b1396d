//! What goes on around a product: the bundles that hold it, what is on its way to the warehouse, where it sells, and how its
//! stock went.

mod model;
mod routes;
mod sql;

pub use routes::routes;
