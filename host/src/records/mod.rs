//! What all records have: who sees them, their histories, notes, files and versions, and people who watch them change. The
//! domains declare which kinds of record there are ([`Kind`]).

/// What records were at a moment.
pub mod as_of;
/// Files that hang on records.
pub mod attachments;
pub mod audit;
/// What shows that nobody rewrote the audit trail.
pub mod chain;
pub mod edition;
mod kind;
/// How records are changed, archived, deleted and brought back.
pub mod life;
/// Server-sent events: progress of jobs, changed lists.
pub mod live;
/// Notes on records, and their histories.
pub mod logs;
#[cfg(test)]
mod tests;
/// Proof that a record lies within its caller's scope.
pub mod visible;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::access::Scope;
use crate::http::error::{Error, Result};
use crate::records::logs::LOG;
use crate::records::visible::Reference;
use crate::register::Register;

pub use kind::{AtProvider, Kind, Provided, Rows};

const MISSING: Error = Error::missing("Record");

/// Passes when there is such a record, the caller's scope reaches it and they hold the permission to read its kind.
///
/// # Errors
/// Not found, whichever of these fails: one is not to learn that a record exists (decision 7).
pub async fn check_visible(
    db: &mut PgConnection,
    scope: &Scope,
    kind: &'static Kind,
    id: Uuid,
) -> Result<Reference> {
    let may = kind.read.check(Some(scope)).is_ok();
    match may && kind.has(db, scope, id).await? {
        true => Ok(Reference { kind, id }),
        false => Err(MISSING),
    }
}

/// The same of a record whose kind is known by its name only. A note is seen by whoever sees what it is about.
pub async fn check_named(
    register: Register,
    db: &mut PgConnection,
    scope: &Scope,
    name: &str,
    id: Uuid,
) -> Result<Reference> {
    let kind = register.kind(name).ok_or(MISSING)?;
    let found = check_visible(db, scope, kind, id).await?;
    if kind.name == LOG.name {
        let (about, id) = logs::subject(db, id).await?.ok_or(MISSING)?;
        let about = subjects(register).find(|kind| kind.name == about);
        let about = about.filter(|kind| kind.is_discussed_with(scope));
        check_visible(db, scope, about.ok_or(MISSING)?, id).await?;
    }
    Ok(found)
}

/// What notes are about: all kinds but notes themselves.
fn subjects(register: Register) -> impl Iterator<Item = &'static Kind> {
    register.kinds().filter(|kind| kind.name != LOG.name)
}

/// The record of this id, of whatever kind, if the caller sees it and takes part in what is said of it.
///
/// # Errors
/// Not found: there is none, or it is not the caller's to know of.
pub async fn discussed(
    register: Register,
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<Reference> {
    for kind in subjects(register).filter(|kind| kind.is_discussed_with(scope)) {
        match check_visible(db, scope, kind, id).await {
            Ok(record) => return Ok(record),
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Err(MISSING)
}

/// Deletes the notes and files of records that are gone for good; the files' contents follow with the next sweep of files.
/// Tells how many.
pub async fn sweep(register: Register, db: &mut PgConnection, now: DateTime<Utc>) -> Result<u64> {
    let since = now - edition::KEPT;
    let old = sqlx::query!("delete from log_entries where deleted_at < $1", since)
        .execute(&mut *db)
        .await?;
    let mut gone = old.rows_affected();
    // Notes last: their files belong to them.
    let (notes, others): (Vec<_>, Vec<_>) =
        register.kinds().partition(|kind| kind.name == LOG.name);
    for kind in others.into_iter().chain(notes) {
        let Some(Rows { table, .. }) = kind.rows else {
            continue;
        };
        let is_gone = |id: &str| {
            format!("entity = $1 and not exists (select from {table} r where r.id = {id})")
        };
        let notes = format!("delete from log_entries where {}", is_gone("relation_id"));
        let files = format!(
            "update files set deleted_at = $2 where (deleted_at is null or deleted_at > $2) and {}",
            is_gone("entity_id")
        );
        let notes = sqlx::query(AssertSqlSafe(notes)).bind(kind.name);
        gone += notes.execute(&mut *db).await?.rows_affected();
        let files = sqlx::query(AssertSqlSafe(files))
            .bind(kind.name)
            .bind(since - TimeDelta::seconds(1));
        gone += files.execute(&mut *db).await?.rows_affected();
    }
    Ok(gone)
}
