//! Bundles: several articles sold as one. Those of providers are theirs, and come with the pull; those of stores are made
//! and deleted here.

mod list;
mod model;
mod routes;
mod sql;
mod sync;
#[cfg(test)]
mod tests;

pub use list::BUNDLES;
pub use model::Bundle;
pub use routes::{READ, routes};
pub use sql::at_provider;
pub use sync::Bundles;
