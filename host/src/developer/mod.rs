//! For developers and operators: environment, versions, the outbox.

mod list;
mod routes;

pub use routes::routes;
