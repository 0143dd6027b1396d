//! For developers and operators: environment, versions, the outbox.

mod routes;

pub use routes::routes;
