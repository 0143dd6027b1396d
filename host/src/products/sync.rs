//! A page of a provider's products becomes rows: new ones are added, changed ones updated unless what is kept is newer;
//! what a pass over everything did not name is gone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::ProductPage;
use comptoir_sandbox::{Call, CallError, Plugin};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::intake::{Intake, Variant};
use crate::audit::{self, Author, Entry};
use crate::error::Result;
use crate::live;
use crate::stores::connectors::{Connector, Role};
use crate::sync::{self, Aside, Function, Next, Pull, Taken};

/// The pull of products, from shops and from fulfilment providers (see `model.rs` on whose word counts).
#[derive(Debug)]
pub struct Products;

impl Pull for Products {
    const NAME: &'static str = "products.synchronize";
    const FUNCTION: Function = Function::Products;
    /// A product may have hundreds of variants, and an answer has its largest size.
    const LIMIT: u32 = 100;
    type Page = ProductPage;

    fn serves(connector: &Connector) -> bool {
        matches!(connector.role, Role::Shop | Role::Fulfillment)
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<ProductPage, CallError> {
        match connector.role {
            Role::Shop => plugin.shop_products(call, cursor, Self::LIMIT).await,
            _ => plugin.products(call, cursor, Self::LIMIT).await,
        }
    }

    fn next(page: &ProductPage) -> Next {
        Next {
            items: page.items.len() + page.rejected.len(),
            cursor: page.cursor.clone(),
            more: page.more,
            total: None,
        }
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: i64,
        page: ProductPage,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let mut aside = Aside::rejected(&page.rejected);
        // A page that names a product twice means the later one.
        let mut products: HashMap<&str, Intake> = HashMap::new();
        for product in &page.items {
            match Intake::of(product) {
                Ok(intake) => drop(products.insert(&product.id, intake)),
                Err(reason) => {
                    let raw = format!("{product:?}");
                    aside.push(Aside::new(&product.id, &reason, &raw));
                }
            }
        }
        let mut batch = Batch::sort(db, connector, products).await?;
        aside.append(&mut batch.aside);
        batch.write(db, connector, pass, &aside).await?;
        let gone = forget(db, connector, &page.gone, now).await?
            + match page.whole && !page.more {
                true => forget_unnamed(db, connector, pass).await?,
                false => 0,
            };
        let taken = Taken {
            added: batch.added.len(),
            changed: batch.changed.len() + gone,
            set_aside: aside.len(),
        };
        if taken.added + taken.changed > 0 {
            live::notify(db, &live::Signal::Changed("product".into())).await?;
        }
        Ok(taken)
    }
}

/// What is kept of a product, as far as a newer state may differ.
struct Kept {
    id: Uuid,
    as_of: DateTime<Utc>,
    digest: Vec<u8>,
    name: String,
    skus: Vec<String>,
}

/// What the history tells of a product.
#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    skus: &'a [String],
}

/// The products of a page, by what is to be done with them.
#[derive(Default)]
struct Batch {
    added: Vec<Intake>,
    changed: Vec<Intake>,
    /// Told again without a change, and those whose older state was told.
    named: Vec<(Uuid, DateTime<Utc>)>,
    aside: Vec<Aside>,
    /// All that came whole.
    whole: Vec<String>,
    history: Vec<Entry<'static>>,
}

impl Batch {
    async fn sort(
        db: &mut PgConnection,
        connector: &Connector,
        products: HashMap<&str, Intake>,
    ) -> Result<Self> {
        let ids: Vec<String> = products.keys().map(|id| (*id).to_owned()).collect();
        let kept = kept(db, connector.id, &ids).await?;
        let mut batch = Self::default();
        let mut fresh = Vec::new();
        for (id, product) in products {
            match kept.get(id) {
                Some(old) if product.as_of < old.as_of || product.digest == old.digest => {
                    batch.named.push((old.id, product.as_of.max(old.as_of)));
                    batch.whole.push(product.provider_id);
                }
                _ => fresh.push(product),
            }
        }
        let moving: Vec<Uuid> = fresh
            .iter()
            .filter_map(|product| Some(kept.get(product.provider_id.as_str())?.id))
            .collect();
        let mut taken = skus_of_others(db, connector.id, &fresh, &moving).await?;
        // In a stable order, so that the same page always sets the same ones aside.
        fresh.sort_by(|a, b| a.provider_id.cmp(&b.provider_id));
        for mut product in fresh {
            let clash = product
                .variants
                .iter()
                .find(|each| taken.contains(&each.sku));
            if let Some(variant) = clash {
                let reason = format!("variants.sku: another product has {}", variant.sku);
                let raw = format!("{product:?}");
                batch
                    .aside
                    .push(Aside::new(&product.provider_id, &reason, &raw));
                continue;
            }
            taken.extend(product.variants.iter().map(|each| each.sku.clone()));
            batch.whole.push(product.provider_id.clone());
            let skus = product.skus();
            let told = Told {
                name: &product.name,
                skus: &skus,
            };
            match kept.get(product.provider_id.as_str()) {
                None => {
                    batch.tell(product.id, "create", audit::changes(None, Some(&told)));
                    batch.added.push(product);
                }
                Some(old) => {
                    product.id = old.id;
                    let before = Told {
                        name: &old.name,
                        skus: &old.skus,
                    };
                    batch.tell(old.id, "update", audit::changes(Some(&before), Some(&told)));
                    batch.changed.push(product);
                }
            }
        }
        Ok(batch)
    }

    fn tell(&mut self, id: Uuid, action: &'static str, changes: Vec<audit::Change>) {
        if !changes.is_empty() {
            self.history.push(Entry {
                entity: "product",
                id,
                action,
                changes,
            });
        }
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        connector: &Connector,
        pass: i64,
        aside: &[Aside],
    ) -> Result<()> {
        // First what goes: a SKU may move from one product of the page to another.
        let changed: Vec<Uuid> = self.changed.iter().map(|product| product.id).collect();
        sqlx::query!(
            "delete from product_variants where product_id = any($1)",
            &changed
        )
        .execute(&mut *db)
        .await?;
        insert(db, connector, &self.added, pass).await?;
        update(db, &self.changed, pass).await?;
        insert_variants(db, connector, self.added.iter().chain(&self.changed)).await?;
        renew(db, &self.named, pass).await?;
        name_aside(db, connector.id, aside, pass).await?;
        if connector.role == Role::Shop {
            let told = self.added.iter().chain(&self.changed);
            supersede(db, connector, told).await?;
        }
        sync::set_aside(db, connector.id, Function::Products, aside, &self.whole).await?;
        Ok(audit::record(db, &author(connector), &self.history).await?)
    }
}

fn author(connector: &Connector) -> Author {
    Author::system(format!("plugin {}", connector.plugin))
}

async fn kept(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<HashMap<String, Kept>> {
    let rows = sqlx::query!(
        r#"select provider_id as "provider_id!", id, as_of, digest, name,
            array(select sku from product_variants where product_id = p.id order by sku) as "skus!"
        from products p where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let kept = rows.into_iter().map(|row| {
        let kept = Kept {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            name: row.name,
            skus: row.skus,
        };
        (row.provider_id, kept)
    });
    Ok(kept.collect())
}

/// Those of the products' SKUs that other products of the connection have.
async fn skus_of_others(
    db: &mut PgConnection,
    connector: Uuid,
    products: &[Intake],
    moving: &[Uuid],
) -> Result<HashSet<String>> {
    let variants = products.iter().flat_map(|product| &product.variants);
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
    products: &[Intake],
    pass: i64,
) -> Result<()> {
    sqlx::query!(
        "insert into products (id, store_id, connector_id, provider_id, name, description, image_url, url, codes, as_of,
            digest, pass)
         select id, $1, $2, provider_id, name, description, image_url, url, codes, as_of, digest, $4
         from jsonb_to_recordset($3) as r (id uuid, provider_id text, name text, description text, image_url text,
            url text, codes text, as_of timestamptz, digest bytea)",
        connector.store_id,
        connector.id,
        json!(products),
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn update(db: &mut PgConnection, products: &[Intake], pass: i64) -> Result<()> {
    sqlx::query!(
        "update products p set name = r.name, description = r.description, image_url = r.image_url, url = r.url,
            codes = r.codes, as_of = r.as_of, digest = r.digest, pass = $2, gone_at = null, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, name text, description text, image_url text, url text, codes text,
            as_of timestamptz, digest bytea)
         where p.id = r.id",
        json!(products),
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_variants(
    db: &mut PgConnection,
    connector: &Connector,
    products: impl Iterator<Item = &Intake>,
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
        rows.extend(product.variants.iter().map(|variant| Row {
            id: Uuid::now_v7(),
            product_id: product.id,
            name: &product.name,
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

/// Named again without a change.
async fn renew(db: &mut PgConnection, named: &[(Uuid, DateTime<Utc>)], pass: i64) -> Result<()> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) = named.iter().copied().unzip();
    sqlx::query!(
        "update products p set as_of = r.as_of, pass = $3
         from unnest($1::uuid[], $2::timestamptz[]) as r (id, as_of) where p.id = r.id",
        &ids,
        &times,
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What is set aside stays as it was kept, and is not gone.
async fn name_aside(
    db: &mut PgConnection,
    connector: Uuid,
    aside: &[Aside],
    pass: i64,
) -> Result<()> {
    let ids: Vec<String> = aside.iter().map(|each| each.provider_id.clone()).collect();
    sqlx::query!(
        "update products set pass = $3 where connector_id = $1 and provider_id = any($2)",
        connector,
        &ids,
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A product that was made in the portal and whose SKUs the shop now has is the shop's: it stands in lists once.
async fn supersede(
    db: &mut PgConnection,
    connector: &Connector,
    told: impl Iterator<Item = &Intake>,
) -> Result<()> {
    let variants = told.flat_map(|product| &product.variants);
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
    sqlx::query!(
        "delete from product_variants where product_id = any($1)",
        &gone
    )
    .execute(&mut *db)
    .await?;
    tell_gone(db, connector, gone).await.map(drop)
}

/// Products that the provider says it has no more.
async fn forget(
    db: &mut PgConnection,
    connector: &Connector,
    ids: &[String],
    now: DateTime<Utc>,
) -> Result<usize> {
    let gone = sqlx::query_scalar!(
        "with gone as (
            update products set gone_at = $3, as_of = $3, digest = '', updated_at = now()
            where connector_id = $1 and provider_id = any($2) and gone_at is null returning id
         ), variants as (delete from product_variants where product_id in (select id from gone))
         select id from gone",
        connector.id,
        ids,
        now,
    )
    .fetch_all(&mut *db)
    .await?;
    tell_gone(db, connector, gone).await
}

/// Products that a pass over everything did not name.
async fn forget_unnamed(db: &mut PgConnection, connector: &Connector, pass: i64) -> Result<usize> {
    let gone = sqlx::query_scalar!(
        "with gone as (
            update products set gone_at = now(), digest = '', updated_at = now()
            where connector_id = $1 and pass < $2 and gone_at is null returning id
         ), variants as (delete from product_variants where product_id in (select id from gone))
         select id from gone",
        connector.id,
        pass,
    )
    .fetch_all(&mut *db)
    .await?;
    tell_gone(db, connector, gone).await
}

async fn tell_gone(db: &mut PgConnection, connector: &Connector, gone: Vec<Uuid>) -> Result<usize> {
    let entries = gone.iter().map(|id| Entry {
        entity: "product",
        id: *id,
        action: "delete",
        changes: vec![audit::Change {
            field: "gone".into(),
            before: Value::Null,
            after: json!(true),
        }],
    });
    audit::record(db, &author(connector), &entries.collect::<Vec<_>>()).await?;
    Ok(gone.len())
}
