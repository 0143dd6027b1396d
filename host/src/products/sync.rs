//! A page of a provider's products becomes rows: new ones are added, changed ones updated unless what is kept is newer;
//! what a pass over everything did not name is gone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::{Call, CallError, Plugin};
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Inventories;
use super::PRODUCT;
use super::intake::{History, Intake, Variant};
use crate::http::error::Result;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::Changed;
use crate::providers::sync::{
    self, AllExisting, Aside, Batch, Existing, Fault, FaultCode, Item, Page, Pass, Pull, Taken,
};
use crate::records::Kind;

/// The pull of products, from shops and from fulfilment providers (see `model.rs` on whose word counts).
#[derive(Debug)]
pub struct Products;

impl Pull for Products {
    const NAME: &'static str = "products.synchronize";
    const RECONCILE: &'static str = "products.reconcile";
    const KIND: &'static Kind = &PRODUCT;
    const FUNCTION: &'static str = "products";
    /// A product may have hundreds of variants, and an answer has its largest size.
    const LIMIT: u32 = 100;
    type Reported = reported::Product;

    fn serves(connector: &Connector) -> bool {
        matches!(
            connector.role,
            ConnectorRole::Shop | ConnectorRole::Fulfillment
        )
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<reported::Product>, CallError> {
        let page = match connector.role {
            ConnectorRole::Shop => plugin.shop_products(call, cursor, Self::LIMIT).await?,
            _ => plugin.products(call, cursor, Self::LIMIT).await?,
        };
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<reported::Product>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (products, mut aside) = sync::read(
            &page,
            |product| &product.id,
            |product| Intake::of(product, pass.glossary.columns),
        );
        let ids: Vec<String> = products.keys().cloned().collect();
        let mut known = existing(db, connector.id, &ids).await?;
        if connector.role == ConnectorRole::Shop {
            adopt(db, connector, &products, &mut known).await?;
        }
        let mut batch = Batch::of(products, known, now);
        aside.extend(clashing(db, connector.id, &page.items, &mut batch).await?);
        write(db, connector, &batch, pass.number).await?;
        let key = (TABLE, "provider_id");
        sync::name_aside(db, key, connector.id, &aside, pass.number).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids, now).await?;
        batch.record(db, connector, Self::KIND).await?;
        let mut taken = batch.taken(&aside);
        let (what, named) = (Self::KIND, pass.names_all(page.whole));
        let gone = sync::forget(db, connector, what, &page.gone, named, now).await?;
        delete_variants(db, &gone).await?;
        taken.changed += gone.len();
        Ok(taken)
    }
}

const TABLE: &str = "products";

/// Takes out those with a SKU that another product of the connection has.
async fn clashing(
    db: &mut PgConnection,
    connector: Uuid,
    reported: &[reported::Product],
    batch: &mut Batch<Intake>,
) -> Result<Vec<Aside>> {
    let moving: Vec<Uuid> = batch.changed.iter().map(|product| product.id).collect();
    let mut taken = skus_of_others(db, connector, batch.fresh(), &moving).await?;
    let as_reported = |id: &str| reported.iter().rfind(|product| product.id == id);
    Ok(batch.refuse(as_reported, |product| {
        let mut variants = product.row.variants.iter();
        if let Some(variant) = variants.find(|each| taken.contains(&each.sku)) {
            return Some(Fault::new("variants.sku", FaultCode::Taken, &*variant.sku));
        }
        taken.extend(product.row.variants.iter().map(|each| each.sku.clone()));
        None
    }))
}

async fn write(
    db: &mut PgConnection,
    connector: &Connector,
    batch: &Batch<Intake>,
    pass: i64,
) -> Result<()> {
    // First what goes: a SKU may move from one product of the page to another.
    let changed: Vec<Uuid> = batch.changed.iter().map(|product| product.id).collect();
    delete_variants(db, &changed).await?;
    insert(db, connector, &batch.added, pass).await?;
    update(db, connector, &batch.changed, pass).await?;
    insert_variants(db, connector, batch.fresh()).await?;
    let named = batch.same.iter().chain(&batch.older);
    sync::renew(db, TABLE, named, Some(pass)).await?;
    if connector.role == ConnectorRole::Shop {
        supersede(db, connector, batch.fresh()).await?;
    }
    Ok(())
}

async fn existing(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<AllExisting<Intake>> {
    let rows = sqlx::query!(
        r#"select provider_id as "provider_id!", id, as_of, digest, name,
            array(select sku from product_variants where product_id = p.id order by sku) as "skus!"
        from products p where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let existing = rows.into_iter().map(|row| {
        let existing = Existing {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            history: History {
                name: row.name,
                skus: row.skus,
            },
        };
        (row.provider_id, existing)
    });
    Ok(existing.collect())
}

/// Those of the products' SKUs that other products of the connection have.
async fn skus_of_others(
    db: &mut PgConnection,
    connector: Uuid,
    products: impl Iterator<Item = &Item<Intake>>,
    moving: &[Uuid],
) -> Result<HashSet<String>> {
    let variants = products.flat_map(|product| &product.row.variants);
    let skus: Vec<String> = variants.map(|variant| variant.sku.clone()).collect();
    let others = sqlx::query_scalar!(
        "select sku from product_variants where connector_id = $1 and sku = any($2) and product_id <> all($3)",
        connector,
        &skus,
        moving,
    )
    .fetch_all(db)
    .await?;
    Ok(others.into_iter().collect())
}

async fn insert(
    db: &mut PgConnection,
    connector: &Connector,
    products: &[Item<Intake>],
    pass: i64,
) -> Result<()> {
    sqlx::query!(
        "insert into products (id, store_id, connector_id, provider_id, name, description, image_url, url, codes, extra,
            as_of, digest, pass)
         select id, $1, $2, provider_id, name, description, image_url, url, codes, extra, as_of, digest, $4
         from jsonb_to_recordset($3) as r (id uuid, provider_id text, name text, description text, image_url text,
            url text, codes text, extra jsonb, as_of timestamptz, digest bytea)",
        connector.store_id,
        connector.id,
        json!(products),
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// One that was made here becomes the connection's (see [`adopt`]), and is shown by our picture as long as it has no other.
async fn update(
    db: &mut PgConnection,
    connector: &Connector,
    products: &[Item<Intake>],
    pass: i64,
) -> Result<()> {
    sqlx::query!(
        "update products p set name = r.name, description = r.description, image_url = r.image_url, url = r.url,
            image_id = case when r.image_url = '' then p.image_id end,
            codes = r.codes, extra = r.extra, as_of = r.as_of, digest = r.digest, pass = $2, gone_at = null,
            archived_at = null, connector_id = $3, provider_id = r.provider_id, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, provider_id text, name text, description text, image_url text, url text,
            codes text, extra jsonb, as_of timestamptz, digest bytea)
         where p.id = r.id",
        json!(products),
        pass,
        connector.id,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_variants(
    db: &mut PgConnection,
    connector: &Connector,
    products: impl Iterator<Item = &Item<Intake>>,
) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        id: Uuid,
        product_id: Uuid,
        name: &'a str,
        #[serde(flatten)]
        variant: &'a Variant,
    }
    let mut rows = Vec::new();
    for product in products {
        rows.extend(product.row.variants.iter().map(|variant| Row {
            id: Uuid::now_v7(),
            product_id: product.id,
            name: &product.row.name,
            variant,
        }));
    }
    sqlx::query!(
        "insert into product_variants (id, product_id, store_id, connector_id, provider_id, position, sku, name, title,
            ean, price, price_currency, customs_value, customs_currency, tariff_number, origin_country,
            customs_description, options, weight_grams, length_mm, width_mm, height_mm)
         select id, product_id, $1, $2, provider_id, position, sku, name, title, ean, price, price_currency,
            customs_value, customs_currency, tariff_number, origin_country, customs_description, options, weight_grams,
            length_mm, width_mm, height_mm
         from jsonb_to_recordset($3) as r (id uuid, product_id uuid, provider_id text, position integer, sku text,
            name text, title text, ean text, price numeric, price_currency text, customs_value numeric,
            customs_currency text, tariff_number text, origin_country text, customs_description text, options jsonb,
            weight_grams integer, length_mm integer, width_mm integer, height_mm integer)",
        connector.store_id,
        connector.id,
        json!(rows),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A product that was made here, once the shop has all its SKUs, is the shop's and stays the record that it is: its history,
/// its files and whatever leads to it go on. Where the shop made several products of it, it is the one of its first variant
/// that is new; the others are records of their own.
async fn adopt(
    db: &mut PgConnection,
    connector: &Connector,
    products: &HashMap<String, Item<Intake>>,
    known: &mut AllExisting<Intake>,
) -> Result<()> {
    let fresh = products.iter().filter(|(id, _)| !known.contains_key(*id));
    let sold = fresh.flat_map(|(id, product)| {
        let variants = product.row.variants.iter();
        variants.map(move |variant| (id.as_str(), variant.sku.as_str()))
    });
    let sold: Vec<Value> = sold
        .map(|(id, sku)| json!({ "id": id, "sku": sku }))
        .collect();
    let ours = sqlx::query!(
        r#"with sold as (select id, sku from jsonb_to_recordset($3) as r (id text, sku text))
           select distinct on (p.id) p.id, p.name, s.id as "provider_id!",
            array(select sku from product_variants where product_id = p.id order by sku) as "skus!"
           from products p join product_variants v on v.product_id = p.id join sold s on s.sku = v.sku
           where p.store_id = $1 and p.connector_id is null and p.gone_at is null
            and not exists (select from product_variants w where w.product_id = p.id
                and not exists (select from sold t where t.sku = w.sku)
                and not exists (select from product_variants o where o.connector_id = $2 and o.sku = w.sku))
           order by p.id, v.position"#,
        connector.store_id,
        connector.id,
        json!(sold),
    )
    .fetch_all(db)
    .await?;
    for product in ours {
        // Of two that went into one product of the shop, one is it.
        known.entry(product.provider_id).or_insert(Existing {
            id: product.id,
            as_of: DateTime::UNIX_EPOCH,
            digest: Vec::new(),
            history: History {
                name: product.name,
                skus: product.skus,
            },
        });
    }
    Ok(())
}

/// A product that was made in the portal and whose SKUs other products of the shop have goes: they stand in lists once.
async fn supersede(
    db: &mut PgConnection,
    connector: &Connector,
    products: impl Iterator<Item = &Item<Intake>>,
) -> Result<()> {
    let variants = products.flat_map(|product| &product.row.variants);
    let skus: Vec<String> = variants.map(|variant| variant.sku.clone()).collect();
    let gone = sqlx::query_scalar!(
        "update products p set gone_at = now(), updated_at = now()
         where p.store_id = $1 and p.connector_id is null and p.gone_at is null
            and exists (select from product_variants v where v.product_id = p.id and v.sku = any($3))
            and not exists (select from product_variants v where v.product_id = p.id and not exists (
                select from product_variants o where o.connector_id = $2 and o.sku = v.sku))
         returning p.id",
        connector.store_id,
        connector.id,
        &skus,
    )
    .fetch_all(&mut *db)
    .await?;
    delete_variants(db, &gone).await?;
    sync::tell_gone(db, connector, &PRODUCT, &gone).await
}

async fn delete_variants(db: &mut PgConnection, products: &[Uuid]) -> Result<()> {
    sqlx::query!(
        "delete from product_variants where product_id = any($1)",
        products
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes what a plugin says has changed of products and their stock.
pub fn take_changes<'a>(
    db: &'a mut PgConnection,
    changed: &'a mut Changed<'_>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let products = std::mem::take(&mut changed.changes.products);
        let gone = std::mem::take(&mut changed.changes.products_gone);
        changed.take::<Products>(&mut *db, products, gone).await?;
        let inventories = std::mem::take(&mut changed.changes.inventories);
        changed
            .take::<Inventories>(db, inventories, Vec::new())
            .await
    })
}
