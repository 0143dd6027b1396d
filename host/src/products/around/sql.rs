//! Queries on what goes on around a product. Each asks for the product as its caller sees it.

use chrono::{NaiveDate, TimeDelta};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Arrival, InBundle, Sales, StockDay};
use crate::access::Scope;
use crate::http::error::Result;
use crate::products::model::Product;
use crate::records::visible::Visible;
use crate::stores::StoreName;

pub fn skus_of(product: &Product) -> Vec<String> {
    product
        .variants
        .iter()
        .map(|each| each.sku.clone())
        .collect()
}

pub async fn bundles(db: &mut PgConnection, product: &Visible<Product>) -> Result<Vec<InBundle>> {
    let found = sqlx::query_as!(
        InBundle,
        "select b.id, b.sku, b.name from bundles b left join connectors c on c.id = b.connector_id
         where b.store_id = $1 and b.gone_at is null and c.disconnected_at is null
            and b.id = any(array(select bundle_id from bundle_components where sku = any($2)))
         order by b.name, b.id limit 50",
        product.store.id,
        &skus_of(product),
    );
    Ok(found.fetch_all(db).await?)
}

/// What of these SKUs is on its way for a store that the caller sees. To customers only what is theirs: what nobody mapped is the
/// store's.
pub async fn inbound(
    db: &mut PgConnection,
    scope: &Scope,
    (store, skus): (Uuid, &[String]),
) -> Result<Vec<Arrival>> {
    let found = sqlx::query_as!(
        Arrival,
        r#"select h.id as shipment_id, h.provider, coalesce(nullif(h.name, ''), h.provider_id) as "name!", h.status, h.expected_at, u.sku,
            u.expected, u.offloaded
           from inbound_units u join inbound_shipments h on h.id = u.shipment_id
           where u.sku = any($2) and h.store_id = $1 and h.status in ('DRAFT', 'TRANSMITTED', 'OFFLOADING')
            and (u.organization_id is null or in_scope(u.organization_id, $3))
           order by h.expected_at, h.id, u.sku limit 200"#,
        store,
        skus,
        scope.organizations(),
    );
    Ok(found.fetch_all(db).await?)
}

pub async fn sales(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<Product>,
    today: NaiveDate,
) -> Result<Vec<Sales>> {
    let rows = sqlx::query!(
        r#"select v.product_id as "product_id!", s.id, s.name, p.last_month as "last_month!", p.last_quarter as "last_quarter!"
           from (select distinct on (store_id) store_id, product_id from shown_variants
                 where sku = any($1) and in_scope(store_id, $2)
                 order by store_id, product_id <> $3 limit 20) v
           join stores s on s.id = v.store_id and s.deleted_at is null
           cross join lateral (
               select coalesce(sum(units) filter (where day > $4), 0)::bigint as last_month,
                      coalesce(sum(units), 0)::bigint as last_quarter
               from analytics_parts
               where kind = 'SOLD' and grain = 'DAY' and store_id = v.store_id and key = any($1) and day > $5) p
           order by v.product_id <> $3, s.name, s.id"#,
        &skus_of(product),
        scope.stores(),
        product.id,
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
        product_id: row.product_id,
        last_month: row.last_month,
        last_quarter: row.last_quarter,
    });
    Ok(sales.collect())
}

/// The days from `first` on of these SKUs of a store, before them the one that held then; each SKU's in the order of time. Where
/// warehouse and shop both tell, the warehouse's count.
pub async fn stock(
    db: &mut PgConnection,
    (store, skus): (Uuid, &[String]),
    first: NaiveDate,
) -> Result<Vec<(String, StockDay)>> {
    let rows = sqlx::query!(
        r#"select t.sku as "sku!", d.day, d.available, d.in_warehouse
           from (select distinct on (i.sku) i.sku, i.connector_id from inventories i join connectors c on c.id = i.connector_id
                where i.store_id = $1 and i.sku = any($2) and c.disconnected_at is null order by i.sku, c.role) t
           join inventory_days d on d.connector_id = t.connector_id and d.sku = t.sku and d.day >= coalesce((
                select max(day) from inventory_days b
                where b.connector_id = t.connector_id and b.sku = t.sku and b.day <= $3), $3)
           order by t.sku, d.day"#,
        store,
        skus,
        first,
    )
    .fetch_all(db)
    .await?;
    let days = rows.into_iter().map(|row| {
        let (day, available, in_warehouse) = (row.day, row.available, row.in_warehouse);
        let day = StockDay {
            day,
            available,
            in_warehouse,
        };
        (row.sku, day)
    });
    Ok(days.collect())
}
