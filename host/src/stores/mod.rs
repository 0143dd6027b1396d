//! A merchant's stores and their connectors. A store belongs to one organization or, by shares, to several.

pub mod connectors;
mod jobs;
mod list;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use jobs::Webhooks;
pub use list::{BELOW_STORE, STORES};
pub use model::{Charge, Store, StoreName, StoreOrganization, StoreRow, conceal_others, names};
pub use routes::routes;
