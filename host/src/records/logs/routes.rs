//! Calls on notes and histories.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::model::{LogEntry, LogForm, LogMention, LogPerson, MESSAGE, NewLog};
use super::{LOG, mentions, sql};
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::files::{Kind, Upload};
use crate::http::error::{Error, ErrorBody, Refusal, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params};
use crate::http::routing::{Routes, routes};
use crate::records;
use crate::records::audit::{self, HistoryEntry};
use crate::records::edition;
use crate::records::live::{self, Signal};

/// Only its author, or an admin, may (decision 24).
static AUTHOR_ONLY: Refusal = Refusal::new(
    "Seul son auteur ou un administrateur peut le supprimer.",
    "Only its author or an administrator can delete it.",
);

/// Notes on merchants' records are the staff's own; on what is produced they are talked over with the factory.
pub const TALK: Access = Access::admin_or_factory(&[], &[Permission::ReadProject]);
/// Histories are the staff's own.
const STAFF: Access = Access::admin(&[]);

pub fn routes() -> Routes {
    Routes::new()
        .add(TALK, routes!(list, create))
        .add(TALK, routes!(find, delete))
        .add(TALK, routes!(people))
        .add(TALK, routes!(mentions))
        .add(TALK, routes!(see_mentions))
        .add(TALK, routes!(restore))
        .add(STAFF, routes!(history))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct OfRecord {
    /// The record's id.
    relation_id: Uuid,
}

/// The latest hundred notes on a record that the caller sees, newest first.
#[utoipa::path(get, path = "/logs", tag = "other", operation_id = "listLogs", params(OfRecord),
    responses((status = 200, body = Data<Vec<LogEntry>>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn list(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<OfRecord>,
) -> Result<Data<Vec<LogEntry>>> {
    let mut db = app.db.acquire().await?;
    let record = records::discussed(app.register, &mut db, &scope, query.relation_id).await?;
    Ok(Data {
        data: sql::of_record(&mut db, record).await?,
    })
}

/// One note.
#[utoipa::path(get, path = "/logs/{id}", tag = "other", operation_id = "getLog", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<LogEntry>), (status = 404, body = ErrorBody)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<LogEntry>> {
    let mut db = app.db.acquire().await?;
    readable(&app, &mut db, &scope, id).await?;
    let log = sql::by_id(&mut db, &[id]).await?.pop();
    Ok(Data {
        data: log.ok_or(MISSING)?,
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct PeopleOf {
    /// The record's id.
    relation_id: Uuid,
    /// Letters of a name.
    #[serde(default)]
    #[param(max_length = 100)]
    search: String,
}

/// The first eight who read the notes on a record, by name, besides the caller: who can be named in one.
#[utoipa::path(get, path = "/logs/people", tag = "other", operation_id = "listLogPeople", params(PeopleOf),
    responses((status = 200, body = Data<Vec<LogPerson>>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn people(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<PeopleOf>,
) -> Result<Data<Vec<LogPerson>>> {
    let search = query.search.trim();
    if search.contains('\0') {
        return Err(Error::field("search", "type"));
    }
    if search.chars().count() > 100 {
        return Err(Error::field("search", "max"));
    }
    let mut db = app.db.acquire().await?;
    let record = records::discussed(app.register, &mut db, &scope, query.relation_id).await?;
    Ok(Data {
        data: mentions::people(&mut db, &scope, record, search).await?,
    })
}

/// The latest fifty notes that name the caller, newest first, of those that they may read.
#[utoipa::path(get, path = "/logs/mentions", tag = "other", operation_id = "listLogMentions",
    responses((status = 200, body = Data<Vec<LogMention>>)))]
async fn mentions(scope: Scope, State(app): State<App>) -> Result<Data<Vec<LogMention>>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: mentions::of_caller(app.register, &mut db, &scope).await?,
    })
}

/// Until when somebody has read what names them.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeeMentions {
    /// The time of the latest note that they have seen.
    until: DateTime<Utc>,
}

/// Says that the caller has seen all that named them until a moment.
#[utoipa::path(post, path = "/logs/mentions/seen", tag = "other", operation_id = "seeLogMentions",
    request_body = SeeMentions, responses((status = 204, description = "Noted")))]
async fn see_mentions(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<SeeMentions>,
) -> Result<StatusCode> {
    let mut db = app.db.acquire().await?;
    sql::see_mentions(&mut db, &scope, input.until, app.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Writes a note on a record, with files. Whom it names is sent a mail.
#[utoipa::path(post, path = "/logs", tag = "other", operation_id = "createLog", params(KeyHeader),
    request_body(content = LogForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<LogEntry>), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    mut upload: Upload,
) -> Result<Response> {
    let form = upload.all(&app, &scope, "files", Kind::Document).await?;
    let new = NewLog::read(&form)?;
    once.run(&app, async |tx| {
        let record = records::discussed(app.register, tx, &scope, new.relation).await?;
        mentions::check(tx, record, &new).await?;
        let log = sql::add(tx, &scope, record, &new, form.files, app.now()).await?;
        mentions::tell(&app, tx, &scope, &log).await?;
        live::notify(tx, &Signal::changed(&LOG)).await?;
        Ok((StatusCode::CREATED, log))
    })
    .await
}

/// Deletes a note: its author, or an admin (decision 24). What the portal itself told stays.
#[utoipa::path(delete, path = "/logs/{id}", tag = "other", operation_id = "deleteLog", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    live::change(&app, &Signal::changed(&LOG), async |tx| {
        sql::lock(tx, id).await?;
        let log = readable(&app, tx, &scope, id).await?;
        if log.deleted_at.is_some() {
            return Err(MISSING);
        }
        let is_author = log.user_id == Some(scope.actor.id);
        if log.action != MESSAGE || !(is_author || scope.actor.role == Role::Admin) {
            return Err(Error::Refused(&AUTHOR_ONLY));
        }
        sql::delete(tx, id, app.now()).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// Undoes the deletion of a note, within an hour.
#[utoipa::path(post, path = "/logs/{id}/restore", tag = "other", operation_id = "restoreLog", params(("id" = Uuid, Path)),
    responses((status = 204, description = "It is there again"), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    live::change(&app, &Signal::changed(&LOG), async |tx| {
        sql::lock(tx, id).await?;
        let log = readable(&app, tx, &scope, id).await?;
        let deleted_at = log.deleted_at.ok_or(MISSING)?;
        edition::restorable(deleted_at, app.now())?;
        sql::restore(tx, id, deleted_at).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

const MISSING: Error = Error::NotFound(Resource::Log);

/// A note on a record within reach.
async fn readable(app: &App, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<sql::Found> {
    let log = sql::find(&mut *db, id).await?.ok_or(MISSING)?;
    let record = records::discussed(app.register, db, scope, log.relation_id);
    record.await.map_err(|_| MISSING)?;
    Ok(log)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct HistoryOf {
    /// The record's kind, as its history calls it: `order`.
    entity: String,
    id: Uuid,
}

/// Who changed what of a record and when, field by field: the latest hundred changes, newest first.
#[utoipa::path(get, path = "/history", tag = "other", operation_id = "getHistory", params(HistoryOf),
    responses((status = 200, body = Data<Vec<HistoryEntry>>), (status = 404, body = ErrorBody)))]
async fn history(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<HistoryOf>,
) -> Result<Data<Vec<HistoryEntry>>> {
    let mut db = app.db.acquire().await?;
    let record = records::check_named(app.register, &mut db, &scope, &of.entity, of.id).await?;
    Ok(Data {
        data: audit::history(&mut db, record).await?,
    })
}
