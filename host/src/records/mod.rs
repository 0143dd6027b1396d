//! Which records there are that files, notes and histories belong to, and who sees them: the one place that knows every
//! kind.

pub mod audit;
pub mod edition;
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
use sqlx::PgConnection;
use uuid::Uuid;

use crate::access::{Access, Permission, Role, Scope};
use crate::http::error::{Entity, Error, Result};
use crate::inbound::{self, InboundShipment};
use crate::records::visible::{Reference, Visible};
use crate::tickets::{self, Ticket};
use crate::users::User;

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
) -> Result<Reference> {
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
        Box::pin(check_visible(db, scope, &note.entity, note.relation_id)).await?;
        return Ok(Reference { kind: "log", id });
    }
    let kind = KINDS.into_iter().find(|kind| *kind == entity);
    let kind = kind.ok_or(MISSING)?;
    let access = access(entity).ok_or(MISSING)?;
    access.check(Some(scope)).map_err(|_| MISSING)?;
    let found =
        match entity {
            "inbound-shipment" => Visible::<InboundShipment>::seek(db, scope, id)
                .await?
                .map(|_| true),
            "order" => sqlx::query_scalar!(
                r#"select true as "found!" from orders where id = $1 and in_scope(store_id, $2)"#,
                id,
                scope.stores(),
            )
            .fetch_optional(db)
            .await?,
            "bundle" => {
                sqlx::query_scalar!(
                    r#"select true as "found!" from bundles
                   where id = $1 and gone_at is null and in_scope(store_id, $2)"#,
                    id,
                    scope.stores(),
                )
                .fetch_optional(db)
                .await?
            }
            "product" => {
                sqlx::query_scalar!(
                    r#"select true as "found!" from products
                   where id = $1 and gone_at is null and in_scope(store_id, $2)"#,
                    id,
                    scope.stores(),
                )
                .fetch_optional(db)
                .await?
            }
            "organization" => {
                sqlx::query_scalar!(
                    r#"select true as "found!" from organizations
                   where id = $1 and deleted_at is null and in_scope(id, $2)"#,
                    id,
                    scope.organizations(),
                )
                .fetch_optional(db)
                .await?
            }
            "phonographic" => {
                sqlx::query_scalar!(
                    r#"select true as "found!" from phonographic_products
                   where id = $1 and deleted_at is null and in_scope(store_id, $2)"#,
                    id,
                    scope.stores(),
                )
                .fetch_optional(db)
                .await?
            }
            "store" => {
                sqlx::query_scalar!(
                    r#"select true as "found!" from stores
                   where id = $1 and deleted_at is null and in_scope(id, $2)"#,
                    id,
                    scope.stores(),
                )
                .fetch_optional(db)
                .await?
            }
            "ticket" => Visible::<Ticket>::seek(db, scope, id).await?.map(|_| true),
            _ => Visible::<User>::seek(db, scope, id).await?.map(|_| true),
        };
    found.map(|_| Reference { kind, id }).ok_or(MISSING)
}

/// The record of this id, of whatever kind, if the caller sees it.
///
/// # Errors
/// Not found: there is none, or it is not the caller's to know of.
pub async fn visible(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Reference> {
    for kind in KINDS {
        match check_visible(db, scope, kind, id).await {
            Ok(record) => return Ok(record),
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
