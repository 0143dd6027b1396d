//! Which records there are that files, notes and histories belong to, and who sees them: the one place that knows every
//! kind.

pub mod audit;
pub mod edition;
/// Server-sent events: progress of jobs, changed lists.
pub mod live;
/// Notes on records, and their histories.
pub mod logs;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::access::{Access, Permission, Role, Scope};
use crate::http::error::{Entity, Error, Result};
use crate::{inbound, tickets, users};

/// The kinds of record, as the audit trail calls them.
pub const KINDS: [&str; 9] = [
    "bundle",
    "inbound-shipment",
    "order",
    "organization",
    "phonographic",
    "product",
    "store",
    "ticket",
    "user",
];

/// What reading records of a kind takes; `None`: there is no such kind.
pub fn access(entity: &str) -> Option<Access> {
    Some(match entity {
        "bundle" | "product" => Access::permissions(&[Permission::ReadProduct]),
        "inbound-shipment" => inbound::READ,
        "order" => Access::permissions(&[Permission::ReadOrder]),
        "organization" => Access::permissions(&[Permission::ReadOrganization]),
        "phonographic" => Access::permissions(&[Permission::ReadAudit]),
        "store" => Access::permissions(&[Permission::ReadStore]),
        "ticket" => tickets::READ,
        "user" => Access::permissions(&[Permission::ReadUser]),
        _ => return None,
    })
}

/// Passes when there is such a record, the caller's scope reaches it and they hold the permission to read its kind.
///
/// # Errors
/// Not found, whichever of these fails: one is not to learn that a record exists (decision 7).
pub async fn check_visible(
    db: &mut PgConnection,
    scope: &Scope,
    entity: &str,
    id: Uuid,
) -> Result<()> {
    const MISSING: Error = Error::NotFound(Entity::Resource("Record"));
    if entity == "log" {
        // A note is seen by whoever sees what it is about.
        let note = sqlx::query!(
            "select entity, relation_id from log_entries where id = $1 and deleted_at is null",
            id
        )
        .fetch_optional(&mut *db)
        .await?
        .ok_or(MISSING)?;
        if scope.actor.role != Role::Admin || note.entity == "log" {
            return Err(MISSING);
        }
        return Box::pin(check_visible(db, scope, &note.entity, note.relation_id)).await;
    }
    let access = access(entity).ok_or(MISSING)?;
    access.check(Some(scope)).map_err(|_| MISSING)?;
    let found = match entity {
        "inbound-shipment" => inbound::is_visible(db, scope, id).await?.then_some(true),
        "order" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from orders where id = $1 and ($2::uuid[] is null or store_id = any($2))"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?
        }
        "bundle" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from bundles
                   where id = $1 and gone_at is null and ($2::uuid[] is null or store_id = any($2))"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?
        }
        "product" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from products
                   where id = $1 and gone_at is null and ($2::uuid[] is null or store_id = any($2))"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?
        }
        "organization" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from organizations
                   where id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2))"#,
                id,
                scope.organizations(),
            )
            .fetch_optional(db)
            .await?
        }
        "phonographic" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from phonographic_products
                   where id = $1 and deleted_at is null and ($2::uuid[] is null or store_id = any($2))"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?
        }
        "store" => {
            sqlx::query_scalar!(
                r#"select true as "found!" from stores
                   where id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2))"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?
        }
        "ticket" => tickets::find(db, scope, id).await?.map(|_| true),
        _ => return users::find_visible(db, scope, id, false).await.map(drop),
    };
    found.map(drop).ok_or(MISSING)
}

/// The kind of the record of this id, if the caller sees it.
///
/// # Errors
/// Not found: there is none, or it is not the caller's to know of.
pub async fn visible_kind(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<&'static str> {
    for kind in KINDS {
        match check_visible(db, scope, kind, id).await {
            Ok(()) => return Ok(kind),
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::missing("Record"))
}

/// Deletes the notes and files of records that are gone for good; the files' contents follow with the next sweep of files.
/// Tells how many.
pub async fn sweep(db: &mut PgConnection, now: DateTime<Utc>) -> Result<u64> {
    let notes = sqlx::query!(
        "delete from log_entries l where deleted_at < $1
            or (entity = 'bundle' and not exists (select from bundles where id = l.relation_id))
            or (entity = 'organization' and not exists (select from organizations where id = l.relation_id))
            or (entity = 'product' and not exists (select from products where id = l.relation_id))
            or (entity = 'store' and not exists (select from stores where id = l.relation_id))
            or (entity = 'phonographic' and not exists (select from phonographic_products where id = l.relation_id))
            or (entity = 'user' and not exists (select from users where id = l.relation_id))",
        now - edition::KEPT,
    )
    .execute(&mut *db)
    .await?;
    let files = sqlx::query!(
        "update files f set deleted_at = $1 where (deleted_at is null or deleted_at > $1) and (
            (entity = 'organization' and not exists (select from organizations where id = f.entity_id))
            or (entity = 'product' and not exists (select from products where id = f.entity_id))
            or (entity = 'store' and not exists (select from stores where id = f.entity_id))
            or (entity = 'user' and not exists (select from users where id = f.entity_id))
            or (entity = 'log' and not exists (select from log_entries where id = f.entity_id)))",
        now - edition::KEPT - TimeDelta::seconds(1),
    )
    .execute(db)
    .await?;
    Ok(notes.rows_affected() + files.rows_affected())
}
