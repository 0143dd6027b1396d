//! Background work. The queue is the library graphile_worker on our own PostgreSQL; beside it stands a record of each
//! work, which people see. A job is enqueued in the transaction of what asks for it, and is safe to run twice.

mod each;
mod housekeeping;
mod list;
mod model;
mod reason;
mod routes;
mod shares;
mod sql;
mod table;
#[cfg(test)]
mod tests;
mod worker;

use housekeeping::{Housekeeping, Nightly};

use crate::http::idempotency;
use crate::register::Domain;
pub use each::{Each, each};
pub use model::{JobFile, JobRecord, JobStatus, Progress};

pub use reason::Reason;
pub use routes::{accept, find_visible, shows};
pub use sql::{
    Wish, ask, cancel, end_steps, enqueue, enqueue_all, find, progress, set_result, set_step,
};
pub(crate) use table::jobs;
pub use table::{JobType, Registered, Schedule};
#[cfg(test)]
pub use worker::run_due;
pub use worker::{Job, JobContext, JobError, JobResult, Lane, Worker};

jobs!(Housekeeping);

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    jobs: JOBS,
    schedules: &[Schedule::of::<Nightly>(|_| Ok(vec![Nightly::crontab()?]))],
    sweeps: &[
        |app, batch| Box::pin(sql::forget(&app.db, app.now(), batch)),
        |app, batch| Box::pin(idempotency::forget(&app.db, app.now(), batch)),
    ],
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
