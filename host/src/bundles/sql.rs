//! Every query on bundles, but for their list and pull.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::BUNDLE;
use super::model::{Allowed, Bundle, BundleInput, Component, Content, Sales, worth};
use crate::access::Scope;
use crate::http::error::{Error, Refusal, Result};
use crate::plugins::Extra;
use crate::products::SKU_TAKEN;
use crate::records::Kind;
use crate::records::edition::Edition;
use crate::records::life::{self, Meaning, Record, created, taken};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// What a provider holds is changed and deleted there.
static OF_PROVIDER: Refusal = Refusal::new(
    "Ce pack est géré par un prestataire : c’est chez lui qu’il se modifie ou se supprime.",
    "A provider keeps this bundle: change or delete it there.",
);

/// A component as the history tells it: `2 × CPSL-MUSI01-000L`.
pub fn described(component: &Component) -> String {
    format!("{} × {}", component.quantity, component.sku)
}

/// A store's own live and die here; a provider's are gone when it no longer lists them.
impl Record for Bundle {
    const DELETED: &'static str = "gone_at";
    const OURS: &'static str = "connector_id is null";
    const ARCHIVES: bool = true;
    const UNIQUE: &'static [Meaning] = &[("bundles_own_sku_key", || Error::Conflict(&SKU_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        self.archived_at
    }

    fn audited(&self) -> Value {
        let components = self.components.iter();
        let components: Vec<String> = components.map(|each| described(&each.component)).collect();
        json!({ "sku": self.sku, "name": self.name, "components": components, "archivedAt": self.archived_at })
    }

    /// [`OF_PROVIDER`] for one that a provider holds.
    async fn before_delete(&self, _: &mut PgConnection, _: &Scope, _: DateTime<Utc>) -> Result<()> {
        check_ours(self)
    }
}

/// # Errors
/// [`OF_PROVIDER`]: one that a provider holds.
pub fn check_ours(bundle: &Bundle) -> Result<()> {
    match bundle.provider {
        Some(_) => Err(Error::Refused(&OF_PROVIDER)),
        None => Ok(()),
    }
}

impl Scoped for Bundle {
    const KIND: &'static Kind = &BUNDLE;
    type Key = Uuid;

    /// With its components, and what the store's catalogue knows of their articles: those without a name have the article's.
    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select b.sku, b.name, b.store_id, s.name as store_name, c.plugin as "provider?", b.provider_id,
                b.options as "options: Json<Vec<(String, String)>>", b.archived_at, b.created_at, b.updated_at,
                extra_of(c.plugin, b.extra) as "extra!: Json<Extra>", v.product_id as "product_id?", v.price as "price?",
                coalesce(v.price_currency, '') as "currency!", coalesce(p.image_url, '') as "image!", p.image_id as "image_id?"
               from bundles b join stores s on s.id = b.store_id left join connectors c on c.id = b.connector_id
               left join lateral (select product_id, price, price_currency from shown_variants
                   where store_id = b.store_id and sku = b.sku limit 1) v on true
               left join products p on p.id = v.product_id
               where b.id = $1 and b.gone_at is null and in_scope(b.store_id, $2)"#,
            id,
            scope.stores(),
        )
        .fetch_optional(&mut *db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let components = contents(db, id, row.store_id).await?;
        let (worth, worth_currency) = worth(&components).unzip();
        Ok(Some(Self {
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
            stock: Allowed::of(&components),
            components,
            worth,
            worth_currency: worth_currency.unwrap_or_default(),
            product_id: row.product_id,
            price: row.price,
            currency: row.currency,
            image: row.image,
            image_id: row.image_id,
            archived_at: row.archived_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            extra: row.extra.0,
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// The stores that have a bundle of its SKU, and how much of it they sold lately.
pub async fn sales(
    db: &mut PgConnection,
    scope: &Scope,
    bundle: &Visible<Bundle>,
    today: NaiveDate,
) -> Result<Vec<Sales>> {
    let rows = sqlx::query!(
        r#"select b.id as bundle_id, s.id, s.name, p.last_month as "last_month!", p.last_quarter as "last_quarter!"
           from (select distinct on (store_id) store_id, id from bundles
                 where sku = $1 and gone_at is null and in_scope(store_id, $2) order by store_id, id <> $3 limit 20) b
           join stores s on s.id = b.store_id and s.deleted_at is null
           cross join lateral (
               select coalesce(sum(units) filter (where day > $4), 0)::bigint as last_month,
                      coalesce(sum(units), 0)::bigint as last_quarter
               from analytics_parts
               where kind = 'SOLD' and grain = 'DAY' and store_id = b.store_id and key = $1 and day > $5) p
           order by b.id <> $3, s.name, s.id"#,
        bundle.sku,
        scope.stores(),
        bundle.id,
        today - TimeDelta::days(30),
        today - TimeDelta::days(90),
    )
    .fetch_all(db)
    .await?;
    let sales = rows.into_iter().map(|row| Sales {
        store: StoreName {
            id: row.id,
            name: row.name,
        },
        bundle_id: row.bundle_id,
        last_month: row.last_month,
        last_quarter: row.last_quarter,
    });
    Ok(sales.collect())
}

async fn contents(db: &mut PgConnection, bundle: Uuid, store: Uuid) -> Result<Vec<Content>> {
    let rows = sqlx::query!(
        r#"select b.variant, b.sku, b.quantity, b.external_variant_id, v.id as "variant_id?", v.product_id as "product_id?",
            case when b.name <> '' then b.name else coalesce(v.name, '') end as "name!",
            coalesce(p.image_url, '') as "image!", p.image_id as "image_id?", v.price as "price?",
            coalesce(v.price_currency, '') as "currency!",
            (select available from stock i where i.store_id = $2 and i.sku = b.sku) as available
           from bundle_components b
           left join lateral (select id, product_id, name, price, price_currency from shown_variants
               where store_id = $2 and sku = b.sku limit 1) v on true
           left join products p on p.id = v.product_id
           where b.bundle_id = $1 order by b.position"#,
        bundle,
        store,
    )
    .fetch_all(db)
    .await?;
    let contents = rows.into_iter().map(|row| Content {
        component: Component {
            variant: row.variant,
            sku: row.sku,
            name: row.name,
            quantity: row.quantity,
            external_variant_id: row.external_variant_id,
        },
        variant_id: row.variant_id,
        product_id: row.product_id,
        image: row.image,
        image_id: row.image_id,
        price: row.price,
        currency: row.currency,
        available: row.available,
    });
    Ok(contents.collect())
}

/// A bundle within reach that is a store's own, held until the transaction ends.
///
/// # Errors
/// Not found; [`OF_PROVIDER`]; [`Error::Edited`] when it has changed since the caller read it.
pub async fn open(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    edition: Edition,
) -> Result<Visible<Bundle>> {
    let bundle = life::open::<Bundle>(db, scope, id, edition).await?;
    check_ours(&bundle)?;
    Ok(bundle)
}

/// Changes a bundle that is [`open`]; it stays with its store.
///
/// # Errors
/// [`SKU_TAKEN`]
pub async fn update(db: &mut PgConnection, id: Uuid, input: &BundleInput) -> Result<()> {
    sqlx::query!(
        "update bundles set sku = $2, name = $3 where id = $1",
        id,
        input.sku,
        input.name,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Bundle>)?;
    write_components(db, id, input).await
}

/// Makes a bundle of a store's own.
///
/// # Errors
/// [`SKU_TAKEN`] for a SKU that the store has already; [`Error::Invalid`] for a store that is not there.
pub async fn add(db: &mut PgConnection, scope: &Scope, input: &BundleInput) -> Result<Bundle> {
    let store = sqlx::query_scalar!(
        "select id from stores where id = $1 and deleted_at is null and archived_at is null
            and in_scope(id, $2)",
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
    .map_err(taken::<Bundle>)?;
    write_components(db, id, input).await?;
    created(db, scope, id).await
}

async fn write_components(db: &mut PgConnection, id: Uuid, input: &BundleInput) -> Result<()> {
    let component = |each: &super::model::ComponentInput| Component {
        variant: String::new(),
        sku: each.sku.clone(),
        name: each.name.clone(),
        quantity: each.quantity,
        external_variant_id: each.external_variant_id.clone(),
    };
    let components: Vec<Component> = input.components.iter().map(component).collect();
    replace_components(db, [(id, components.as_slice())].into_iter()).await
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
