//! Merchants: the companies that own stores. Customers are confined to theirs.

mod list;
mod model;
pub mod registry;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use list::ORGANIZATIONS;
pub use model::Organization;
pub use routes::routes;
