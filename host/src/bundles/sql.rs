//! Every query on bundles, but for their list and pull.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Bundle, BundleInput, Component};
use crate::access::Scope;
use crate::http::error::{Conflict, Entity, Error, IfBroken, Refusal, Result};
use crate::plugins::Extra;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::edition;
use crate::stores::StoreName;
use crate::stores::connectors::AtProvider;

const MISSING: Error = Error::NotFound(Entity::Resource("Bundle"));
/// A store's own bundles each have a SKU of theirs.
const OWN_SKU: &str = "bundles_own_sku_key";

/// A component as the history tells it: `2 × CPSL-MUSI01-000L`.
pub fn told(component: &Component) -> String {
    format!("{} × {}", component.quantity, component.sku)
}

/// A bundle with its components. Components without a name have that of the store's article of their SKU.
///
/// # Errors
/// Not found: it is not there, gone, or not in scope.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Bundle> {
    let row = sqlx::query!(
        r#"select b.sku, b.name, b.store_id, s.name as store_name, c.plugin as "provider?", b.provider_id,
            b.options as "options: Json<Vec<(String, String)>>", b.created_at, b.updated_at,
            extra_of(c.plugin, b.extra) as "extra!: Json<Extra>"
           from bundles b join stores s on s.id = b.store_id left join connectors c on c.id = b.connector_id
           where b.id = $1 and b.gone_at is null and ($2::uuid[] is null or b.store_id = any($2))"#,
        id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(MISSING)?;
    let components = sqlx::query_as!(
        Component,
        r#"select b.variant, b.sku, b.quantity, b.external_variant_id,
            case when b.name <> '' then b.name else coalesce(
                (select v.name from shown_variants v where v.store_id = $2 and v.sku = b.sku limit 1), '')
            end as "name!"
           from bundle_components b where b.bundle_id = $1 order by b.position"#,
        id,
        row.store_id,
    )
    .fetch_all(db)
    .await?;
    Ok(Bundle {
        id,
        sku: row.sku,
        name: row.name,
        store: StoreName {
            id: row.store_id,
            name: row.store_name,
        },
        provider: row.provider,
        provider_id: row.provider_id,
        options: row.options,
        components,
        created_at: row.created_at,
        updated_at: row.updated_at,
        extra: row.extra.0,
    })
}

/// Makes a bundle of a store's own.
///
/// # Errors
/// [`Conflict::ProductUnique`] for a SKU that the store has already; [`Error::Invalid`] for a store that is not there.
pub async fn add(db: &mut PgConnection, scope: &Scope, input: &BundleInput) -> Result<Bundle> {
    let store = sqlx::query_scalar!(
        "select id from stores where id = $1 and deleted_at is null and archived_at is null
            and ($2::uuid[] is null or id = any($2))",
        input.store_id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or_else(|| Error::field("storeId", "option"))?;
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into bundles (id, store_id, sku, name, as_of) values ($1, $2, $3, $4, now())",
        id,
        store,
        input.sku,
        input.name,
    )
    .execute(&mut *db)
    .await
    .if_broken(OWN_SKU, Error::Conflict(Conflict::ProductUnique))?;
    let component = |each: &super::model::ComponentInput| Component {
        variant: String::new(),
        sku: each.sku.clone(),
        name: each.name.clone(),
        quantity: each.quantity,
        external_variant_id: each.external_variant_id.clone(),
    };
    let components: Vec<Component> = input.components.iter().map(component).collect();
    replace_components(db, [(id, components.as_slice())].into_iter()).await?;
    let made = find(db, scope, id).await?;
    record(db, scope, &made, "create").await?;
    Ok(made)
}

/// Deletes a bundle of a store's own.
///
/// # Errors
/// Not found; [`Refusal::Providers`] for one that a provider holds.
pub async fn delete(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let bundle = find(db, scope, id).await?;
    if bundle.provider.is_some() {
        return Err(Error::Refused(Refusal::Providers));
    }
    sqlx::query!("update bundles set gone_at = $2 where id = $1", id, now)
        .execute(&mut *db)
        .await?;
    record(db, scope, &bundle, "delete").await
}

/// Undoes a deletion.
///
/// # Errors
/// Not found: it was not deleted here, or is not in scope; [`Conflict::ProductUnique`] when another has its SKU now.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Bundle> {
    let deleted_at = sqlx::query_scalar!(
        r#"select gone_at as "gone_at!" from bundles where id = $1 and connector_id is null and gone_at is not null
               and ($2::uuid[] is null or store_id = any($2)) for update"#,
        id,
        scope.stores(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(MISSING)?;
    edition::restorable(deleted_at, now)?;
    sqlx::query!("update bundles set gone_at = null where id = $1", id)
        .execute(&mut *db)
        .await
        .if_broken(OWN_SKU, Error::Conflict(Conflict::ProductUnique))?;
    let back = find(db, scope, id).await?;
    record(db, scope, &back, "restore").await?;
    Ok(back)
}

/// Removes for good at most `batch` of the stores' own bundles that were deleted a day ago or earlier; tells how many.
pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let swept = sqlx::query!(
        "delete from bundles where id in (
            select id from bundles where connector_id is null and gone_at < $1 limit $2)",
        now - edition::KEPT,
        batch,
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}

async fn record(db: &mut PgConnection, scope: &Scope, bundle: &Bundle, action: &str) -> Result<()> {
    let components: Vec<String> = bundle.components.iter().map(told).collect();
    let change = |field: &str, value: serde_json::Value| {
        let (before, after) = match action {
            "delete" => (value, serde_json::Value::Null),
            _ => (serde_json::Value::Null, value),
        };
        Change {
            field: field.into(),
            before,
            after,
        }
    };
    let entry = Entry {
        entity: "bundle",
        id: bundle.id,
        action,
        changes: vec![
            change("sku", json!(bundle.sku)),
            change("name", json!(bundle.name)),
            change("components", json!(components)),
        ],
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}

/// Writes the components of bundles in place of those before.
pub async fn replace_components<'a>(
    db: &mut PgConnection,
    bundles: impl Iterator<Item = (Uuid, &'a [Component])>,
) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        bundle_id: Uuid,
        position: usize,
        variant: &'a str,
        sku: &'a str,
        name: &'a str,
        quantity: i32,
        external_variant_id: &'a str,
    }
    let (mut ids, mut rows) = (Vec::new(), Vec::new());
    for (id, components) in bundles {
        ids.push(id);
        rows.extend(components.iter().enumerate().map(|(position, each)| Row {
            bundle_id: id,
            position,
            variant: &each.variant,
            sku: &each.sku,
            name: &each.name,
            quantity: each.quantity,
            external_variant_id: &each.external_variant_id,
        }));
    }
    sqlx::query!(
        "delete from bundle_components where bundle_id = any($1)",
        &ids
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into bundle_components (bundle_id, position, variant, sku, name, quantity, external_variant_id)
         select bundle_id, position, variant, sku, name, quantity, external_variant_id
         from jsonb_to_recordset($1) as r (bundle_id uuid, position integer, variant text, sku text, name text,
            quantity integer, external_variant_id text)",
        json!(rows),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How providers know those of these bundles that are in scope.
pub async fn at_provider(
    db: &mut PgConnection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<Vec<AtProvider>> {
    Ok(sqlx::query_as!(
        AtProvider,
        r#"select id as "id!", connector_id, provider_id from bundles where id = any($1) and gone_at is null and ($2::uuid[] is null or store_id = any($2))"#,
        ids,
        scope.stores(),
    )
    .fetch_all(db)
    .await?)
}
