//! A made order on its way back: the provider tells of it before or after its answer to the hand-over was kept. Its key at
//! the provider is its id here, so that a pull finds its row.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::tries::arrived;
use crate::error::Result;
use crate::orders::OrderStatus;
use crate::orders::intake::Intake;
use crate::orders::sync::Told;
use crate::stores::connectors::Connector;
use crate::sync::Kept;

/// Finds those of these orders of a fulfilment provider that were made here and not known to be there yet, by the
/// provider's id, and keeps that they are. The caller holds the store (`sale::lock`).
pub async fn adopt(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &HashMap<String, Intake>,
    is_known: impl Fn(&str) -> bool,
    now: DateTime<Utc>,
) -> Result<HashMap<String, Kept<Told>>> {
    let unknown = orders.iter().filter(|(id, _)| !is_known(id));
    let keyed = unknown.filter_map(|(id, order)| {
        let key = Uuid::parse_str(&order.reference).ok()?;
        Some((id.clone(), key))
    });
    let (ids, keys): (Vec<String>, Vec<Uuid>) = keyed.unzip();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let found = sqlx::query!(
        r#"select t.id as "told!", o.id, o.status as "status: OrderStatus", o.tracking_number
           from unnest($2::text[], $3::uuid[]) as t (id, key) join orders o on o.id = t.key
           join made_orders m on m.order_id = o.id
           where o.store_id = $1 and o.provider_id is null order by t.id"#,
        connector.store_id,
        &ids,
        &keys,
    )
    .fetch_all(&mut *db)
    .await?;
    let (mut adopted, mut taken) = (HashMap::new(), HashSet::new());
    for row in found {
        if !taken.insert(row.id) {
            continue;
        }
        arrived(&mut *db, connector, row.id, &row.told, now).await?;
        let made = Kept {
            id: row.id,
            // Whatever its fulfilment says of it counts.
            as_of: DateTime::<Utc>::MIN_UTC,
            digest: Vec::new(),
            told: Told {
                status: row.status,
                tracking_number: Some(row.tracking_number),
            },
        };
        adopted.insert(row.told, made);
    }
    Ok(adopted)
}
