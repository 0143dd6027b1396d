//! For developers and operators: environment, versions, the outbox, reports of faults.

mod list;
mod report;
mod routes;

pub use report::{Report, destination};
pub use routes::routes;
