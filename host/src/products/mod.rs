//! Products: what stores sell, variant by variant, with the stock of each. What a provider holds comes with the pulls;
//! what is made here is exported to the store's shop, and is the shop's from then on. Nobody edits a provider's.

mod ean;
mod intake;
mod inventories;
mod jobs;
mod list;
mod model;
mod routes;
pub mod sku;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

pub use ean::is_valid as is_ean;
pub use inventories::Inventories;
pub use jobs::ExportToShop;
pub use list::{PRODUCTS, VARIANTS};
pub use routes::{READ, routes};
pub use sql::at_provider;
pub use sync::Products;
