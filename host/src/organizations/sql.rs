//! Every query on organizations.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{
    Organization, OrganizationInput, OrganizationName, OrganizationStore, ReturnPrice,
    StoragePrice, StoreTerms, Terms, TermsInput,
};
use crate::access::Scope;
use crate::files;
use crate::http::error::{Conflict, Entity, Error, Result};
use crate::records::audit::{self, Author};
use crate::records::edition;
use crate::stores::Charge;
use crate::words::address::Address;

/// The record's kind in the audit trail and of its files.
pub const ENTITY: &str = "organization";
/// What a contract is among an organization's files.
pub const CONTRACT: &str = "contract";

const MISSING: Error = Error::NotFound(Entity::Organization);

/// Holds an organization within reach against other changes. Deleted ones are found only on demand.
pub async fn lock(db: &mut PgConnection, scope: &Scope, id: Uuid, deleted: bool) -> Result<()> {
    sqlx::query_scalar!(
        "select id from organizations where id = $1 and ($2::uuid[] is null or id = any($2))
            and ($3 or deleted_at is null) for update",
        id,
        scope.organizations(),
        deleted,
    )
    .fetch_optional(db)
    .await?
    .map(drop)
    .ok_or(MISSING)
}

/// The same as [`find`], locked: whoever else wants to change it waits.
pub async fn find_for_update(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<Organization> {
    lock(db, scope, id, false).await?;
    find(db, scope, id).await
}

/// An organization within reach, whole.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Organization> {
    let row = sqlx::query!(
        "select id, name, identifier_number, tax_number, address, archived_at, created_at, updated_at
         from organizations where id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2))",
        id,
        scope.organizations(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(MISSING)?;
    let stores = sqlx::query_as!(
        OrganizationStore,
        "select s.id, s.name, so.ownership_percentage from store_organizations so join stores s on s.id = so.store_id
         where so.organization_id = $1 and s.deleted_at is null and ($2::uuid[] is null or s.id = any($2))
         order by s.name, s.id",
        id,
        scope.stores(),
    )
    .fetch_all(&mut *db)
    .await?;
    let contract = files::latest(db, ENTITY, id, CONTRACT).await?;
    Ok(Organization {
        id: row.id,
        name: row.name,
        identifier_number: row.identifier_number,
        tax_number: row.tax_number,
        address: serde_json::from_value::<Address>(row.address)
            .ok()
            .filter(|address| *address != Address::default()),
        contract,
        stores,
        archived_at: row.archived_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

/// What the audit trail compares.
fn told(organization: &Organization) -> serde_json::Value {
    json!({
        "name": organization.name,
        "identifierNumber": organization.identifier_number,
        "taxNumber": organization.tax_number,
        "address": organization.address,
        "archived": organization.archived_at.is_some(),
    })
}

async fn record(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    action: &str,
    changes: Vec<audit::Change>,
) -> Result<()> {
    let entry = audit::Entry {
        entity: ENTITY,
        id,
        action,
        changes,
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}

/// Makes an organization.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &OrganizationInput,
) -> Result<Organization> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into organizations (id, name, identifier_number, tax_number, address)
         values ($1, $2, $3, $4, $5)",
        id,
        input.name,
        input.identifier_number,
        input.tax_number,
        address(input),
    )
    .execute(&mut *db)
    .await?;
    let made = find(db, scope, id).await?;
    record(
        db,
        scope,
        id,
        "create",
        audit::changes(None, Some(&told(&made))),
    )
    .await?;
    Ok(made)
}

fn address(input: &OrganizationInput) -> serde_json::Value {
    input
        .address
        .as_ref()
        .map_or_else(|| json!({}), |address| json!(address))
}

/// Changes an organization that the caller has locked.
pub async fn update(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Organization,
    input: &OrganizationInput,
    now: DateTime<Utc>,
) -> Result<Organization> {
    sqlx::query!(
        "update organizations set name = $2, identifier_number = $3, tax_number = $4, address = $5, updated_at = $6
         where id = $1",
        before.id,
        input.name,
        input.identifier_number,
        input.tax_number,
        address(input),
        now,
    )
    .execute(&mut *db)
    .await?;
    changed(db, scope, before, "update").await
}

async fn changed(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Organization,
    action: &str,
) -> Result<Organization> {
    let after = find(db, scope, before.id).await?;
    let changes = audit::changes(Some(&told(before)), Some(&told(&after)));
    record(db, scope, before.id, action, changes).await?;
    Ok(after)
}

/// Archives an organization, or takes it back: it stays with all it has, and is no longer offered.
pub async fn archive(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Organization,
    archived_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Organization> {
    sqlx::query!(
        "update organizations set archived_at = $2, updated_at = $3 where id = $1",
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

/// Deletes an organization that nothing depends on.
///
/// # Errors
/// [`Conflict::InUse`] while it has stores or users (decision 23).
pub async fn delete(
    db: &mut PgConnection,
    scope: &Scope,
    organization: &Organization,
    now: DateTime<Utc>,
) -> Result<()> {
    let id = organization.id;
    let in_use = sqlx::query_scalar!(
        r#"select exists (select from store_organizations so join stores s on s.id = so.store_id
                where so.organization_id = $1 and s.deleted_at is null)
            or exists (select from user_organizations m join users u on u.id = m.user_id
                where m.organization_id = $1 and u.deleted_at is null) as "in_use!""#,
        id,
    )
    .fetch_one(&mut *db)
    .await?;
    if in_use {
        return Err(Error::Conflict(Conflict::InUse));
    }
    sqlx::query!(
        "update organizations set deleted_at = $2 where id = $1",
        id,
        now
    )
    .execute(&mut *db)
    .await?;
    let changes = audit::changes(Some(&told(organization)), None);
    record(db, scope, id, "delete", changes).await
}

/// Undoes a deletion.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Organization> {
    lock(db, scope, id, true).await?;
    let deleted_at = sqlx::query_scalar!("select deleted_at from organizations where id = $1", id)
        .fetch_one(&mut *db)
        .await?
        .ok_or(MISSING)?;
    edition::restorable(deleted_at, now)?;
    sqlx::query!(
        "update organizations set deleted_at = null where id = $1",
        id
    )
    .execute(&mut *db)
    .await?;
    record(db, scope, id, "restore", Vec::new()).await?;
    find(db, scope, id).await
}

/// Notes that an organization's contract changed.
pub async fn contract_changed(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<()> {
    let change = audit::Change {
        field: "contract".into(),
        before: json!(before),
        after: json!(after),
    };
    record(db, scope, id, "update", vec![change]).await
}

/// What was agreed with an organization within reach.
pub async fn terms(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Terms> {
    let row = sqlx::query!(
        r#"select id, name, returns as "returns: Json<Vec<ReturnPrice>>", storages as "storages: Json<Vec<StoragePrice>>",
            updated_at
           from organizations where id = $1 and deleted_at is null and ($2::uuid[] is null or id = any($2))"#,
        id,
        scope.organizations(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(MISSING)?;
    let stores = sqlx::query_as!(
        StoreTerms,
        r#"select s.id, s.name, s.seeding_cost, s.ticket_cost, s.return_cost, s.charges as "charges: Json<Vec<Charge>>"
           from store_organizations so join stores s on s.id = so.store_id
           where so.organization_id = $1 and s.archived_at is null and s.deleted_at is null
               and ($2::uuid[] is null or s.id = any($2))
           order by s.name, s.id"#,
        id,
        scope.stores(),
    )
    .fetch_all(&mut *db)
    .await?;
    Ok(Terms {
        organization: OrganizationName {
            id: row.id,
            name: row.name,
        },
        contract: files::latest(db, ENTITY, id, CONTRACT).await?,
        returns: row.returns.0,
        storages: row.storages.0,
        stores,
        updated_at: row.updated_at,
    })
}

/// Changes the prices agreed with an organization that the caller has locked.
pub async fn set_terms(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Terms,
    input: &TermsInput,
    now: DateTime<Utc>,
) -> Result<()> {
    let id = before.organization.id;
    sqlx::query!(
        "update organizations set returns = $2, storages = $3, updated_at = $4 where id = $1",
        id,
        json!(input.returns),
        json!(input.storages),
        now,
    )
    .execute(&mut *db)
    .await?;
    let old = json!({ "returns": before.returns, "storages": before.storages });
    record(
        db,
        scope,
        id,
        "update",
        audit::changes(Some(&old), Some(&json!(input))),
    )
    .await
}

/// Removes for good at most `batch` organizations that were deleted a day ago or earlier; tells how many.
pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let swept = sqlx::query!(
        "delete from organizations where id = any(array(
            select id from organizations o where deleted_at < $1
                and not exists (select from store_organizations where organization_id = o.id) limit $2))",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
