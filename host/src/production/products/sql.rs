//! Every query on project products, but for their list.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::PRODUCT;
use super::list::ROWS;
use super::model::{Product, ProductDetail, ProductInput, Variant};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::production::productions::check_none_under_way;
use crate::production::tags::{self, TagType};
use crate::products::{self, Article, Settled};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;

static NAME_TAKEN: Conflict = Conflict::new(
    "ProductUnique",
    "Ce projet a déjà un produit de ce nom.",
    "This project has a product of this name already.",
)
.of("name");

impl Record for ProductDetail {
    const UNIQUE: &'static [Meaning] =
        &[("project_products_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.product.updated_at
    }

    fn audited(&self) -> Value {
        let of = &self.product;
        let variant = |each: &Variant| format!("{} ({}) × {}", each.name, each.sku, each.quantity);
        json!({
            "name": of.name,
            "status": of.status,
            "reason": of.reason,
            "store": of.store.as_ref().map(|store| &store.name),
            "storeProduct": of.store_product.as_ref().map(|product| &product.name),
            "color": of.color,
            "fabric": of.fabric.as_ref().map(ToString::to_string),
            "fit": of.fit,
            "quantityMode": of.quantity_mode,
            "quantity": of.quantity,
            "tags": of.tags.iter().map(|tag| &tag.display_name).collect::<Vec<_>>(),
            "variants": self.variants.iter().map(variant).collect::<Vec<_>>(),
        })
    }

    /// Refused while it is under way at a factory.
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        check_none_under_way(db, None, Some(self.product.id)).await
    }
}

impl Scoped for ProductDetail {
    const KIND: &'static Kind = &PRODUCT;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        Ok(found(db, scope, &[id]).await?.pop())
    }

    fn key(&self) -> Uuid {
        self.product.id
    }
}

/// Those of these products that are there and that the scope reaches, each with its variants, in no order.
async fn found(db: &mut PgConnection, scope: &Scope, ids: &[Uuid]) -> Result<Vec<ProductDetail>> {
    let find = format!(
        "{ROWS} where p.id = any($1) and p.deleted_at is null and (j.id is null or j.deleted_at is null)
            and ($2::uuid[] is null or exists (
                select from project_product_factories f where f.product_id = p.id and f.factory_id = any($2)))"
    );
    let products = sqlx::query_as(AssertSqlSafe(find))
        .bind(ids)
        .bind(scope.factories());
    let products: Vec<Product> = products.fetch_all(&mut *db).await?;
    let ids: Vec<Uuid> = products.iter().map(|product| product.id).collect();
    let rows = sqlx::query!(
        "select product_id, id, name, sku, ean, quantity, weight from project_product_variants
         where product_id = any($1) order by position",
        &ids,
    );
    let mut variants: HashMap<Uuid, Vec<Variant>> = HashMap::new();
    for row in rows.fetch_all(db).await? {
        variants.entry(row.product_id).or_default().push(Variant {
            id: row.id,
            name: row.name,
            sku: row.sku,
            ean: row.ean,
            quantity: row.quantity,
            weight: row.weight,
            units: row.quantity,
        });
    }
    let products = products.into_iter().map(|product| {
        let variants = variants.remove(&product.id).unwrap_or_default();
        ProductDetail::new(product, variants)
    });
    Ok(products.collect())
}

/// Products in the order of their ids, each once, however often it is named.
///
/// # Errors
/// [`Kind::missing`]: one of them is not there, or beyond the scope.
pub async fn all(db: &mut PgConnection, scope: &Scope, ids: &[Uuid]) -> Result<Vec<ProductDetail>> {
    let found = found(db, scope, ids).await?;
    let mut found: HashMap<Uuid, ProductDetail> = found
        .into_iter()
        .map(|product| (product.product.id, product))
        .collect();
    match ids.iter().all(|id| found.contains_key(id)) {
        true => Ok(ids.iter().filter_map(|id| found.remove(id)).collect()),
        false => Err(PRODUCT.missing()),
    }
}

/// Makes a product of an organization, in a project of its or in none.
///
/// # Errors
/// [`NAME_TAKEN`]; [`Error::Invalid`]: no such store or tag.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    organization: Uuid,
    input: &ProductInput,
    now: DateTime<Utc>,
) -> Result<ProductDetail> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into project_products (id, project_id, organization_id, name, quantity_mode, quantity, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)",
        id,
        input.project_id,
        organization,
        input.name,
        input.quantity_mode.as_str(),
        input.quantity,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<ProductDetail>)?;
    write(db, id, organization, input, None).await?;
    created(db, scope, id).await
}

/// Changes a product that is open.
///
/// # Errors
/// As [`add`].
pub async fn update(
    db: &mut PgConnection,
    before: &ProductDetail,
    input: &ProductInput,
) -> Result<()> {
    let of = &before.product;
    // The reason is that of where it stands.
    let reason = match of.status == input.status {
        true => of.reason.as_deref(),
        false => input.reason.as_deref(),
    };
    let organization = of.organization.as_ref().map_or(Uuid::nil(), |of| of.id);
    write(db, of.id, organization, input, reason).await
}

async fn write(
    db: &mut PgConnection,
    id: Uuid,
    organization: Uuid,
    input: &ProductInput,
    reason: Option<&str>,
) -> Result<()> {
    check_store(db, organization, input.store_id).await?;
    let skus: Vec<&str> = input
        .variants
        .iter()
        .map(|variant| variant.sku.as_str())
        .collect();
    sqlx::query!(
        "update project_products set store_id = $2, name = $3, status = $4, reason = $5, color = nullif($6, ''),
            fabric_weight = $7, fabric_unit = $8, fit = nullif($9, ''), quantity_mode = $10, quantity = $11, skus = $12
         where id = $1",
        id,
        input.store_id,
        input.name,
        input.status.as_str(),
        reason,
        input.color,
        input.fabric.as_ref().map(|fabric| fabric.weight),
        input.fabric.as_ref().map(|fabric| fabric.unit.as_str()),
        input.fit,
        input.quantity_mode.as_str(),
        input.quantity,
        skus.join(" "),
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<ProductDetail>)?;
    write_variants(db, id, input).await?;
    write_tags(db, id, &input.tags).await
}

/// Has the store sell a product that is ready, by its first picture.
///
/// # Errors
/// [`crate::products::SKU_TAKEN`]: the store sells some of its SKUs with other products.
pub async fn settle(db: &mut PgConnection, scope: &Scope, product: &ProductDetail) -> Result<()> {
    let of = &product.product;
    let Some(store) = &of.store else {
        return Ok(());
    };
    let image = sqlx::query_scalar!(
        "select file_id from project_product_files
         where product_id = $1 and type = 'image' and deleted_at is null order by position, id limit 1",
        of.id,
    );
    let image = image.fetch_optional(&mut *db).await?;
    let articles = product.variants.iter().map(|variant| Article {
        sku: &variant.sku,
        title: &variant.name,
        ean: variant.ean.as_deref().unwrap_or_default(),
        weight: variant.weight,
        ..Article::default()
    });
    let settled = Settled {
        store: store.id,
        name: &of.name,
        description: &of.description(),
        image,
        articles: articles.collect(),
    };
    let sold = products::settle(db, scope, &settled).await?;
    sqlx::query!(
        "update project_products set store_product_id = $2 where id = $1",
        of.id,
        sold
    )
    .execute(db)
    .await?;
    Ok(())
}

/// # Errors
/// [`Error::Invalid`] (`storeId option`): the organization has no such store.
async fn check_store(db: &mut PgConnection, organization: Uuid, store: Option<Uuid>) -> Result<()> {
    let Some(store) = store else { return Ok(()) };
    let found = sqlx::query_scalar!(
        "select s.id from stores s join store_organizations o on o.store_id = s.id
         where s.id = $1 and o.organization_id = $2 and s.deleted_at is null",
        store,
        organization,
    );
    let found = found.fetch_optional(db).await?;
    found
        .map(drop)
        .ok_or_else(|| Error::field("storeId", "option"))
}

/// Writes the variants in place of those before. One that keeps its id stays the same variant.
async fn write_variants(db: &mut PgConnection, product: Uuid, input: &ProductInput) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        id: Uuid,
        position: usize,
        name: &'a str,
        sku: &'a str,
        ean: Option<&'a str>,
        quantity: i32,
        weight: Option<i32>,
    }
    let gone = sqlx::query_scalar!(
        "delete from project_product_variants where product_id = $1 returning id",
        product
    );
    let mut before = gone.fetch_all(&mut *db).await?;
    let mut rows = Vec::with_capacity(input.variants.len());
    for (position, each) in input.variants.iter().enumerate() {
        let own = each
            .id
            .and_then(|id| before.iter().position(|one| *one == id));
        rows.push(Row {
            id: own.map_or_else(Uuid::now_v7, |at| before.swap_remove(at)),
            position,
            name: &each.name,
            sku: &each.sku,
            ean: each.ean.as_deref().filter(|ean| !ean.is_empty()),
            quantity: each.quantity,
            weight: each.weight,
        });
    }
    sqlx::query!(
        "insert into project_product_variants (id, product_id, position, name, sku, ean, quantity, weight)
         select id, $1, position, name, sku, ean, quantity, weight
         from jsonb_to_recordset($2) as r (id uuid, position integer, name text, sku text, ean text, quantity integer,
            weight integer)",
        product,
        json!(rows),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the tags in place of those before.
///
/// # Errors
/// [`Error::Invalid`] (`tags`): there is no such tag, or several say what it is.
async fn write_tags(db: &mut PgConnection, product: Uuid, carried: &[Uuid]) -> Result<()> {
    tags::check(db, carried).await?;
    let entities = sqlx::query_scalar!(
        r#"select count(*) as "entities!" from tags where id = any($1) and type = $2"#,
        carried,
        TagType::Entity.as_str(),
    );
    if entities.fetch_one(&mut *db).await? > 1 {
        return Err(Error::field("tags", "max"));
    }
    sqlx::query!(
        "delete from project_product_tags where product_id = $1",
        product
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into project_product_tags (product_id, tag_id) select $1, unnest($2::uuid[])",
        product,
        carried,
    )
    .execute(db)
    .await?;
    Ok(())
}
