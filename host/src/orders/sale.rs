//! One sale, told by two: the shop that took the order and the fulfilment provider that ships it. They are one order here,
//! whoever tells of it first: status, tracking and addresses are the fulfilment's, what was paid is the shop's.
//!
//! They find each other within a store by what the merchant calls the order: its name, with or without the sign before it,
//! or the shop's id.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::intake::Intake;
use crate::http::error::Result;
use crate::orders::ORDER;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::Item;
use crate::records::audit::{Change, Entry};

/// The shop's order behind a row, as far as a newer state of it may differ.
#[derive(Debug)]
pub struct Sale {
    pub order: Uuid,
    /// None: it was not known until now whose sale the order is.
    pub known: Option<Known>,
}

/// What the shop told last.
#[derive(Debug)]
pub struct Known {
    pub as_of: DateTime<Utc>,
    pub digest: Vec<u8>,
}

/// Lets nobody else find or add orders of the store until the transaction ends: both sides may come at the same moment.
pub async fn lock(db: &mut PgConnection, connector: &Connector) -> Result<()> {
    sqlx::query!(
        "select id from stores where id = $1 for no key update",
        connector.store_id
    )
    .fetch_optional(db)
    .await?;
    Ok(())
}

/// Of these orders of a shop those that stand here as their fulfilment's, by the shop's id.
pub async fn of_shop(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &HashMap<String, Item<Intake>>,
) -> Result<HashMap<String, Sale>> {
    let ids: Vec<String> = orders.keys().cloned().collect();
    let known = sqlx::query!(
        "select provider_id, order_id, as_of, digest from order_sales where connector_id = $1 and provider_id = any($2)",
        connector.id,
        &ids,
    )
    .fetch_all(&mut *db)
    .await?;
    let mut sales: HashMap<String, Sale> = HashMap::new();
    for row in known {
        let known = Some(Known {
            as_of: row.as_of,
            digest: row.digest,
        });
        let order = row.order_id;
        sales.insert(row.provider_id, Sale { order, known });
    }
    if !connector.store_is_fulfilled {
        return Ok(sales);
    }
    let unknown = orders.iter().filter(|(id, _)| !sales.contains_key(*id));
    let (ids, references) = named(unknown);
    // A provider may hold an order twice; the one that is shipped is the sale's.
    let found = sqlx::query!(
        r#"select t.id as "reported!", o.id from unnest($2::text[], $3::text[]) as t (id, bare)
           join orders o on o.store_id = $1 and o.reference = any(array[t.bare, '#' || t.bare, t.id])
           join connectors c on c.id = o.connector_id and c.role = $4
           where not exists (select from order_sales where order_id = o.id)
               and not exists (select from manual_orders where order_id = o.id)
               and not exists (select from orders s where s.connector_id = $5 and s.provider_id = t.id)
           order by o.status = 'CANCELLED', o.submitted_at, o.id"#,
        connector.store_id,
        &ids,
        &references,
        ConnectorRole::Fulfillment.as_str(),
        connector.id,
    )
    .fetch_all(db)
    .await?;
    let mut taken = HashSet::new();
    for row in found {
        if !sales.contains_key(&row.reported) && taken.insert(row.id) {
            let (order, known) = (row.id, None);
            sales.insert(row.reported, Sale { order, known });
        }
    }
    Ok(sales)
}

/// Takes over those rows of the store's shop that these orders of its fulfilment ship, by the fulfilment's id. Whatever the
/// fulfilment says of them counts from now on.
pub async fn adopt(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &HashMap<String, Item<Intake>>,
) -> Result<()> {
    let (ids, references) = named(orders.iter());
    let found = sqlx::query!(
        r#"select t.id as "reported!", o.id from unnest($2::text[], $3::text[]) as t (id, bare)
           cross join lateral (
               select n.id from orders n join connectors c on c.id = n.connector_id and c.role = $4
               where n.store_id = $1 and n.reference = any(array[t.bare, '#' || t.bare])
               union
               select n.id from connectors c join orders n on n.connector_id = c.id and n.provider_id = t.bare
               where c.store_id = $1 and c.role = $4
           ) shop
           join orders o on o.id = shop.id
           where not exists (select from orders k where k.connector_id = $5 and k.provider_id = t.id)
           order by t.id, o.submitted_at, o.id"#,
        connector.store_id,
        &ids,
        &references,
        ConnectorRole::Shop.as_str(),
        connector.id,
    )
    .fetch_all(&mut *db)
    .await?;
    let (mut reported, mut taken) = (HashSet::new(), HashSet::new());
    let adopted = found.into_iter().filter(|row| {
        !reported.contains(&row.reported)
            && taken.insert(row.id)
            && reported.insert(row.reported.clone())
    });
    let (ids, rows): (Vec<String>, Vec<Uuid>) = adopted.map(|row| (row.reported, row.id)).unzip();
    sqlx::query!(
        "insert into order_sales (order_id, connector_id, provider, provider_id, reference, status, url, extra, as_of, digest)
         select id, connector_id, provider, provider_id, reference, status, provider_url, extra, as_of, digest
         from orders where id = any($1)",
        &rows,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update orders o set connector_id = $1, provider = $2, provider_id = t.provider_id, as_of = 'epoch', digest = ''
         from unnest($3::text[], $4::uuid[]) as t (provider_id, id) where o.id = t.id",
        connector.id,
        connector.plugin,
        &ids,
        &rows,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Those of these rows whose amounts are not their fulfilment's: a shop's, or those that they were made with here.
pub async fn sold_elsewhere(
    db: impl PgExecutor<'_>,
    orders: impl Iterator<Item = Uuid>,
) -> Result<HashSet<Uuid>> {
    let orders: Vec<Uuid> = orders.collect();
    let rows = sqlx::query_scalar!(
        r#"select order_id as "id!" from order_sales where order_id = any($1)
           union select order_id from manual_orders where order_id = any($1)"#,
        &orders,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().collect())
}

/// The shop told whose sale the order is.
pub fn history(order: &Item<Intake>) -> Entry<'static> {
    let shop = Change {
        field: "shop".into(),
        before: Value::Null,
        after: json!(order.row.reference),
    };
    Entry {
        kind: &ORDER,
        id: order.id,
        action: "update",
        changes: vec![shop],
    }
}

/// Keeps what the shop told; each order bears the id of its row.
pub async fn keep(
    db: &mut PgConnection,
    connector: &Connector,
    orders: impl Iterator<Item = &Item<Intake>>,
) -> Result<()> {
    let orders: Vec<&Item<Intake>> = orders.collect();
    sqlx::query!(
        "insert into order_sales (order_id, connector_id, provider, provider_id, reference, status, url, extra, as_of, digest)
         select id, $1, $2, provider_id, reference, status, provider_url, extra, as_of, digest
         from jsonb_to_recordset($3) as r (id uuid, provider_id text, reference text, status text, provider_url text,
            extra jsonb, as_of timestamptz, digest bytea)
         on conflict (order_id) do update set reference = excluded.reference, status = excluded.status,
            url = excluded.url, extra = excluded.extra, as_of = excluded.as_of, digest = excluded.digest",
        connector.id,
        connector.plugin,
        json!(orders),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The ids of these orders, and what the merchant calls each, without a sign before it.
fn named<'a>(
    orders: impl Iterator<Item = (&'a String, &'a Item<Intake>)>,
) -> (Vec<String>, Vec<String>) {
    orders
        .map(|(id, order)| {
            let bare = order.row.reference.trim().trim_start_matches('#');
            (id.clone(), bare.to_owned())
        })
        .unzip()
}
