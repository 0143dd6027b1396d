//! Every query on notes.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::LOG;
use super::model::{LogData, LogEntry, LogUser, MESSAGE, Mentioned, NewLog};
use crate::access::Scope;
use crate::files;
use crate::http::error::Result;
use crate::records::visible::Reference;

/// An entry as its table has it.
struct Row {
    id: Uuid,
    entity: String,
    relation_id: Uuid,
    action: String,
    data: Value,
    user_id: Option<Uuid>,
    user_name: String,
    created_at: DateTime<Utc>,
}

/// The latest hundred entries on a record, newest first.
pub async fn of_record(db: &mut PgConnection, record: Reference) -> Result<Vec<LogEntry>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, entity, relation_id, action, data, user_id, user_name, created_at from log_entries
         where relation_id = $1 and deleted_at is null order by created_at desc, id desc limit 100",
        record.id,
    )
    .fetch_all(&mut *db)
    .await?;
    entries(db, rows).await
}

/// These entries, in the order of their ids here; deleted ones are left out.
pub async fn by_id(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<LogEntry>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, entity, relation_id, action, data, user_id, user_name, created_at from log_entries
         where id = any($1) and deleted_at is null order by array_position($1, id)",
        ids,
    )
    .fetch_all(&mut *db)
    .await?;
    entries(db, rows).await
}

/// With their files and whom they name.
async fn entries(db: &mut PgConnection, rows: Vec<Row>) -> Result<Vec<LogEntry>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut files = files::of_records(&mut *db, &LOG, &ids, MESSAGE).await?;
    let mut mentions = sqlx::query!(
        "select m.log_id, u.id, u.display_name from log_mentions m join users u on u.id = m.user_id
         where m.log_id = any($1) order by u.display_name, u.id",
        &ids,
    )
    .fetch_all(db)
    .await?;
    let entries = rows.into_iter().map(|row| LogEntry {
        data: LogData {
            message: row.data["message"].as_str().unwrap_or_default().to_owned(),
            mentions: mentions
                .extract_if(.., |mention| mention.log_id == row.id)
                .map(|mention| Mentioned {
                    id: mention.id,
                    display_name: mention.display_name,
                })
                .collect(),
            files: files
                .extract_if(.., |file| file.record == row.id)
                .map(|file| file.file)
                .collect(),
        },
        id: row.id,
        entity: row.entity,
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
    let kept = files::add_all(&mut *db, scope, stored, (&LOG, id), MESSAGE, now).await?;
    let ids: Vec<Uuid> = new.mentions.iter().copied().collect();
    let mentions = sqlx::query_as!(
        Mentioned,
        "with added as (insert into log_mentions (log_id, user_id, created_at) select $1, unnest($2::uuid[]), $3 returning user_id)
         select id, display_name from users where id in (select user_id from added) order by display_name, id",
        id,
        &ids,
        now,
    )
    .fetch_all(db)
    .await?;
    Ok(LogEntry {
        id,
        entity: record.kind.name.to_owned(),
        relation_id: record.id,
        user: LogUser {
            id: Some(scope.actor.id),
            display_name: scope.actor.name.clone(),
        },
        created_at: now,
        action: MESSAGE.into(),
        data: LogData {
            message: new.message.clone(),
            mentions,
            files: kept,
        },
    })
}

/// Somebody who may be named in a note, if they read the notes on its record.
#[derive(Debug)]
pub struct Candidate {
    pub id: Uuid,
    pub display_name: String,
    pub email: String,
    pub locale: String,
}

/// The next people who may read the notes on a record, by name: staff, and those of the factories that see it; not the caller. So
/// many of those whose name has `search` in it, after `skip` of them.
pub async fn candidates(
    db: &mut PgConnection,
    scope: &Scope,
    factories: &[Uuid],
    search: &str,
    take: i64,
    skip: i64,
) -> Result<Vec<Candidate>> {
    Ok(sqlx::query_as!(
        Candidate,
        "select id, display_name, email, locale from users
         where deleted_at is null and id <> $1 and (role = 'admin' or (role = 'factory' and exists (
                 select from user_factories f where f.user_id = users.id and f.factory_id = any($5))))
             and ($2 = '' or search_text(display_name) like search_pattern($2))
         order by display_name, id limit $3 offset $4",
        scope.actor.id,
        search,
        take,
        skip,
        factories,
    )
    .fetch_all(db)
    .await?)
}

/// Of these people those who are written to: not who was named more than `most` times since and has looked at none of it.
pub async fn mail_recipients(
    db: &mut PgConnection,
    ids: &[Uuid],
    since: DateTime<Utc>,
    most: i64,
) -> Result<Vec<Candidate>> {
    Ok(sqlx::query_as!(
        Candidate,
        "select id, display_name, email, locale from users u where deleted_at is null and id = any($1)
             and (select count(*) from log_mentions m where m.user_id = u.id and m.seen_at is null and m.created_at > $2) <= $3",
        ids,
        since,
        most,
    )
    .fetch_all(db)
    .await?)
}

/// A note that names somebody.
#[derive(Debug)]
pub struct Mention {
    pub log_id: Uuid,
    pub entity: String,
    pub relation_id: Uuid,
    pub seen: bool,
}

/// The latest fifty notes that name the caller, newest first, whether they still may read them or not.
pub async fn mentions(db: &mut PgConnection, scope: &Scope) -> Result<Vec<Mention>> {
    Ok(sqlx::query_as!(
        Mention,
        r#"select m.log_id, n.entity, n.relation_id, m.seen_at is not null as "seen!" from log_mentions m
         join log_entries n on n.id = m.log_id and n.deleted_at is null
         where m.user_id = $1 order by m.created_at desc, m.log_id desc limit 50"#,
        scope.actor.id,
    )
    .fetch_all(db)
    .await?)
}

/// Notes that the caller has seen all that named them until a moment.
pub async fn see_mentions(
    db: &mut PgConnection,
    scope: &Scope,
    until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update log_mentions set seen_at = $3 where user_id = $1 and seen_at is null and created_at <= $2",
        scope.actor.id,
        until,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
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
    let row = sqlx::query!("select id from log_entries where id = $1 for update", id);
    row.fetch_optional(db).await?;
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
