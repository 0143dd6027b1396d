//! Orders, as their providers tell them: goods on their way to the customers of a store. A provider's newer state is
//! taken, an older one never replaces it; nobody edits these records by hand. What a store's shop sold and its fulfilment
//! provider ships is one order.

mod intake;
mod jobs;
mod list;
mod model;
mod routes;
mod sale;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

pub use list::ORDERS;
pub use model::{
    Address, Contact, Order, OrderDetail, OrderLine, OrderShippingLine, OrderSource, OrderStatus,
    Totals,
};
pub use routes::{READ, routes};
pub use sql::at_provider;
pub use sync::{Orders, any_unknown, take_states};
