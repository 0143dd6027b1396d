//! The records that a store sells, as compilers know them: by barcode. Their sales are found by SKU.

mod list;
mod model;
mod routes;
mod sql;

pub use model::AuditProduct;
pub use routes::{READ, routes};
