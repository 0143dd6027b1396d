//! Saved views: a list's search, order and filters under a name, one's own or shared with a role.

mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use routes::routes;
