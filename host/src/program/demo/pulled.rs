//! What is made of the providers' records once they are there: how stock went over a year, which orders were gifts, pictures of
//! what is sold.

use anyhow::Context;
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::drawings::{Article, picture};
use super::portal::{Portal, text};
use crate::app::App;
use crate::list::day_of;

/// Whether all connections in this role have been pulled once for all of these, of stores that have a warehouse: another is not set
/// up.
pub(super) async fn is_pulled(app: &App, role: &str, functions: &[&str]) -> anyhow::Result<bool> {
    let pulled = sqlx::query_scalar(
        "select coalesce(bool_and(completed_at is not null), true) from connectors c
         cross join unnest($2::text[]) as pulled (function)
         left join connector_cursors on connector_id = id and connector_cursors.function = pulled.function
         where role = $1 and disconnected_at is null and exists (select from connectors w
            where w.store_id = c.store_id and w.role = 'fulfillment' and w.disconnected_at is null)",
    );
    Ok(pulled.bind(role).bind(functions).fetch_one(&app.db).await?)
}

/// Days of a year of which it is told how much there was.
const EVERY: i32 = 2;

/// How stock came to be what it is today, which no call can tell afterwards: each SKU sells so many a day and is filled up every
/// five to nine weeks; what is sold out today was not always. By its name alone, so that it is the same each time.
pub(super) async fn stock(app: &App) -> anyhow::Result<()> {
    sqlx::query(
        "with named as (
            select connector_id, sku, in_warehouse, damaged, abs(hashtext(sku)::bigint) as h from inventories i
            where not exists (select from inventory_days d
                where d.connector_id = i.connector_id and d.sku = i.sku and d.day < $1)
         ), paced as (
            select *, 35 + h % 30 as period, 4 + h / 31 % 24 as since from named
         ), selling as (
            select *, in_warehouse * (0.5 + h / 7 % 40 / 100.0) / (period - since) as a_day from paced
         ), dated as (
            select connector_id, sku, damaged, ago, h, (case
                when in_warehouse = 0 then greatest(ago - 6 - h % 50, 0) % (60 + h % 40)
                else round(in_warehouse + a_day * ago
                    - case when ago > since then a_day * period * (1 + (ago - since - 1) / period) else 0 end)
             end)::bigint as there
            from selling cross join generate_series(1, 365, $2) as ago
         )
         insert into inventory_days (connector_id, sku, day, available, in_warehouse, reserved, damaged)
         select connector_id, sku, $1 - ago, there - least(there, (h + ago) % 4), there, least(there, (h + ago) % 4), damaged
         from dated
         on conflict do nothing",
    )
    .bind(day_of(app.now()))
    .bind(EVERY)
    .execute(&app.db)
    .await?;
    Ok(())
}

/// Says of the latest orders in each status, and of some before, that they were gifts, as somebody would who knows.
pub(super) async fn gifts(app: &App, portal: &Portal) -> anyhow::Result<()> {
    let found: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "select id, store_id from (
            select id, store_id, reference, row_number() over (partition by status
                order by reference like 'portal-%' desc, submitted_at desc, id) as place
            from orders o where provider_id is not null and not exists (select from manual_orders where order_id = o.id)) o
         where (place <= 2 or place % 5 = 0 and reference like 'portal-%') and not exists (select from orders o
            where source = 'seeding' and not exists (select from manual_orders where order_id = o.id))",
    )
    .fetch_all(&app.db)
    .await?;
    for (order, store) in found {
        let gift = json!({ "storeId": store, "source": "seeding" });
        portal.put(&format!("/order/{order}"), gift).await?;
    }
    Ok(())
}

/// Colours of what artists sell, by turns.
const COLOURS: [&str; 7] = [
    "#312e81", "#c65d3b", "#1f4d3a", "#d69e2e", "#6d1a36", "#1c6e8c", "#b7a5d6",
];

/// Shows the providers' products by pictures of ours: theirs lie where no demo reaches.
pub(super) async fn pictures(app: &App, portal: &Portal) -> anyhow::Result<()> {
    let bare: Vec<(Uuid, String, i32)> = sqlx::query_as(
        "select id, name, (abs(hashtext(split_part(name, ' – ', 1))::bigint) % $1)::integer from shown_products
         where image_id is null order by name, id limit 500",
    )
    .bind(i64::try_from(COLOURS.len())?)
    .fetch_all(&app.db)
    .await?;
    let mut shown = Vec::new();
    for (product, name, turn) in bare {
        let colour = usize::try_from(turn).ok().and_then(|at| COLOURS.get(at));
        let drawn = picture(Article::of(&name), colour.context("a colour")?);
        let file = portal
            .upload("/file", &[], Some(("file", "article.svg", drawn)))
            .await?;
        let file: Uuid = text(&file["id"]).parse()?;
        shown.push(json!({ "product": product, "file": file }));
    }
    sqlx::query(
        "with shown as (
            select * from jsonb_to_recordset($1) as r (product uuid, file uuid)
         ), kept as (
            update files f set entity = $2, entity_id = product, kind = 'attachment' from shown where f.id = file
         )
         update products p set image_id = file from shown where p.id = product",
    )
    .bind(Json(shown))
    .bind(crate::products::PRODUCT.name)
    .execute(&app.db)
    .await?;
    Ok(())
}
