//! Calls on reports. They span stores: they are the staff's.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use super::jobs;
use super::list::REPORTS;
use super::model::{Report, ReportInput};
use super::{plan, sql};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Path};
use crate::http::routing::{Routes, routes};
use crate::jobs::JobRecord;
use crate::records::audit::Author;
use crate::records::visible::Visible;
use crate::stores::StoreName;

pub const READ: Access = Access::admin(&[Permission::ReadAudit]);
const WRITE: Access = Access::admin(&[Permission::WriteAudit]);
const MISSING: Error = Error::missing("Report");

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/phonographic/report", &REPORTS)
        .add(READ, routes!(find))
        .add(READ, routes!(file))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(create_and_send))
        .add(WRITE, routes!(send))
}

/// One report with its files.
#[utoipa::path(get, path = "/phonographic/report/{id}", tag = "charts", operation_id = "getAuditReport",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Report>), (status = 404, body = ErrorBody)))]
async fn find(State(app): State<App>, Id(id): Id) -> Result<Data<Report>> {
    let data = sql::find(&app.db, id).await?.ok_or(MISSING)?;
    Ok(Data { data })
}

/// A file of a report, as the receiver gets it.
#[utoipa::path(get, path = "/phonographic/report/{id}/file/{name}", tag = "charts",
    operation_id = "downloadAuditReportFile", params(("id" = Uuid, Path), ("name" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 404, body = ErrorBody)))]
async fn file(
    State(app): State<App>,
    path: Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let Path((id, name)) = path;
    let missing = || Error::NotFound(Resource::File);
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    let kept = sql::stored_files(&app.db, id).await?;
    let file = kept.iter().find(|file| file.name == name);
    files::download(&app, file.ok_or_else(missing)?.file, &headers).await
}

/// A report, and the job that works on it; null when nothing is left to do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditReporting)]
struct Reporting {
    report: Report,
    job: Option<JobRecord>,
}

/// Makes a period's report, of one store or of all. Asked for again, it is the same report; what it holds is in no other
/// of its layout and territory.
#[utoipa::path(post, path = "/phonographic/create-report", tag = "charts", operation_id = "createAuditReport",
    params(KeyHeader), request_body = ReportInput,
    responses((status = 202, body = Data<Reporting>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "ConflictDateRangeException: the period's report is of another mode or store")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ReportInput>,
) -> Result<Response> {
    report(&app, &scope, once, &input, false).await
}

/// The same, handed over to the receiver once it is made.
#[utoipa::path(post, path = "/phonographic/send-report", tag = "charts", operation_id = "sendAuditReport",
    params(KeyHeader), request_body = ReportInput,
    responses((status = 202, body = Data<Reporting>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn create_and_send(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<ReportInput>,
) -> Result<Response> {
    report(&app, &scope, once, &input, true).await
}

async fn report(
    app: &App,
    scope: &Scope,
    once: Once,
    input: &ReportInput,
    send: bool,
) -> Result<Response> {
    let store = match input.store_id {
        Some(id) => {
            let store =
                Visible::<StoreName>::find(&mut *app.db.acquire().await?, scope, id).await?;
            Some(store.into_inner().name)
        }
        None => None,
    };
    let ready = plan::needed(app)?;
    let due = plan::complete(&ready, input, store.as_deref()).await?;
    if send && due.channel.is_none() {
        return Err(Error::field("channel", "required"));
    }
    let plugin = &ready.plugin.manifest().id;
    once.run(app, async |tx| {
        let author = Author::from(scope);
        let (id, job) = jobs::ask(app, tx, &author, plugin, &due, send).await?;
        let report = sql::find(&mut *tx, id).await?.ok_or(MISSING)?;
        Ok((StatusCode::ACCEPTED, Reporting { report, job }))
    })
    .await
}

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AuditReportSending)]
struct Sending {
    /// Whether files of the same names may be replaced at the receiver's.
    #[serde(default)]
    replace: bool,
}

/// Hands a report over, again if it was before. Without `replace`, a file that the receiver holds is a failure.
#[utoipa::path(post, path = "/phonographic/report/{id}/send", tag = "charts", operation_id = "resendAuditReport",
    params(("id" = Uuid, Path), KeyHeader), request_body = Sending,
    responses((status = 202, body = Data<Reporting>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn send(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Id(id): Id,
    Body(sending): Body<Sending>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let job = jobs::send_again(tx, &author, id, sending.replace).await?;
        let report = sql::find(&mut *tx, id).await?.ok_or(MISSING)?;
        let job = Some(job);
        Ok((StatusCode::ACCEPTED, Reporting { report, job }))
    })
    .await
}
