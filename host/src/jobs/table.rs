//! The jobs that workers know, as the domains register them. What no domain registers cannot be asked for: it would wait
//! for ever.

use std::fmt;

use graphile_worker::{Crontab, TaskHandler, WorkerOptions};

use super::Job;
use super::worker::{Lane, Queued};
use crate::app::App;

/// A job that a domain registers with [`jobs!`].
pub trait Registered: Job {}

/// One [`Job`], whatever it does.
pub struct JobType {
    pub name: &'static str,
    pub(super) lane: Lane,
    pub(super) define: fn(WorkerOptions) -> WorkerOptions,
}

impl JobType {
    pub const fn of<J: Job>() -> Self {
        Self {
            name: J::NAME,
            lane: J::LANE,
            define: |options| options.define_job::<Queued<J>>(),
        }
    }
}

/// Registers a domain's jobs, for its `DOMAIN`: `jobs!(PushOrder); … jobs: JOBS`.
macro_rules! jobs {
    ($($Job:ty),+ $(,)?) => {
        $(impl $crate::jobs::Registered for $Job {})+

        static JOBS: &[$crate::jobs::JobType] = &[$($crate::jobs::JobType::of::<$Job>()),+];
    };
}
pub(crate) use jobs;

/// Moments at which something is asked for.
pub struct Schedule {
    pub(super) define: fn(WorkerOptions) -> WorkerOptions,
    /// As they are now.
    pub(super) crontabs: fn(&App) -> anyhow::Result<Vec<Crontab>>,
}

impl Schedule {
    /// `Moment` is what is done when one has come.
    pub const fn of<Moment: TaskHandler>(
        crontabs: fn(&App) -> anyhow::Result<Vec<Crontab>>,
    ) -> Self {
        Self {
            define: |options| options.define_job::<Moment>(),
            crontabs,
        }
    }
}

impl fmt::Debug for JobType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JobType").field(&self.name).finish()
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").finish_non_exhaustive()
    }
}
