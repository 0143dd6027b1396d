//! Storage: what lay in the warehouse, measured for each store and half-month, and the fee that it brings (F12).

mod block;
mod list;
mod model;
mod routes;
mod sql;
mod table;

pub use routes::routes;
