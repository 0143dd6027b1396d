//! Orders: goods on their way to the customers of a store. Their providers tell of them; a provider's newer state is taken,
//! an older one never replaces it, and nobody edits these records by hand but to say whose they are. What a store's shop sold
//! and its fulfilment provider ships is one order. Some are made in the portal and handed over: see `made`.

mod intake;
mod jobs;
mod list;
mod made;
mod model;
mod routes;
mod sale;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

pub use list::ORDERS;
pub use made::PushOrder;
pub use model::{
    Address, Contact, Order, OrderDetail, OrderLine, OrderShippingLine, OrderSource, OrderStatus,
    Totals,
};
pub use routes::{READ, routes, shown};
pub use sql::at_provider;
pub use sync::{Orders, any_unknown, take_states};
