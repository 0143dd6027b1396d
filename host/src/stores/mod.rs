//! A merchant's stores and their connectors. A store belongs to one organization or, by shares, to several.

pub mod connectors;
mod list;
mod model;
mod routes;
#[cfg(test)]
mod tests;

pub use model::{Store, StoreName};
pub use routes::routes;
