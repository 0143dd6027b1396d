//! The list of jobs.

use super::model::{JobRecord, JobStatus};
use crate::list::{Column, Direction, Filters, List, Owner, Type};

pub static JOBS: List<JobRecord> = List::new(
    "jobs",
    "select id, name, consumer, identifier, subject, status, attempts, created_at, started_at, updated_at, duration, progress, error,
        requested_by from job_rows",
    Owner::Nobody,
    &[
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["name", "status"]),
        Column::new("status", "status", Type::Choice(JobStatus::codes)).filtered(Filters::OneOf),
        Column::new("name", "name", Type::Text).filtered(Filters::OneOf),
        Column::new("consumer", "consumer", Type::Text).filtered(Filters::OneOf),
    ],
    ("createdAt", Direction::Desc),
)
.searches("search");
