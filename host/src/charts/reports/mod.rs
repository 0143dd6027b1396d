//! Reports to chart compilers: made by a plugin of the pool of sales, kept, and handed over.
//!
//! Files, and which sales they hold, are committed together once all of it is there; what is sent is written down once the
//! other side has it. A host may die at any point: the next try makes the report again, or hands the same files over again
//! in the place of what the first one left.

mod build;
mod jobs;
mod list;
mod model;
mod plan;
mod pool;
mod reasons;
mod routes;
mod sql;
mod undelivered;

pub use jobs::{BuildReport, Hourly, SendReport};
pub use routes::{READ, routes};
pub use undelivered::Undelivered;
