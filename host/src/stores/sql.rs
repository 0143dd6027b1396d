//! Every query on stores.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Charge, Share, Store, StoreInput, StoreLink};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, IfBroken, Issue, Result};
use crate::records::audit::{self, Author};
use crate::records::edition;

/// The record's kind in the audit trail.
pub const ENTITY: &str = "store";

const MISSING: Error = Error::missing("Store");

/// Holds a store within reach against other changes. Deleted ones are found only on demand.
pub async fn lock(db: &mut PgConnection, scope: &Scope, id: Uuid, deleted: bool) -> Result<()> {
    sqlx::query_scalar!(
        "select id from stores where id = $1 and ($2::uuid[] is null or id = any($2))
            and ($3 or deleted_at is null) for update",
        id,
        scope.stores(),
        deleted,
    )
    .fetch_optional(db)
    .await?
    .map(drop)
    .ok_or(MISSING)
}

/// What a store within reach is called.
pub async fn name(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<String> {
    sqlx::query_scalar!(
        "select name from stores where id = $1 and ($2::uuid[] is null or id = any($2)) and deleted_at is null",
        id,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?
    .ok_or(MISSING)
}

/// The same as [`find`], locked: whoever else wants to change it waits.
pub async fn find_for_update(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Store> {
    lock(db, scope, id, false).await?;
    find(db, scope, id).await
}

/// A store within reach, whole; what the caller may not know is still in it (see [`Store::conceal`]).
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Store> {
    let row = sqlx::query!(
        r#"select id, name, seeding_cost, ticket_cost, return_cost, shipping_margin, shipping_additional_cost,
            links as "links: Json<Vec<StoreLink>>", charges as "charges: Json<Vec<Charge>>",
            archived_at, created_at, updated_at
           from stores where id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2))"#,
        id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(MISSING)?;
    let organizations = sqlx::query_as!(
        Share,
        "select so.organization_id, o.name, so.ownership_percentage
         from store_organizations so join organizations o on o.id = so.organization_id
         where so.store_id = $1 order by so.ownership_percentage desc, o.name",
        id,
    )
    .fetch_all(db)
    .await?;
    Ok(Store {
        id: row.id,
        name: row.name,
        seeding_cost: row.seeding_cost,
        ticket_cost: row.ticket_cost,
        return_cost: row.return_cost,
        shipping_margin: Some(row.shipping_margin),
        shipping_additional_cost: Some(row.shipping_additional_cost),
        organizations,
        links: row.links,
        charges: row.charges,
        archived_at: row.archived_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

async fn record(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    action: &str,
    mut changes: Vec<audit::Change>,
) -> Result<()> {
    changes.retain(|change| change.field != "updatedAt");
    let entry = audit::Entry {
        entity: ENTITY,
        id,
        action,
        changes,
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}

/// Refuses organizations that are not there.
async fn check_organizations(db: &mut PgConnection, input: &StoreInput) -> Result<()> {
    let ids: Vec<Uuid> = input
        .organizations
        .iter()
        .map(|share| share.organization_id)
        .collect();
    let known = sqlx::query_scalar!(
        "select id from organizations where id = any($1) and deleted_at is null",
        &ids
    )
    .fetch_all(db)
    .await?;
    let issues: Vec<Issue> = ids
        .iter()
        .enumerate()
        .filter(|(_, id)| !known.contains(id))
        .map(|(index, _)| Issue::new(format!("organizations[{index}].organizationId"), "option"))
        .collect();
    if issues.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(issues))
    }
}

/// Writes the shares of a store in place of those before.
async fn share(db: &mut PgConnection, id: Uuid, input: &StoreInput) -> Result<()> {
    let shares = &input.organizations;
    let organizations: Vec<Uuid> = shares.iter().map(|share| share.organization_id).collect();
    let percentages: Vec<_> = shares
        .iter()
        .map(|share| share.ownership_percentage)
        .collect();
    sqlx::query!("delete from store_organizations where store_id = $1", id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into store_organizations (store_id, organization_id, ownership_percentage)
         select $1, * from unnest($2::uuid[], $3::numeric[])",
        id,
        &organizations,
        &percentages,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes a store.
///
/// # Errors
/// [`Conflict::StoreName`]; [`Error::Invalid`] for an organization that is not there.
pub async fn add(db: &mut PgConnection, scope: &Scope, input: &StoreInput) -> Result<Store> {
    check_organizations(db, input).await?;
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into stores (id, name, seeding_cost, ticket_cost, return_cost, shipping_margin,
            shipping_additional_cost, links, charges) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        input.name,
        input.seeding_cost,
        input.ticket_cost,
        input.return_cost,
        input.shipping_margin,
        input.shipping_additional_cost,
        json!(input.links),
        json!(input.charges),
    )
    .execute(&mut *db)
    .await
    .if_broken("stores_name_key", Error::Conflict(Conflict::StoreName))?;
    share(db, id, input).await?;
    let made = find(db, scope, id).await?;
    record(db, scope, id, "create", audit::changes(None, Some(&made))).await?;
    Ok(made)
}

/// Changes a store that the caller has locked.
///
/// # Errors
/// As [`add`].
pub async fn update(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Store,
    input: &StoreInput,
    now: DateTime<Utc>,
) -> Result<Store> {
    check_organizations(db, input).await?;
    sqlx::query!(
        "update stores set name = $2, seeding_cost = $3, ticket_cost = $4, return_cost = $5, shipping_margin = $6,
            shipping_additional_cost = $7, links = $8, charges = $9, updated_at = $10 where id = $1",
        before.id,
        input.name,
        input.seeding_cost,
        input.ticket_cost,
        input.return_cost,
        input.shipping_margin,
        input.shipping_additional_cost,
        json!(input.links),
        json!(input.charges),
        now,
    )
    .execute(&mut *db)
    .await
    .if_broken("stores_name_key", Error::Conflict(Conflict::StoreName))?;
    share(db, before.id, input).await?;
    changed(db, scope, before, "update").await
}

async fn changed(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Store,
    action: &str,
) -> Result<Store> {
    let after = find(db, scope, before.id).await?;
    let changes = audit::changes(Some(before), Some(&after));
    record(db, scope, before.id, action, changes).await?;
    Ok(after)
}

/// Archives a store, or takes it back: it stays with all it has, nothing is pulled for it and it is no longer offered.
pub async fn archive(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Store,
    archived_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Store> {
    sqlx::query!(
        "update stores set archived_at = $2, updated_at = $3 where id = $1",
        before.id,
        archived_at,
        now
    )
    .execute(&mut *db)
    .await?;
    let action = if archived_at.is_some() {
        "archive"
    } else {
        "unarchive"
    };
    changed(db, scope, before, action).await
}

/// Deletes a store that nothing depends on.
///
/// # Errors
/// [`Conflict::InUse`] while it has orders or connectors (decision 23).
pub async fn delete(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Store,
    now: DateTime<Utc>,
) -> Result<()> {
    let in_use = sqlx::query_scalar!(
        r#"select exists (select from orders where store_id = $1)
            or exists (select from connectors where store_id = $1 and disconnected_at is null) as "in_use!""#,
        store.id,
    )
    .fetch_one(&mut *db)
    .await?;
    if in_use {
        return Err(Error::Conflict(Conflict::InUse));
    }
    sqlx::query!(
        "update stores set deleted_at = $2 where id = $1",
        store.id,
        now
    )
    .execute(&mut *db)
    .await?;
    let changes = audit::changes(Some(store), None);
    record(db, scope, store.id, "delete", changes).await
}

/// Undoes a deletion.
///
/// # Errors
/// [`Conflict::StoreName`] when another store has the name now.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Store> {
    let deleted_at = sqlx::query_scalar!("select deleted_at from stores where id = $1", id)
        .fetch_one(&mut *db)
        .await?
        .ok_or(MISSING)?;
    edition::restorable(deleted_at, now)?;
    sqlx::query!("update stores set deleted_at = null where id = $1", id)
        .execute(&mut *db)
        .await
        .if_broken("stores_name_key", Error::Conflict(Conflict::StoreName))?;
    record(db, scope, id, "restore", Vec::new()).await?;
    find(db, scope, id).await
}

/// Removes for good at most `batch` stores that were deleted a day ago or earlier, with what they sold and the connections
/// they once had; tells how many.
pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let swept = sqlx::query!(
        "delete from stores where id in (
            select id from stores s where deleted_at < $1
                and not exists (select from orders where store_id = s.id) limit $2)",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
