//! Every query on products, but for their lists and pulls.

use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::SKU_TAKEN;
use super::model::{Product, ProductFile, ProductInput, Stock, Variant, VariantInput, Volume};
use crate::access::{Role, Scope};
use crate::files;
use crate::http::error::{Error, IfBroken, Result};
use crate::plugins::Extra;
use crate::products::PRODUCT;
use crate::records::Kind;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};
use crate::stores::{StoreName, StoreOrganization};

/// What a product's own row tells; its variants and history are still missing. There is none where another connection
/// tells of the store's products.
impl Scoped for Product {
    const KIND: &'static Kind = &PRODUCT;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select p.name as "name!", p.description as "description!", p.image_url as "image!", p.image_id,
                p.url as "url!", p.store_id as "store_id!", s.name as store_name, c.plugin as "provider?", p.provider_id,
                p.created_at as "created_at!", p.updated_at as "updated_at!",
                extra_of(c.plugin, p.extra) as "extra!: Json<Extra>",
                exists (select from connectors w where w.store_id = p.store_id and w.role = 'shop'
                    and w.disconnected_at is null) as "exportable!",
                coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                           order by so.ownership_percentage desc, o.name)
                          from store_organizations so join organizations o on o.id = so.organization_id
                          where so.store_id = p.store_id), '[]') as "organizations!: Json<Vec<StoreOrganization>>"
               from shown_products p join stores s on s.id = p.store_id left join connectors c on c.id = p.connector_id
               where p.id = $1 and in_scope(p.store_id, $2)"#,
            id,
            scope.stores(),
        )
        .fetch_optional(db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let mut organizations = row.organizations.0;
        if let Some(own) = scope.organizations() {
            organizations.retain(|each| own.contains(&each.id));
        }
        Ok(Some(Self {
            id,
            name: row.name,
            description: row.description,
            image: row.image,
            image_id: row.image_id,
            url: row.url,
            store: StoreName {
                id: row.store_id,
                name: row.store_name,
            },
            organization_id: organizations.first().map(|each| each.id),
            organizations,
            provider: row.provider,
            provider_id: row.provider_id,
            exportable: row.exportable,
            variants: Vec::new(),
            files: Vec::new(),
            created_at: row.created_at,
            updated_at: row.updated_at,
            extra: row.extra.0,
            history: Vec::new(),
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// A product with its variants and stock: five queries, however many variants.
///
/// # Errors
/// Not found.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Product> {
    let product = Visible::<Product>::find(&mut *db, scope, id).await?;
    let history = match scope.actor.role {
        Role::Admin => audit::history(&mut *db, product.reference()).await?,
        _ => Vec::new(),
    };
    Ok(Product {
        variants: variants(&mut *db, &product).await?,
        files: files(db, &product).await?,
        history,
        ..product.into_inner()
    })
}

async fn files(db: &mut PgConnection, product: &Visible<Product>) -> Result<Vec<ProductFile>> {
    let found = files::of_records(db, Product::KIND, &[product.id], "attachment").await?;
    let files = found
        .into_iter()
        .map(|files::OfRecord { file, .. }| ProductFile {
            id: file.id,
            name: file.name,
            media_type: file.media_type,
            size: file.size,
            url: String::new(),
        });
    Ok(files.collect())
}

async fn variants(db: &mut PgConnection, product: &Visible<Product>) -> Result<Vec<Variant>> {
    let rows = sqlx::query!(
        r#"select v.id as "id!", v.provider_id as "provider_id!", v.sku as "sku!", v.title as "title!", v.ean as "ean!",
            v.price, v.price_currency as "currency!", v.customs_value, v.customs_currency as "customs_currency!",
            v.tariff_number as "tariff_number!", v.origin_country as "origin_country!",
            v.customs_description as "customs_description!", v.options as "options!: Json<Vec<(String, String)>>",
            v.weight_grams, v.length_mm, v.width_mm, v.height_mm, v.volume,
            i.available as "available?", i.in_warehouse as "in_warehouse?", i.reserved as "reserved?",
            i.damaged as "damaged?",
            coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
                where l.sku = v.sku and o.store_id = v.store_id
                    and o.status in ('HANDED_OVER', 'SHIPPED', 'DELIVERED', 'RETURNED')), 0)::bigint as "shipped!",
            (select sum(u.offloaded) from inbound_units u join inbound_shipments h on h.id = u.shipment_id
                where u.sku = v.sku and h.store_id = v.store_id)::bigint as offloaded
           from shown_variants v left join stock i on i.store_id = v.store_id and i.sku = v.sku
           where v.product_id = $1 order by v.position"#,
        product.id,
    )
    .fetch_all(db)
    .await?;
    let variants = rows.into_iter().map(|row| Variant {
        id: row.id,
        provider_id: row.provider_id,
        sku: row.sku,
        title: row.title,
        ean: row.ean,
        price: row.price,
        currency: row.currency,
        customs_value: row.customs_value,
        customs_currency: row.customs_currency,
        tariff_number: row.tariff_number,
        origin_country: row.origin_country,
        customs_description: row.customs_description,
        options: row.options,
        weight: row.weight_grams,
        length_mm: row.length_mm,
        width_mm: row.width_mm,
        height_mm: row.height_mm,
        volume: row.volume.map(|value| Volume {
            value: value.normalize(),
            unit: "m3",
        }),
        inventories: stock(row.available, row.in_warehouse, row.reserved, row.damaged)
            .into_iter()
            .collect(),
        shipped: row.shipped,
        offloaded: row.offloaded,
    });
    Ok(variants.collect())
}

fn stock(
    available: Option<i64>,
    in_warehouse: Option<i64>,
    reserved: Option<i64>,
    damaged: Option<i64>,
) -> Option<Stock> {
    Some(Stock {
        available: available?,
        in_warehouse: in_warehouse?,
        reserved: reserved?,
        damaged: damaged?,
    })
}

/// Makes a product.
///
/// # Errors
/// [`SKU_TAKEN`] for a SKU that the store sells already; [`Error::Invalid`] for a store or a picture that is
/// not there.
pub async fn add(db: &mut PgConnection, scope: &Scope, input: &ProductInput) -> Result<Product> {
    let sells = sqlx::query_scalar!(
        r#"select exists (select from stores where id = $1 and deleted_at is null and archived_at is null
            and in_scope(id, $2)) as "sells!""#,
        input.store_id,
        scope.stores(),
    )
    .fetch_one(&mut *db)
    .await?;
    if !sells {
        return Err(Error::field("storeId", "option"));
    }
    let skus: Vec<String> = input.variants.iter().map(|each| each.sku.clone()).collect();
    let known = sqlx::query_scalar!(
        r#"select exists (select from shown_variants v left join connectors c on c.id = v.connector_id
            where v.store_id = $1 and v.sku = any($2) and c.role is distinct from 'fulfillment') as "known!""#,
        input.store_id,
        &skus,
    )
    .fetch_one(&mut *db)
    .await?;
    if known {
        return Err(Error::Conflict(&SKU_TAKEN));
    }
    let articles: Vec<Article<'_>> = input.variants.iter().map(Article::of).collect();
    let id = insert(
        db,
        input.store_id,
        &input.name,
        &input.description,
        &articles,
    )
    .await?;
    if !files::attach(&mut *db, scope, input.image, (Product::KIND, id)).await? {
        return Err(Error::field("image", "option"));
    }
    show(db, id, Some(input.image)).await?;
    enter(db, scope, id, "create", &input.name, &articles).await?;
    find(db, scope, id).await
}

/// What a store is to sell, as it was settled elsewhere in the portal.
#[derive(Debug)]
pub struct Settled<'a> {
    pub store: Uuid,
    pub name: &'a str,
    /// Plain text.
    pub description: &'a str,
    /// A picture that is another record's.
    pub image: Option<Uuid>,
    pub articles: Vec<Article<'a>>,
}

/// One article of it.
#[derive(Debug, Default, Serialize)]
pub struct Article<'a> {
    pub sku: &'a str,
    pub title: &'a str,
    pub ean: &'a str,
    /// What a consumer pays, in euros.
    pub price: Option<Decimal>,
    /// Grams.
    pub weight: Option<i32>,
    /// Millimetres.
    pub length: Option<i32>,
    pub width: Option<i32>,
    pub height: Option<i32>,
}

impl<'a> Article<'a> {
    fn of(input: &'a VariantInput) -> Self {
        Self {
            sku: &input.sku,
            title: &input.title,
            ean: &input.ean,
            price: input.price,
            weight: input.weight,
            length: input.length_mm,
            width: input.width_mm,
            height: input.height_mm,
        }
    }
}

/// Makes a store's product of what was settled, or changes the one that was made here of these SKUs. What the store's shop has
/// is the shop's, and stays as it is. Gives the product.
///
/// # Errors
/// [`SKU_TAKEN`]: several products of the store have some of the SKUs.
pub async fn settle(db: &mut PgConnection, scope: &Scope, settled: &Settled<'_>) -> Result<Uuid> {
    let Settled {
        store,
        name,
        description,
        articles,
        ..
    } = settled;
    let skus: Vec<String> = articles.iter().map(|each| each.sku.to_owned()).collect();
    // Of two at once the second finds what the first made.
    sqlx::query!("select from stores where id = $1 for update", store)
        .execute(&mut *db)
        .await?;
    let known = sqlx::query!(
        r#"select distinct v.product_id as "id!", v.connector_id
           from shown_variants v left join connectors c on c.id = v.connector_id
           where v.store_id = $1 and v.sku = any($2) and c.role is distinct from 'fulfillment'"#,
        store,
        &skus,
    )
    .fetch_all(&mut *db)
    .await?;
    let (id, action) = match known.as_slice() {
        [] => (
            insert(db, *store, name, description, articles).await?,
            "create",
        ),
        [product] if product.connector_id.is_some() => return Ok(product.id),
        [product] => {
            update(db, product.id, name, description, articles).await?;
            (product.id, "update")
        }
        _ => return Err(Error::Conflict(&SKU_TAKEN)),
    };
    show(db, id, settled.image).await?;
    enter(db, scope, id, action, name, articles).await?;
    live::notify(db, &Signal::changed(&PRODUCT)).await?;
    Ok(id)
}

/// # Errors
/// [`SKU_TAKEN`]
async fn insert(
    db: &mut PgConnection,
    store: Uuid,
    name: &str,
    description: &str,
    articles: &[Article<'_>],
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into products (id, store_id, name, description, as_of) values ($1, $2, $3, $4, now())",
        id,
        store,
        name,
        description,
    )
    .execute(&mut *db)
    .await?;
    insert_articles(db, id, articles).await?;
    Ok(id)
}

/// # Errors
/// [`SKU_TAKEN`]
async fn update(
    db: &mut PgConnection,
    id: Uuid,
    name: &str,
    description: &str,
    articles: &[Article<'_>],
) -> Result<()> {
    sqlx::query!(
        "update products set name = $2, description = $3, as_of = now(), updated_at = now() where id = $1",
        id,
        name,
        description,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update product_variants v
         set name = $2, title = r.title, ean = r.ean, weight_grams = coalesce(r.weight, v.weight_grams)
         from jsonb_to_recordset($3) as r (sku text, title text, ean text, weight integer)
         where v.product_id = $1 and v.sku = r.sku",
        id,
        name,
        json!(articles),
    )
    .execute(&mut *db)
    .await?;
    insert_articles(db, id, articles).await
}

/// Adds those articles that the product does not have, in their order; by the codes of all it is found.
///
/// # Errors
/// [`SKU_TAKEN`]
async fn insert_articles(db: &mut PgConnection, id: Uuid, articles: &[Article<'_>]) -> Result<()> {
    sqlx::query!(
        "insert into product_variants (id, product_id, store_id, position, sku, name, title, ean, price, price_currency,
            weight_grams, length_mm, width_mm, height_mm)
         select gen_random_uuid(), p.id, p.store_id, (r.position - 1)::integer, r.sku, p.name, r.title, r.ean, r.price,
            case when r.price is null then '' else 'EUR' end, r.weight, r.length, r.width, r.height
         from products p, rows from (jsonb_to_recordset($2) as (sku text, title text, ean text, price numeric, weight integer,
            length integer, width integer, height integer)) with ordinality
            as r (sku, title, ean, price, weight, length, width, height, position)
         where p.id = $1 and not exists (select from product_variants v where v.product_id = p.id and v.sku = r.sku)",
        id,
        json!(articles),
    )
    .execute(&mut *db)
    .await
    .if_broken("product_variants_own_sku_key", Error::Conflict(&SKU_TAKEN))?;
    sqlx::query!(
        "update products set codes = (select string_agg(concat_ws(' ', v.sku, nullif(v.ean, '')), ' ' order by v.position)
            from product_variants v where v.product_id = $1)
         where id = $1",
        id,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Shows a product by this picture; none leaves the one that it has.
async fn show(db: &mut PgConnection, id: Uuid, image: Option<Uuid>) -> Result<()> {
    sqlx::query!(
        "update products set image_id = coalesce($2, image_id) where id = $1",
        id,
        image,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The history of a product that was made or changed here.
async fn enter(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    action: &str,
    name: &str,
    articles: &[Article<'_>],
) -> Result<()> {
    let change = |field: &str, after: Value| Change {
        field: field.into(),
        before: Value::Null,
        after,
    };
    let skus: Vec<&str> = articles.iter().map(|each| each.sku).collect();
    let entry = Entry {
        kind: &PRODUCT,
        id,
        action,
        changes: vec![change("name", name.into()), change("skus", skus.into())],
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}

/// Whether all these variants are of the store and still there.
pub async fn are_of_store(db: &mut PgConnection, store: Uuid, variants: &[Uuid]) -> Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select count(*) as "found!" from product_variants where store_id = $1 and id = any($2)"#,
        store,
        variants,
    )
    .fetch_one(db)
    .await?;
    Ok(usize::try_from(found).is_ok_and(|found| found == variants.len()))
}
