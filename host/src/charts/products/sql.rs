//! Every query on audit products.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{AuditProduct, AuditProductInput, Format};
use crate::access::Scope;
use crate::charts::PRODUCT;
use crate::http::error::{Conflict, Error, Result};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// Another record of the store's audit has this barcode.
static BARCODE_TAKEN: Conflict = Conflict::new(
    "ProductUnique",
    "Un produit de cette boutique a déjà ce code-barres.",
    "A product of this store has this barcode already.",
)
.of("barcode");
/// Another record of the store's audit has this SKU.
static SKU_TAKEN: Conflict = Conflict::new(
    "ProductUnique",
    "Un produit de cette boutique a déjà cette référence (SKU).",
    "A product of this store has this SKU already.",
)
.of("sku");

/// A product and the store it is reached through.
#[derive(Debug, Clone, Copy)]
pub struct ProductKey {
    pub store: Uuid,
    pub id: Uuid,
}

impl From<ProductKey> for Uuid {
    fn from(key: ProductKey) -> Self {
        key.id
    }
}

/// Its sales are no longer reported once it is deleted; what was reported stays.
impl Record for AuditProduct {
    const UNIQUE: &'static [Meaning] = &[
        ("phonographic_products_barcode_key", || {
            Error::Conflict(&BARCODE_TAKEN)
        }),
        ("phonographic_products_sku_key", || {
            Error::Conflict(&SKU_TAKEN)
        }),
    ];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }
}

impl Scoped for AuditProduct {
    const KIND: &'static Kind = &PRODUCT;
    type Key = ProductKey;

    async fn find(db: &mut PgConnection, scope: &Scope, key: ProductKey) -> Result<Option<Self>> {
        Ok(sqlx::query_as!(
            AuditProduct,
            r#"select id, store_id, name, sku, barcode, format as "format: Format", artist, title, label, released_on,
                reportable, barcodes, created_at, updated_at
               from phonographic_products where id = $1 and store_id = $2 and deleted_at is null
                and in_scope(store_id, $3)"#,
            key.id,
            key.store,
            scope.stores(),
        )
        .fetch_optional(db)
        .await?)
    }

    fn key(&self) -> ProductKey {
        ProductKey {
            store: self.store_id,
            id: self.id,
        }
    }
}

/// Makes a product of a store.
///
/// # Errors
/// [`SKU_TAKEN`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    input: &AuditProductInput,
    now: DateTime<Utc>,
) -> Result<AuditProduct> {
    let (store, id) = (store.id, Uuid::now_v7());
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
    .map_err(taken::<AuditProduct>)?;
    created(db, scope, ProductKey { store, id }).await
}

/// Changes a product that is open.
///
/// # Errors
/// As [`add`].
pub async fn update(db: &mut PgConnection, id: Uuid, input: &AuditProductInput) -> Result<()> {
    sqlx::query!(
        "update phonographic_products set name = $2, sku = $3, barcode = $4, format = $5, artist = $6, title = $7,
            label = $8, released_on = $9, reportable = $10, barcodes = $11 where id = $1",
        id,
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
    )
    .execute(db)
    .await
    .map_err(taken::<AuditProduct>)?;
    Ok(())
}
