//! A manual order reaches its provider. Its key there is its id here, so that whichever comes first finds its row: the answer to
//! the hand-over, or a pull that tells of the order.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::PushState;
use crate::http::error::Result;
use crate::orders::ORDER;
use crate::orders::OrderStatus;
use crate::orders::intake::Intake;
use crate::providers::connectors::Connector;
use crate::providers::sync::{self, Item};
use crate::records::audit::{self, Entry};

/// Takes over those of these orders of a fulfilment provider, by the provider's id, that were made here and not known to be
/// there yet. The caller holds the store (`sale::lock`).
pub async fn adopt(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &HashMap<String, Item<Intake>>,
    now: DateTime<Utc>,
) -> Result<()> {
    let keyed = orders.iter().filter_map(|(id, order)| {
        let key = Uuid::parse_str(&order.row.reference).ok()?;
        Some((id.clone(), key))
    });
    let (ids, keys): (Vec<String>, Vec<Uuid>) = keyed.unzip();
    if keys.is_empty() {
        return Ok(());
    }
    // A provider may hold an order twice.
    let found = sqlx::query!(
        r#"select distinct on (o.id) o.id, t.id as "reported!"
           from unnest($2::text[], $3::uuid[]) as t (id, key) join orders o on o.id = t.key
           join manual_orders m on m.order_id = o.id
           where o.store_id = $1 and o.provider_id is null
               and not exists (select from orders k where k.connector_id = $4 and k.provider_id = t.id)
           order by o.id, t.id"#,
        connector.store_id,
        &ids,
        &keys,
        connector.id,
    )
    .fetch_all(&mut *db)
    .await?;
    let (manual, reported): (Vec<Uuid>, Vec<String>) =
        found.into_iter().map(|row| (row.id, row.reported)).unzip();
    arrived(db, connector, &manual, &reported, now).await
}

/// What the history tells of an arrival.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Arrival {
    provider_id: Option<String>,
    status: OrderStatus,
}

/// Keeps that the provider has these orders, each under the id beside it, and tells their history. Those of which that was
/// known stay as they are.
pub async fn arrived(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &[Uuid],
    provider_ids: &[String],
    now: DateTime<Utc>,
) -> Result<()> {
    let first = sqlx::query!(
        r#"update orders o set connector_id = $3, provider = $4, provider_id = t.provider_id, seen_at = $5,
               updated_at = now(), status_message = '',
               status = case when o.status = 'ACTION_REQUIRED' then 'CREATED' else o.status end
           from unnest($1::uuid[], $2::text[]) as t (id, provider_id) join orders was on was.id = t.id
           where o.id = t.id and o.provider_id is null
           returning o.id, o.provider_id, o.status as "status: OrderStatus", was.status as "was: OrderStatus""#,
        orders,
        provider_ids,
        connector.id,
        connector.plugin,
        now,
    )
    .fetch_all(&mut *db)
    .await?;
    sqlx::query!(
        "update manual_orders set state = $2, problem = '', pushed_at = coalesce(pushed_at, $3) where order_id = any($1)",
        orders,
        PushState::Pushed.as_str(),
        now,
    )
    .execute(&mut *db)
    .await?;
    let entries = first.into_iter().map(|row| {
        let (provider_id, status) = (None, row.was);
        let before = Arrival {
            provider_id,
            status,
        };
        let after = Arrival {
            provider_id: row.provider_id,
            status: row.status,
        };
        Entry {
            kind: &ORDER,
            id: row.id,
            action: "update",
            changes: audit::changes(Some(&before), Some(&after)),
        }
    });
    let entries: Vec<Entry<'_>> = entries.collect();
    Ok(audit::record(db, &sync::author(connector), &entries).await?)
}
