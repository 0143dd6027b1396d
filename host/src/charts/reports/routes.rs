//! Calls on reports. They span stores: they are the staff's.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::jobs;
use super::list::REPORTS;
use super::model::{Reason, Reasons, Report, ReportInput};
use super::{plan, reasons, sql};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files;
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, Path, trimmed};
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
        .add(WRITE, routes!(withdraw))
        .add(READ, routes!(reasons))
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

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AuditReportWithdrawal)]
struct Withdrawal {
    /// Why, for whoever looks at it later.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 500))]
    reason: String,
}

/// Withdraws a report that is empty or wrong: another one can be made of its days, which counts what it held. It stays in
/// the list with its files; what was handed over stays where it is. None is made by itself in its place.
#[utoipa::path(post, path = "/phonographic/report/{id}/withdraw", tag = "charts", operation_id = "withdrawAuditReport",
    params(("id" = Uuid, Path)), request_body = Withdrawal,
    responses((status = 200, body = Data<Report>), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "It is being made or sent"), (status = 404, body = ErrorBody)))]
async fn withdraw(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Body(Withdrawal { reason }): Body<Withdrawal>,
) -> Result<Data<Report>> {
    let mut tx = app.begin().await?;
    jobs::withdraw(&mut tx, &Author::from(&scope), id, &reason, app.now()).await?;
    let data = sql::find(&mut *tx, id).await?.ok_or(MISSING)?;
    tx.commit().await?;
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// Only lines of this reason.
    reason: Option<Reason>,
    /// Only those of this reference or SKU, or of one that begins so.
    search: Option<String>,
}

/// Why each line of what was ordered or shipped in a report's days is in it or is not: how many of each reason, and the
/// newest.
#[utoipa::path(get, path = "/phonographic/report/{id}/reasons", tag = "charts", operation_id = "getAuditReportReasons",
    params(("id" = Uuid, Path), Asked),
    responses((status = 200, body = Data<Reasons>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn reasons(
    State(app): State<App>,
    Id(id): Id,
    Params(asked): Params<Asked>,
) -> Result<Data<Reasons>> {
    let report = sql::find(&app.db, id).await?.ok_or(MISSING)?;
    let search = asked.search.as_deref().map(str::trim);
    let search = search.filter(|text| !text.is_empty());
    let data = reasons::find(&app.db, &report, asked.reason, search).await?;
    Ok(Data { data })
}
