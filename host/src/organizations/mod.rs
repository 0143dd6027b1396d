//! Merchants: the companies that own stores. Customers are confined to theirs.

mod list;
mod model;
mod routes;
#[cfg(test)]
mod tests;

pub use model::Organization;
pub use routes::routes;
