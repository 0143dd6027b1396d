//! What quotes of one provider's parcels depend on: read once, then asked for each of many orders. For whoever tries a change of
//! the grid on them, or checks what a provider charged.

pub(super) mod model;
mod sql;

pub use model::{Band, Book, Order, Parcel, Store, Tariffs};
pub use sql::{changes, grid, load, orders};
