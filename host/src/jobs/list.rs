//! The list of jobs.

use super::model::{JobRecord, JobStatus};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

/// As much of a job as lists tell.
pub const ROWS: &str =
    "select id, name, consumer, identifier, subject, status, attempts, created_at, started_at, updated_at, duration, progress, error, error_fr,
        requested_by from job_rows";

pub static JOBS: List<JobRecord> = List::new(Declaration {
    name: "jobs",
    summary: "Every job, newest first. Searches name, consumer, identifier and error.",
    table: "jobs",
    rows: ROWS,
    owner: Owner::Nobody,
    search: Some("search"),
    columns: &[
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["name", "status"]),
        Column::new("status", "status", Type::Choice(JobStatus::codes)).filtered(Filters::OneOf),
        Column::new("name", "name", Type::Text).filtered(Filters::OneOf),
        Column::new("consumer", "consumer", Type::Text)
            .filtered(Filters::OneOf)
            .common(),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
});
