//! Mappings: which SKUs of an inbound shipment belong to which organization.

mod model;
mod routes;
mod sql;

pub use model::{Binding, Rule, holder};
pub use routes::{READ, routes};
pub use sql::{ids, rules};
