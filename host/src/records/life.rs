//! A record's life: it is made, changed, archived, deleted, brought back and swept. A domain declares what differs
//! ([`Record`]) and writes its own select, insert and update; the rest is here, once for all.
//!
//! Whoever changes a record holds its row first: of two at once, the second finds what the first left. Each change has one
//! entry in the history and is told to all hosts; what changes nothing has none, and leaves the version as it was.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::audit::{self, Author, Change, Entry};
use super::edition::{self, Edition};
use super::live::{self, Signal};
use super::visible::{Scoped, Visible};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::request::Data;

/// A constraint's name, and what breaking it means.
pub type Meaning = (&'static str, fn() -> Error);

/// What the life of a kind of record is made of. The names go into statements: they are constants, never input.
pub trait Record: Scoped + Serialize + Sync {
    /// With `id`, `updated_at`, [`Self::DELETED`] and, where it is archived, `archived_at`.
    const TABLE: &'static str = Self::KIND.table();
    /// The column that tells when it was deleted.
    const DELETED: &'static str = "deleted_at";
    /// Whether it can be archived. Its restoration then takes it back from the archive too.
    const ARCHIVES: bool = false;
    /// Which rows people delete and bring back; the others are somebody else's to delete.
    const OURS: &'static str = "true";
    /// Which of the deleted rows `r` may go for good.
    const SWEPT: &'static str = "true";
    /// Constraints of the table, and what breaking one means.
    const UNIQUE: &'static [Meaning] = &[];

    /// When it was changed last: what `If-Match` is compared with.
    fn version(&mut self) -> &mut DateTime<Utc>;

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        None
    }

    /// What the history compares, field by field.
    fn audited(&self) -> Value {
        let mut fields = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = fields.as_object_mut() {
            fields.remove("updatedAt");
        }
        fields
    }

    /// Locks what has to stay as it is while one record changes: its own row, unless several change together.
    fn lock(db: &mut PgConnection, id: Uuid) -> impl Future<Output = Result<()>> + Send {
        lock_row::<Self>(db, id)
    }

    /// Refuses a deletion, or deletes what goes along.
    fn before_delete(
        &self,
        _db: &mut PgConnection,
        _scope: &Scope,
        _now: DateTime<Utc>,
    ) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// Refuses to bring it back to who could not have made it, or to what is gone itself.
    fn check_restored(
        &self,
        _db: &mut PgConnection,
        _scope: &Scope,
    ) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }

    /// Does what follows from every change of it, its creation and deletion included.
    fn settle(&self, _db: &mut PgConnection) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Locks a record's own row until the transaction ends.
pub async fn lock_row<R: Record>(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let hold = format!("select from {} where id = $1 for update", R::TABLE);
    sqlx::query(AssertSqlSafe(hold))
        .bind(id)
        .execute(db)
        .await?;
    Ok(())
}

/// A record within reach, to be changed: nobody else changes it until the transaction ends.
///
/// # Errors
/// Not found; [`Error::Edited`] when it has changed since the caller read it.
pub async fn open<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    key: R::Key,
    edition: Edition,
) -> Result<Visible<R>> {
    R::lock(db, key.into()).await?;
    let mut found = Visible::<R>::find(db, scope, key).await?;
    let version = *found.0.version();
    edition.check(db, R::KIND, found.id(), version).await?;
    Ok(found)
}

/// What a statement of a domain failed by: `.execute(db).await.map_err(taken::<Store>)?`.
pub fn taken<R: Record>(error: sqlx::Error) -> Error {
    let database = error.as_database_error();
    let constraint = database.and_then(|error| error.constraint());
    let broken = R::UNIQUE.iter().find(|(name, _)| Some(*name) == constraint);
    match broken {
        Some((_, meaning)) => meaning(),
        None => error.into(),
    }
}

/// A record that was just inserted, as it is kept; its history begins.
pub async fn created<R: Record>(db: &mut PgConnection, scope: &Scope, key: R::Key) -> Result<R> {
    let row = Visible::<R>::find(db, scope, key).await?;
    row.settle(db).await?;
    let changes = audit::changes(None, Some(&row.audited()));
    enter::<R>(db, &Author::from(scope), row.id(), "create", changes).await?;
    Ok(row.0)
}

/// An open record that was just updated, as it is kept.
pub async fn saved<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Visible<R>,
    now: DateTime<Utc>,
) -> Result<R> {
    changed(db, scope, before, "update", now).await
}

async fn changed<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Visible<R>,
    action: &str,
    now: DateTime<Utc>,
) -> Result<R> {
    let mut after = Visible::<R>::find(db, scope, before.key()).await?;
    after.settle(db).await?;
    let changes = audit::changes(Some(&before.audited()), Some(&after.audited()));
    if let Some(version) = note::<R>(db, scope, before, action, changes, now).await? {
        *after.0.version() = version;
    }
    Ok(after.0)
}

/// Writes what changed of an open record, and gives its new version; nothing when nothing did.
pub async fn note<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    record: &Visible<R>,
    action: &str,
    changes: Vec<Change>,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    if changes.is_empty() {
        return Ok(None);
    }
    // Later than before in any case: hosts' clocks may differ.
    let touch = format!(
        "update {} set updated_at = greatest($2, updated_at + interval '1 microsecond')
         where id = $1 returning updated_at",
        R::TABLE
    );
    let version = sqlx::query_scalar(AssertSqlSafe(touch))
        .bind(record.id())
        .bind(now);
    let version = version.fetch_one(&mut *db).await?;
    enter::<R>(db, &Author::from(scope), record.id(), action, changes).await?;
    Ok(Some(version))
}

/// Writes an entry into a record's history and tells all hosts.
pub async fn enter<R: Record>(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    action: &str,
    changes: Vec<Change>,
) -> Result<()> {
    let entry = Entry {
        kind: R::KIND,
        id,
        action,
        changes,
    };
    audit::record(db, author, &[entry]).await?;
    live::notify(db, &Signal::changed(R::KIND)).await
}

/// Archives a record: it keeps everything and is no longer offered. One that is archived stays so since then.
///
/// # Errors
/// Not found.
pub async fn archive<R: Record>(app: &App, scope: &Scope, key: R::Key) -> Result<Data<R>> {
    const { assert!(R::ARCHIVES) };
    let (mut tx, now) = (app.begin().await?, app.now());
    let before = open::<R>(&mut tx, scope, key, Edition::ANY).await?;
    let data = match before.archived_at() {
        Some(_) => before.0,
        None => set_archived(&mut tx, scope, &before, Some(now), now).await?,
    };
    tx.commit().await?;
    Ok(Data { data })
}

async fn set_archived<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Visible<R>,
    archived_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<R> {
    let set = format!("update {} set archived_at = $2 where id = $1", R::TABLE);
    let set = sqlx::query(AssertSqlSafe(set))
        .bind(before.id())
        .bind(archived_at);
    set.execute(&mut *db).await?;
    let action = match archived_at {
        Some(_) => "archive",
        None => "unarchive",
    };
    changed(db, scope, before, action, now).await
}

/// Deletes a record. It can be undone for an hour.
///
/// # Errors
/// Not found; what the record's own rules refuse.
pub async fn delete<R: Record>(app: &App, scope: &Scope, key: R::Key) -> Result<StatusCode> {
    let (mut tx, now) = (app.begin().await?, app.now());
    let record = open::<R>(&mut tx, scope, key, Edition::ANY).await?;
    record.before_delete(&mut tx, scope, now).await?;
    set_deleted::<R>(&mut tx, record.id(), Some(now)).await?;
    record.settle(&mut tx).await?;
    let changes = audit::changes(Some(&record.audited()), None);
    enter::<R>(
        &mut tx,
        &Author::from(scope),
        record.id(),
        "delete",
        changes,
    )
    .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_deleted<R: Record>(
    db: &mut PgConnection,
    id: Uuid,
    deleted_at: Option<DateTime<Utc>>,
) -> Result<()> {
    let set = format!("update {} set {} = $2 where id = $1", R::TABLE, R::DELETED);
    let set = sqlx::query(AssertSqlSafe(set)).bind(id).bind(deleted_at);
    set.execute(db).await.map_err(taken::<R>)?;
    Ok(())
}

/// Undoes a deletion within an hour, or takes a record back from the archive. One that is there, and could be archived,
/// stays as it is.
///
/// # Errors
/// Not found: it is not there, or never went away; [`TOO_LATE`]; what [`Record::UNIQUE`] says,
/// when another has its place now.
pub async fn restore<R: Record>(app: &App, scope: &Scope, key: R::Key) -> Result<Data<R>> {
    let (mut tx, now) = (app.begin().await?, app.now());
    R::lock(&mut tx, key.into()).await?;
    let data = match deleted_at::<R>(&mut tx, key.into()).await? {
        Some(deleted_at) => undelete(&mut tx, scope, key, deleted_at, now).await?,
        None if R::ARCHIVES => {
            let before = Visible::<R>::find(&mut tx, scope, key).await?;
            match before.archived_at() {
                Some(_) => set_archived(&mut tx, scope, &before, None, now).await?,
                None => before.0,
            }
        }
        None => return Err(R::KIND.missing()),
    };
    tx.commit().await?;
    Ok(Data { data })
}

async fn deleted_at<R: Record>(db: &mut PgConnection, id: Uuid) -> Result<Option<DateTime<Utc>>> {
    let (table, column, ours) = (R::TABLE, R::DELETED, R::OURS);
    let find = format!("select {column} from {table} where id = $1 and {ours}");
    let found: Option<Option<DateTime<Utc>>> = sqlx::query_scalar(AssertSqlSafe(find))
        .bind(id)
        .fetch_optional(db)
        .await?;
    Ok(found.flatten())
}

async fn undelete<R: Record>(
    db: &mut PgConnection,
    scope: &Scope,
    key: R::Key,
    deleted_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<R> {
    set_deleted::<R>(db, key.into(), None).await?;
    // Dropped without a commit, it stays deleted: when it is not the caller's, or too late.
    let back = Visible::<R>::find(db, scope, key).await?;
    back.check_restored(db, scope).await?;
    edition::restorable(deleted_at, now)?;
    back.settle(db).await?;
    let changes = audit::changes(None, Some(&back.audited()));
    enter::<R>(db, &Author::from(scope), back.id(), "restore", changes).await?;
    Ok(back.0)
}

/// Removes for good at most `batch` records that were deleted a day ago or earlier; tells how many. For a domain's
/// [`sweeps`](crate::register::Domain::sweeps).
pub fn sweep<R: Record>(app: &App, batch: i64) -> BoxFuture<'_, Result<u64>> {
    let (table, column, ours, swept) = (R::TABLE, R::DELETED, R::OURS, R::SWEPT);
    let sweep = format!(
        "delete from {table} where id = any(array(
            select id from {table} r where {column} < $1 and {ours} and {swept} limit $2))"
    );
    let sweep = sqlx::query(AssertSqlSafe(sweep))
        .bind(app.now() - edition::KEPT)
        .bind(batch);
    Box::pin(async move { Ok(sweep.execute(&app.db).await?.rows_affected()) })
}
