//! The calls of the developer page.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::access::{Access, Permission};
use crate::app::App;
use crate::error::{Error, ErrorBody, Result};
use crate::request::Data;
use crate::routing::Routes;
use crate::{API_VERSION, APPLICATION_VERSION};

const SUPER: Access = Access::admin(&[Permission::SuperAdmin]);

pub fn routes() -> Routes {
    Routes::new()
        .add(SUPER, routes!(environment))
        .add(SUPER, routes!(mails))
        .add(SUPER, routes!(mail))
        .add(Access::Public, routes!(version))
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

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Mail {
    id: Uuid,
    to: String,
    subject: String,
    template: String,
    /// `queued`, `sent`, `failed`, `kept`
    status: String,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    error: Option<String>,
}

/// The latest hundred mails, newest first.
#[utoipa::path(get, path = "/developer/mail", tag = "developer", operation_id = "listMails",
    responses((status = 200, body = Data<Vec<Mail>>), (status = 403, body = ErrorBody)))]
async fn mails(State(app): State<App>) -> Result<Data<Vec<Mail>>> {
    let data = sqlx::query_as!(
        Mail,
        "select id, recipient as \"to\", subject, template, status, created_at, sent_at, error from mails
         order by created_at desc, id desc limit 100",
    )
    .fetch_all(&app.db)
    .await?;
    Ok(Data { data })
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
        "select id, recipient as \"to\", subject, template, status, created_at, sent_at, error,
            body_text as text, body_html as html from mails where id = $1",
        id,
    )
    .fetch_optional(&app.db)
    .await?;
    Ok(Data {
        data: mail.ok_or(Error::missing("Mail"))?,
    })
}
