//! Every query on products, but for their lists and pulls.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::SKU_TAKEN;
use super::model::{
    Product, ProductChange, ProductFile, ProductInput, Stock, Variant, VariantInput, Volume,
};
use crate::access::{Role, Scope};
use crate::files;
use crate::http::error::{Error, IfBroken, Refusal, Result};
use crate::plugins::Extra;
use crate::products::{PRODUCT, sku};
use crate::records::Kind;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::edition::Edition;
use crate::records::life::{self, Meaning, Record, taken};
use crate::records::live::{self, Signal};
use crate::records::visible::{Scoped, Visible};
use crate::stores::{StoreName, StoreOrganization};

/// What a provider holds is changed there.
static OF_PROVIDER: Refusal = Refusal::new(
    "Ce produit est géré par un prestataire : c’est chez lui qu’il se modifie.",
    "A provider keeps this product: change it there.",
);

/// Those made here live and die here; a provider's are gone when it no longer lists them.
impl Record for Product {
    const DELETED: &'static str = "gone_at";
    const ARCHIVES: bool = true;
    const OURS: &'static str = "connector_id is null";
    const UNIQUE: &'static [Meaning] = &[("product_variants_own_sku_key", || {
        Error::Conflict(&SKU_TAKEN)
    })];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        self.archived_at
    }

    fn audited(&self) -> Value {
        let image = self
            .files
            .iter()
            .find(|file| Some(file.id) == self.image_id);
        let variants: Vec<String> = self.variants.iter().map(Variant::described).collect();
        json!({
            "name": self.name,
            "description": self.description,
            "image": image.map(|file| &file.name),
            "variants": variants,
            "archivedAt": self.archived_at,
        })
    }

    /// [`OF_PROVIDER`] for one that a provider holds.
    async fn before_delete(&self, _: &mut PgConnection, _: &Scope, _: DateTime<Utc>) -> Result<()> {
        check_ours(self)
    }

    /// [`SKU_TAKEN`]: the store sells its articles by another product now. One whose articles went to the shop's is gone
    /// for good.
    async fn check_restored(&self, db: &mut PgConnection, _: &Scope) -> Result<()> {
        if self.variants.is_empty() {
            return Err(PRODUCT.missing());
        }
        let skus: Vec<String> = self.variants.iter().map(|each| each.sku.clone()).collect();
        check_free(db, self.store.id, &skus, Some(self.id)).await
    }

    /// The SKUs of a deleted product are free.
    async fn settle(&self, db: &mut PgConnection) -> Result<()> {
        sqlx::query!(
            "update product_variants v set is_gone = p.gone_at is not null from products p
             where p.id = $1 and v.product_id = p.id and v.is_gone <> (p.gone_at is not null)",
            self.id,
        )
        .execute(db)
        .await
        .map_err(taken::<Self>)?;
        Ok(())
    }
}

fn check_ours(product: &Product) -> Result<()> {
    match product.provider {
        Some(_) => Err(Error::Refused(&OF_PROVIDER)),
        None => Ok(()),
    }
}

/// A product with its variants, files and stock; its history is still missing. There is none where another connection tells
/// of the store's products.
impl Scoped for Product {
    const KIND: &'static Kind = &PRODUCT;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select p.name as "name!", p.description as "description!", p.image_url as "image!", p.image_id,
                p.url as "url!", p.store_id as "store_id!", s.name as store_name, c.plugin as "provider?", p.provider_id,
                p.archived_at, p.created_at as "created_at!", p.updated_at as "updated_at!",
                extra_of(c.plugin, p.extra) as "extra!: Json<Extra>",
                exists (select from connectors w where w.store_id = p.store_id and w.role = 'shop'
                    and w.disconnected_at is null) as "exportable!",
                coalesce(c.role = 'shop', false) as "in_shop!",
                coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                           order by so.ownership_percentage desc, o.name)
                          from store_organizations so join organizations o on o.id = so.organization_id
                          where so.store_id = p.store_id), '[]') as "organizations!: Json<Vec<StoreOrganization>>"
               from shown_products p join stores s on s.id = p.store_id left join connectors c on c.id = p.connector_id
               where p.id = $1 and in_scope(p.store_id, $2)"#,
            id,
            scope.stores(),
        )
        .fetch_optional(&mut *db)
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
            in_shop: row.in_shop,
            variants: variants(&mut *db, id).await?,
            files: files(db, id).await?,
            archived_at: row.archived_at,
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

/// A product with everything about it: five queries, however many variants.
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
        history,
        ..product.into_inner()
    })
}

async fn files(db: &mut PgConnection, product: Uuid) -> Result<Vec<ProductFile>> {
    let found = files::of_records(db, Product::KIND, &[product], "attachment").await?;
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

async fn variants(db: &mut PgConnection, product: Uuid) -> Result<Vec<Variant>> {
    let rows = sqlx::query!(
        r#"select v.id as "id!", v.provider_id as "provider_id!", v.sku as "sku!", v.title as "title!", v.ean as "ean!",
            v.price, v.price_currency as "currency!", v.customs_value, v.customs_currency as "customs_currency!",
            v.tariff_number as "tariff_number!", v.origin_country as "origin_country!",
            v.customs_description as "customs_description!", v.options as "options!: Json<Vec<(String, String)>>",
            v.weight_grams, v.length_mm, v.width_mm, v.height_mm, v.volume, v.measured_by,
            i.available as "available?", i.in_warehouse as "in_warehouse?", i.reserved as "reserved?",
            i.damaged as "damaged?",
            coalesce((select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
                where l.sku = v.sku and o.store_id = v.store_id
                    and o.status in ('HANDED_OVER', 'SHIPPED', 'DELIVERED', 'RETURNED')), 0)::bigint as "shipped!",
            (select sum(u.offloaded) from inbound_units u join inbound_shipments h on h.id = u.shipment_id
                where u.sku = v.sku and h.store_id = v.store_id)::bigint as offloaded
           from shown_variants v left join stock i on i.store_id = v.store_id and i.sku = v.sku
           where v.product_id = $1 order by v.position"#,
        product,
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
        measured_by: row.measured_by,
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
    check_free(db, input.store_id, &skus_of(&input.variants), None).await?;
    check_bundles(db, input.store_id, &input.variants).await?;
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
    life::created::<Product>(db, scope, id).await?;
    find(db, scope, id).await
}

fn skus_of(variants: &[VariantInput]) -> Vec<String> {
    variants.iter().map(|each| each.sku.clone()).collect()
}

/// # Errors
/// [`SKU_TAKEN`]: a product of the store other than this one sells some of the SKUs. What a warehouse knows by them is no
/// other product.
async fn check_free(
    db: &mut PgConnection,
    store: Uuid,
    skus: &[String],
    product: Option<Uuid>,
) -> Result<()> {
    let known = sqlx::query_scalar!(
        r#"select exists (select from shown_variants v left join connectors c on c.id = v.connector_id
            where v.store_id = $1 and v.sku = any($2) and c.role is distinct from 'fulfillment'
                and v.product_id is distinct from $3) as "known!""#,
        store,
        skus,
        product,
    )
    .fetch_one(db)
    .await?;
    match known {
        true => Err(Error::Conflict(&SKU_TAKEN)),
        false => Ok(()),
    }
}

/// # Errors
/// [`Error::Invalid`]: an article has the SKU of a bundle that the store does not have.
async fn check_bundles(
    db: &mut PgConnection,
    store: Uuid,
    variants: &[VariantInput],
) -> Result<()> {
    let of_bundles = variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| sku::Kind::StoreBundle.fits(&variant.sku));
    let (places, skus): (Vec<usize>, Vec<String>) = of_bundles
        .map(|(place, variant)| (place, variant.sku.clone()))
        .unzip();
    if skus.is_empty() {
        return Ok(());
    }
    let known = sqlx::query_scalar!(
        "select sku from bundles where store_id = $1 and sku = any($2) and gone_at is null",
        store,
        &skus,
    )
    .fetch_all(db)
    .await?;
    match skus.iter().position(|sku| !known.contains(sku)) {
        Some(at) => Err(Error::field(
            format!("variants[{}].sku", places[at]),
            "option",
        )),
        None => Ok(()),
    }
}

/// A product within reach that was made here and is no provider's yet, held until the transaction ends.
///
/// # Errors
/// Not found; [`OF_PROVIDER`]; [`Error::Edited`] when it has changed since the caller read it.
pub async fn open(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    edition: Edition,
) -> Result<Visible<Product>> {
    let product = life::open::<Product>(db, scope, id, edition).await?;
    check_ours(&product)?;
    Ok(product)
}

/// # Errors
/// Not found; [`OF_PROVIDER`].
pub async fn check_kept_here(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<()> {
    check_ours(&*Visible::<Product>::find(db, scope, id).await?)
}

/// Changes a product that is [`open`].
///
/// # Errors
/// [`SKU_TAKEN`]; [`Error::Invalid`] for a picture that is not there.
pub async fn change(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Visible<Product>,
    input: &ProductChange,
    now: DateTime<Utc>,
) -> Result<Product> {
    let (id, skus) = (before.id, skus_of(&input.variants));
    check_free(db, before.store.id, &skus, Some(id)).await?;
    check_bundles(db, before.store.id, &input.variants).await?;
    sqlx::query!(
        "update products set name = $2, description = $3, as_of = $4 where id = $1",
        id,
        input.name,
        input.description,
        now,
    )
    .execute(&mut *db)
    .await?;
    let articles: Vec<Article<'_>> = input.variants.iter().map(Article::of).collect();
    replace_articles(db, id, &input.name, &articles).await?;
    if let Some(image) = input.image {
        if !files::attach(&mut *db, scope, image, (Product::KIND, id)).await? {
            return Err(Error::field("image", "option"));
        }
        show(db, id, Some(image)).await?;
    }
    life::saved(db, scope, before, now).await?;
    find(db, scope, id).await
}

/// A product of these articles and no others.
///
/// # Errors
/// [`SKU_TAKEN`]
async fn replace_articles(
    db: &mut PgConnection,
    id: Uuid,
    name: &str,
    articles: &[Article<'_>],
) -> Result<()> {
    let skus: Vec<String> = articles.iter().map(|each| each.sku.to_owned()).collect();
    sqlx::query!(
        "delete from product_variants where product_id = $1 and sku <> all($2)",
        id,
        &skus,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update product_variants v
         set name = $2, position = (r.position - 1)::integer, title = r.title, ean = r.ean, price = r.price,
            price_currency = case when r.price is null then '' else 'EUR' end, weight_grams = r.weight,
            length_mm = r.length, width_mm = r.width, height_mm = r.height
         from rows from (jsonb_to_recordset($3) as (sku text, title text, ean text, price numeric, weight integer,
            length integer, width integer, height integer)) with ordinality
            as r (sku, title, ean, price, weight, length, width, height, position)
         where v.product_id = $1 and v.sku = r.sku",
        id,
        name,
        json!(articles),
    )
    .execute(&mut *db)
    .await?;
    insert_articles(db, id, articles).await
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
