//! Fees that orders bring: one when an order for promotion first left the warehouse (F4), one when an order first came back
//! (F5). Each costs what the store's did when the order was submitted.

mod jobs;
mod sql;

pub use jobs::{ChargeOrders, Moment};
