//! Calls on notes and histories.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;
use utoipa_axum::routes;
use uuid::Uuid;

use super::model::{LogEntry, LogForm, MESSAGE, NewLog};
use super::{LOG, sql};
use crate::access::{Access, Permission, Role, Scope};
use crate::app::App;
use crate::files::{Kind, Upload};
use crate::http::error::{Error, ErrorBody, Refusal, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Data, Id, Params};
use crate::http::routing::Routes;
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
        .add(TALK, routes!(delete))
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

/// Writes a note on a record, with files.
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
        let log = sql::add(tx, &scope, record, &new, form.files, app.now()).await?;
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
        let log = find(&app, tx, &scope, id).await?;
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
        let log = find(&app, tx, &scope, id).await?;
        let deleted_at = log.deleted_at.ok_or(MISSING)?;
        edition::restorable(deleted_at, app.now())?;
        sql::restore(tx, id, deleted_at).await?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

const MISSING: Error = Error::NotFound(Resource::Log);

/// A note on a record within reach.
async fn find(app: &App, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<sql::Found> {
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
