//! Every query on audit products.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{AuditProduct, AuditProductInput, Format};
use crate::access::Scope;
use crate::http::error::{Conflict, Entity, Error, IfBroken, Result};
use crate::records::audit::{self, Author};
use crate::records::edition;

/// The record's kind in the audit trail.
pub const ENTITY: &str = "phonographic";

const MISSING: Error = Error::NotFound(Entity::Product);

/// A product and the store it is reached through.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub store: Uuid,
    pub id: Uuid,
}

/// Holds a product within reach against other changes. Deleted ones are found only on demand.
pub async fn lock(db: &mut PgConnection, scope: &Scope, place: Place, deleted: bool) -> Result<()> {
    sqlx::query_scalar!(
        "select id from phonographic_products where id = $1 and store_id = $2
            and ($3::uuid[] is null or store_id = any($3)) and ($4 or deleted_at is null) for update",
        place.id,
        place.store,
        scope.stores(),
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
    place: Place,
) -> Result<AuditProduct> {
    lock(db, scope, place, false).await?;
    find(db, scope, place).await
}

/// A product within reach.
pub async fn find(db: &mut PgConnection, scope: &Scope, place: Place) -> Result<AuditProduct> {
    sqlx::query_as!(
        AuditProduct,
        r#"select id, store_id, name, sku, barcode, format as "format: Format", artist, title, label, released_on,
            reportable, barcodes, created_at, updated_at
           from phonographic_products where id = $1 and store_id = $2 and deleted_at is null
            and ($3::uuid[] is null or store_id = any($3))"#,
        place.id,
        place.store,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?
    .ok_or(MISSING)
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

/// What two products of a store may not share.
trait Unique<T> {
    fn unique(self) -> Result<T>;
}

impl<T> Unique<T> for Result<T, sqlx::Error> {
    fn unique(self) -> Result<T> {
        let taken = |field| Error::Conflict(Conflict::AuditUnique(field));
        let broken = |error: &sqlx::Error, constraint: &str| {
            let database = error.as_database_error();
            database.and_then(|error| error.constraint()) == Some(constraint)
        };
        match self {
            Err(error) if broken(&error, "phonographic_products_barcode_key") => {
                Err(taken("barcode"))
            }
            answer => answer.if_broken("phonographic_products_sku_key", taken("sku")),
        }
    }
}

/// Makes a product of a store that the caller has checked.
///
/// # Errors
/// [`Conflict::AuditUnique`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    store: Uuid,
    input: &AuditProductInput,
    now: DateTime<Utc>,
) -> Result<AuditProduct> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into phonographic_products (id, store_id, name, sku, barcode, format, artist, title, label, released_on,
            reportable, barcodes, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)",
        id,
        store,
        input.name,
        input.sku,
        input.barcode,
        input.format as Format,
        input.artist,
        input.title,
        input.label,
        input.released_on,
        input.reportable,
        &input.barcodes,
        now,
    )
    .execute(&mut *db)
    .await
    .unique()?;
    let made = find(db, scope, Place { store, id }).await?;
    record(db, scope, id, "create", audit::changes(None, Some(&made))).await?;
    Ok(made)
}

/// Changes a product that the caller has locked.
///
/// # Errors
/// As [`add`].
pub async fn update(
    db: &mut PgConnection,
    scope: &Scope,
    before: &AuditProduct,
    input: &AuditProductInput,
    now: DateTime<Utc>,
) -> Result<AuditProduct> {
    sqlx::query!(
        "update phonographic_products set name = $2, sku = $3, barcode = $4, format = $5, artist = $6, title = $7,
            label = $8, released_on = $9, reportable = $10, barcodes = $11, updated_at = $12 where id = $1",
        before.id,
        input.name,
        input.sku,
        input.barcode,
        input.format as Format,
        input.artist,
        input.title,
        input.label,
        input.released_on,
        input.reportable,
        &input.barcodes,
        now,
    )
    .execute(&mut *db)
    .await
    .unique()?;
    let place = Place {
        store: before.store_id,
        id: before.id,
    };
    let after = find(db, scope, place).await?;
    let changes = audit::changes(Some(before), Some(&after));
    record(db, scope, before.id, "update", changes).await?;
    Ok(after)
}

/// Deletes a product; its sales are no longer reported, what was reported stays.
pub async fn delete(
    db: &mut PgConnection,
    scope: &Scope,
    product: &AuditProduct,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update phonographic_products set deleted_at = $2 where id = $1",
        product.id,
        now
    )
    .execute(&mut *db)
    .await?;
    let changes = audit::changes(Some(product), None);
    record(db, scope, product.id, "delete", changes).await
}

/// Undoes a deletion.
///
/// # Errors
/// [`Conflict::AuditUnique`] when another has taken its SKU or barcode.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    place: Place,
    now: DateTime<Utc>,
) -> Result<AuditProduct> {
    let deleted_at = sqlx::query_scalar!(
        "select deleted_at from phonographic_products where id = $1",
        place.id
    )
    .fetch_one(&mut *db)
    .await?
    .ok_or(MISSING)?;
    edition::restorable(deleted_at, now)?;
    sqlx::query!(
        "update phonographic_products set deleted_at = null where id = $1",
        place.id
    )
    .execute(&mut *db)
    .await
    .unique()?;
    record(db, scope, place.id, "restore", Vec::new()).await?;
    find(db, scope, place).await
}

/// Removes for good at most `batch` products that were deleted a day ago or earlier; tells how many.
pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let swept = sqlx::query!(
        "delete from phonographic_products where id in (
            select id from phonographic_products where deleted_at < $1 limit $2)",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
