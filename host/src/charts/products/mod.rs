//! The records that a store sells, as compilers know them: by barcode. Their sales are found by SKU.

mod list;
mod model;
mod routes;
mod sql;

pub use routes::routes;
pub use sql::sweep;
