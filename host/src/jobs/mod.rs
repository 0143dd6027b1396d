//! Background work. The queue is the library graphile_worker on our own PostgreSQL; beside it stands a record of each
//! work, which people see. A job is enqueued in the transaction of what asks for it, and is safe to run twice.

mod housekeeping;
mod list;
mod model;
mod routes;
mod sql;
mod table;
#[cfg(test)]
mod tests;
mod worker;

pub use model::{JobFile, JobRecord, JobStatus, Progress};
pub use routes::{find_visible, routes};
pub use sql::{Wish, ask, enqueue, enqueue_all, find, set_result};
#[cfg(test)]
pub use worker::run_due;
pub use worker::{Job, JobContext, JobError, JobResult, Worker};
