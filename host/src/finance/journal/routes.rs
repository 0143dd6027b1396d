//! The call on the journal.

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::jobs::WriteJournal;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::finance::days;
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::words::language::Language;

pub const READ: Access = Access::admin(&[Permission::ReadInvoice]);

pub fn routes() -> Routes {
    Routes::new().add(READ, routes!(write))
}

/// Which year.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct JournalInput {
    /// From 2000 to 2099.
    #[schema(minimum = 2000, maximum = 2099)]
    year: i32,
}

/// Writes the journal of a year for the accountant: every invoice and credit note that was issued in it as the entries that French
/// tax law names (article A47 A-1 of the book of tax procedures), a CSV with semicolons. The answer is the job; the file is among
/// its files.
#[utoipa::path(post, path = "/invoice/journal", tag = "finance", operation_id = "writeSalesJournal", params(KeyHeader),
    request_body = JournalInput, responses((status = 202, body = Data<JobRecord>)))]
async fn write(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    Body(input): Body<JournalInput>,
) -> Result<Response> {
    let first = NaiveDate::from_ymd_opt(input.year, 1, 1);
    days::check("year", first.ok_or(Error::field("year", "date"))?)?;
    let job = WriteJournal {
        id: Uuid::now_v7(),
        user: scope.actor.id,
        year: input.year,
        language,
    };
    jobs::accept(&app, &scope, once, &job).await
}
