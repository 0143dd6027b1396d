//! The calls of the developer page.

use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::list::MAILS;
use super::report::{BugReport, Report};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Refusal, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Path};
use crate::http::routing::{Routes, routes};
use crate::identity::passkeys_work_at;
use crate::jobs::{self, JobRecord};
use crate::{API_VERSION, APPLICATION_VERSION};

/// The operator has not said where reports of faults go.
static REPORTS_DISABLED: Refusal =
    Refusal::new("Sentry n’est pas activé.", "Sentry is not enabled.");

const SUPER: Access = Access::admin(&[Permission::SuperAdmin]);

pub fn routes() -> Routes {
    Routes::new()
        .add(SUPER, routes!(environment))
        .list(SUPER, "/developer/mail", &MAILS)
        .add(SUPER, routes!(mail))
        .add(Access::Public, routes!(version))
        .add(Access::Public, routes!(public_environment))
        .add(Access::SignedIn, routes!(report))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Environment {
    environment: String,
    api_version: String,
    application_version: String,
}

/// What runs here.
#[utoipa::path(get, path = "/developer", tag = "developer", operation_id = "getEnvironment",
    responses((status = 200, body = Data<Environment>), (status = 403, body = ErrorBody)))]
async fn environment(State(app): State<App>) -> Data<Environment> {
    Data {
        data: Environment {
            environment: app.config.environment.clone(),
            api_version: API_VERSION.into(),
            application_version: APPLICATION_VERSION.into(),
        },
    }
}

/// What the portal's shell needs to know of its host.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublicEnvironment {
    environment: String,
    api_version: String,
    version: String,
    /// Faults can be reported.
    bug_report: bool,
    /// Browsers use passkeys with the portal where it is.
    passkeys: bool,
}

/// What the portal's shell needs to know of its host.
#[utoipa::path(get, path = "/environment", tag = "other", operation_id = "getPublicEnvironment",
    responses((status = 200, body = Data<PublicEnvironment>)))]
async fn public_environment(State(app): State<App>) -> Data<PublicEnvironment> {
    Data {
        data: PublicEnvironment {
            environment: app.config.environment.clone(),
            api_version: API_VERSION.into(),
            version: APPLICATION_VERSION.into(),
            bug_report: app.config.reports.sentry_dsn.is_some(),
            passkeys: passkeys_work_at(&app.origin),
        },
    }
}

/// Reports a fault to the portal's developers.
#[utoipa::path(post, path = "/bug-report", tag = "other", operation_id = "reportBug", params(KeyHeader),
    request_body = BugReport,
    responses((status = 202, body = Data<JobRecord>), (status = 400, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Sentry is not enabled")))]
async fn report(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(report): Body<BugReport>,
) -> Result<Response> {
    if app.config.reports.sentry_dsn.is_none() {
        return Err(Error::Refused(&REPORTS_DISABLED));
    }
    let job = Report {
        event: Uuid::now_v7(),
        report,
        user: (scope.actor.id, scope.actor.name.clone()),
        at: app.now(),
    };
    jobs::accept(&app, &scope, once, &job).await
}

#[derive(Debug, Serialize, ToSchema)]
struct Version {
    name: String,
    version: String,
    api: String,
}

/// The version, for whoever asks.
#[utoipa::path(get, path = "/_version", tag = "other", operation_id = "getVersion",
    responses((status = 200, body = Data<Version>)))]
async fn version() -> Data<Version> {
    Data {
        data: Version {
            name: "comptoir".into(),
            version: APPLICATION_VERSION.into(),
            api: API_VERSION.into(),
        },
    }
}

/// A mail of the outbox.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    id: Uuid,
    to: String,
    subject: String,
    template: String,
    /// `queued`, `sent`, `failed`, `kept`
    status: String,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    /// How often it was handed to the mail server.
    attempts: i32,
    error: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MailDetail {
    id: Uuid,
    to: String,
    subject: String,
    template: String,
    status: String,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    attempts: i32,
    error: Option<String>,
    text: String,
    html: String,
}

/// One mail, whole.
#[utoipa::path(get, path = "/developer/mail/{id}", tag = "developer", operation_id = "getMail",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<MailDetail>), (status = 404, body = ErrorBody)))]
async fn mail(State(app): State<App>, Path(id): Path<Uuid>) -> Result<Data<MailDetail>> {
    let mail = sqlx::query_as!(
        MailDetail,
        "select id, recipient as \"to\", subject, template, status, created_at, sent_at, attempts, error,
            body_text as text, body_html as html from mails where id = $1",
        id,
    )
    .fetch_optional(&app.db)
    .await?;
    Ok(Data {
        data: mail.ok_or(Error::missing("Mail"))?,
    })
}
