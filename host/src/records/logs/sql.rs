//! Every query on notes.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::LOG;
use super::model::{LogData, LogEntry, LogUser, MESSAGE, NewLog};
use crate::access::Scope;
use crate::files::{self, FileInfo};
use crate::http::error::Result;
use crate::records::visible::Reference;

/// The latest hundred entries on a record, newest first.
pub async fn of_record(db: &mut PgConnection, record: Reference) -> Result<Vec<LogEntry>> {
    let rows = sqlx::query!(
        "select id, relation_id, action, data, user_id, user_name, created_at from log_entries
         where relation_id = $1 and deleted_at is null order by created_at desc, id desc limit 100",
        record.id,
    )
    .fetch_all(&mut *db)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut files = files::of_records(db, &LOG, &ids, MESSAGE).await?;
    let entries = rows.into_iter().map(|row| LogEntry {
        data: LogData {
            message: row.data["message"].as_str().unwrap_or_default().to_owned(),
            files: files
                .extract_if(.., |file| file.record == row.id)
                .map(|file| file.file)
                .collect(),
        },
        id: row.id,
        relation_id: row.relation_id,
        user: LogUser {
            id: row.user_id,
            display_name: row.user_name,
        },
        created_at: row.created_at,
        action: row.action,
    });
    Ok(entries.collect())
}

/// Writes a note.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    record: Reference,
    new: &NewLog,
    stored: Vec<files::Stored>,
    now: DateTime<Utc>,
) -> Result<LogEntry> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into log_entries (id, entity, relation_id, action, data, user_id, user_name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        record.kind.name,
        record.id,
        MESSAGE,
        json!({ "message": new.message }),
        scope.actor.id,
        scope.actor.name,
        now,
    )
    .execute(&mut *db)
    .await?;
    let mut kept: Vec<FileInfo> = Vec::new();
    for file in stored {
        kept.push(files::add(db, scope, file, Some((&LOG, id)), MESSAGE, now).await?);
    }
    Ok(LogEntry {
        id,
        relation_id: record.id,
        user: LogUser {
            id: Some(scope.actor.id),
            display_name: scope.actor.name.clone(),
        },
        created_at: now,
        action: MESSAGE.into(),
        data: LogData {
            message: new.message.clone(),
            files: kept,
        },
    })
}

/// A note's record and author.
#[derive(Debug)]
pub struct Found {
    pub entity: String,
    pub relation_id: Uuid,
    pub user_id: Option<Uuid>,
    pub action: String,
    pub deleted_at: Option<DateTime<Utc>>,
}

/// Holds a note against other deletions and restorations until the transaction ends.
pub async fn lock(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let held = sqlx::query!("select id from log_entries where id = $1 for update", id);
    held.fetch_optional(db).await?;
    Ok(())
}

/// A note, a deleted one too until it goes for good.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Found>> {
    Ok(sqlx::query_as!(
        Found,
        "select entity, relation_id, user_id, action, deleted_at from log_entries where id = $1",
        id
    )
    .fetch_optional(db)
    .await?)
}

/// The kind and id of the record that a note is about; `None`: the note is deleted.
pub async fn subject(db: &mut PgConnection, id: Uuid) -> Result<Option<(String, Uuid)>> {
    let note = find(db, id).await?.filter(|note| note.deleted_at.is_none());
    Ok(note.map(|note| (note.entity, note.relation_id)))
}

/// Deletes a note with its files.
pub async fn delete(db: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update log_entries set deleted_at = $2 where id = $1",
        id,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update files set deleted_at = $3 where entity = $1 and entity_id = $2",
        LOG.name,
        id,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Brings back a note with the files that were deleted with it.
pub async fn restore(db: &mut PgConnection, id: Uuid, deleted_at: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update log_entries set deleted_at = null where id = $1", id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "update files set deleted_at = null where entity = $1 and entity_id = $2 and deleted_at = $3",
        LOG.name,
        id,
        deleted_at
    )
    .execute(db)
    .await?;
    Ok(())
}
