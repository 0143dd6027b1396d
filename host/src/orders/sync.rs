//! A page of a provider's orders becomes rows: new ones are added, changed ones updated unless what is kept is newer,
//! and the place where the next page begins is kept in the same transaction. A crash therefore repeats a page at most,
//! and repeating one changes nothing.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use comptoir_sandbox::fulfilment::OrderPage;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::intake::Intake;
use crate::audit::{self, Author, Change, Entry};
use crate::error::Result;
use crate::live;
use crate::stores::connectors::{self, Connector};

/// What became of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub added: usize,
    pub changed: usize,
    pub set_aside: usize,
}

/// What is kept of an order, as far as a newer state may differ.
struct Kept {
    id: Uuid,
    as_of: DateTime<Utc>,
    status: String,
    tracking_number: String,
}

/// Commits nothing itself: rows, set-aside orders and cursor are the caller's transaction. `None`: another pull moved
/// the cursor meanwhile (or the connection ended), and the page is not taken.
pub async fn take_page(
    db: &mut PgConnection,
    connector: &Connector,
    asked_from: Option<&str>,
    page: OrderPage,
    now: DateTime<Utc>,
) -> Result<Option<Taken>> {
    // Also holds every other writer of this connection's orders.
    let Some(cursor) = connectors::lock(db, connector.id).await? else {
        return Ok(None);
    };
    if cursor.as_deref() != asked_from {
        return Ok(None);
    }
    let mut aside: Vec<Value> = page
        .rejected
        .into_iter()
        .map(|item| json!({ "provider_id": strip(&item.id), "reason": strip(&item.reason), "raw": strip(&item.raw) }))
        .collect();
    let mut orders: HashMap<String, Intake> = HashMap::new();
    for order in page.items {
        let (id, raw) = (order.state.id.clone(), format!("{order:?}"));
        match Intake::of(order) {
            // A page that names an order twice means the later one.
            Ok(order) => drop(orders.insert(id, order)),
            Err(reason) => aside
                .push(json!({ "provider_id": strip(&id), "reason": reason, "raw": strip(&raw) })),
        }
    }
    let taken = save(db, connector, orders, &aside).await?;
    let complete = (!page.more).then_some(now);
    connectors::save_cursor(db, connector.id, &page.cursor, complete).await?;
    if taken.added + taken.changed > 0 {
        live::notify(db, &live::Signal::Changed("order".into())).await?;
    }
    Ok(Some(taken))
}

/// PostgreSQL keeps no NUL; what is set aside is cut to 16 KiB.
fn strip(text: &str) -> String {
    text.chars()
        .filter(|letter| *letter != '\0')
        .take(16 << 10)
        .collect()
}

async fn save(
    db: &mut PgConnection,
    connector: &Connector,
    mut orders: HashMap<String, Intake>,
    aside: &[Value],
) -> Result<Taken> {
    let ids: Vec<String> = orders.keys().cloned().collect();
    let kept = sqlx::query!(
        "select id, provider_id, as_of, status, tracking_number from orders
         where connector_id = $1 and provider_id = any($2)",
        connector.id,
        &ids,
    )
    .fetch_all(&mut *db)
    .await?;
    let mut audited = Vec::new();
    let mut updates = Vec::new();
    for row in kept {
        let Some(mut new) = row.provider_id.and_then(|id| orders.remove(&id)) else {
            continue;
        };
        let old = Kept {
            id: row.id,
            as_of: row.as_of,
            status: row.status,
            tracking_number: row.tracking_number,
        };
        if new.as_of < old.as_of {
            continue;
        }
        new.id = old.id;
        for line in &mut new.lines {
            line["order_id"] = json!(old.id);
        }
        audited.push((old.id, "update", changes(&old, &new)));
        updates.push(new);
    }
    let added: Vec<Intake> = orders.into_values().collect();
    audited.extend(added.iter().map(|order| {
        let status = Change {
            field: "status".into(),
            before: Value::Null,
            after: order.status.into(),
        };
        (order.id, "create", vec![status])
    }));
    audited.retain(|(_, _, changes)| !changes.is_empty());
    let taken = Taken {
        added: added.len(),
        changed: audited
            .iter()
            .filter(|(_, action, _)| *action == "update")
            .count(),
        set_aside: aside.len(),
    };
    insert(db, connector, &added).await?;
    update(db, &updates).await?;
    replace_lines(db, added.iter().chain(&updates)).await?;
    set_aside(db, connector.id, aside, &ids).await?;
    let entries: Vec<Entry<'_>> = audited
        .into_iter()
        .map(|(id, action, changes)| Entry {
            entity: "order",
            id,
            action,
            changes,
        })
        .collect();
    audit::record(
        db,
        &Author::system(format!("plugin {}", connector.plugin)),
        &entries,
    )
    .await?;
    Ok(taken)
}

fn changes(old: &Kept, new: &Intake) -> Vec<Change> {
    let change = |field: &str, before: &str, after: &str| Change {
        field: field.into(),
        before: before.into(),
        after: after.into(),
    };
    let mut changes = vec![
        change("status", &old.status, new.status),
        change("trackingNumber", &old.tracking_number, &new.tracking_number),
    ];
    changes.retain(|change| change.before != change.after);
    changes
}

async fn insert(db: &mut PgConnection, connector: &Connector, orders: &[Intake]) -> Result<()> {
    sqlx::query!(
        "insert into orders (id, store_id, connector_id, provider, provider_id, reference, status, provider_status,
            status_message, as_of, currency, subtotal, tax, discount, shipping_price, total, item_count, customer_name,
            country_code, language, shipping_method, contact, shipping_address, billing_address, carrier,
            tracking_number, tracking_url, submitted_at)
         select id, $1, $2, $3, provider_id, reference, status, provider_status, status_message, as_of, currency,
            subtotal, tax, discount, shipping_price, total, item_count, customer_name, country_code, language,
            shipping_method, contact, shipping_address, nullif(billing_address, 'null'::jsonb), carrier,
            tracking_number, tracking_url, submitted_at
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, reference text, status text,
            provider_status text, status_message text, as_of timestamptz, currency text, subtotal numeric, tax numeric,
            discount numeric, shipping_price numeric, total numeric, item_count integer, customer_name text,
            country_code text, language text, shipping_method text, contact jsonb, shipping_address jsonb,
            billing_address jsonb, carrier text, tracking_number text, tracking_url text, submitted_at timestamptz)",
        connector.store_id,
        connector.id,
        connector.plugin,
        json!(orders),
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn update(db: &mut PgConnection, orders: &[Intake]) -> Result<()> {
    sqlx::query!(
        "update orders o set reference = r.reference, status = r.status, provider_status = r.provider_status,
            status_message = r.status_message, as_of = r.as_of, currency = r.currency, subtotal = r.subtotal,
            tax = r.tax, discount = r.discount, shipping_price = r.shipping_price, total = r.total,
            item_count = r.item_count, customer_name = r.customer_name, country_code = r.country_code,
            language = r.language, shipping_method = r.shipping_method, contact = r.contact,
            shipping_address = r.shipping_address, billing_address = nullif(r.billing_address, 'null'::jsonb),
            carrier = r.carrier, tracking_number = r.tracking_number, tracking_url = r.tracking_url,
            updated_at = case when o.status = r.status and o.tracking_number = r.tracking_number
                then o.updated_at else now() end
         from jsonb_to_recordset($1) as r (id uuid, reference text, status text, provider_status text,
            status_message text, as_of timestamptz, currency text, subtotal numeric, tax numeric, discount numeric,
            shipping_price numeric, total numeric, item_count integer, customer_name text, country_code text,
            language text, shipping_method text, contact jsonb, shipping_address jsonb, billing_address jsonb,
            carrier text, tracking_number text, tracking_url text)
         where o.id = r.id",
        json!(orders),
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn replace_lines(db: &mut PgConnection, orders: impl Iterator<Item = &Intake>) -> Result<()> {
    let (mut ids, mut lines, mut shipping) = (Vec::new(), Vec::new(), Vec::new());
    for order in orders {
        ids.push(order.id);
        lines.extend(order.lines.iter().cloned());
        if !order.shipping_method.is_empty() {
            shipping.push(json!({
                "order_id": order.id, "name": order.shipping_method, "price": order.shipping_price,
            }));
        }
    }
    sqlx::query!("delete from order_lines where order_id = any($1)", &ids)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
         select id, order_id, position, sku, quantity, unit_price, unit_tax, discount
         from jsonb_to_recordset($1) as r (id uuid, order_id uuid, position integer, sku text, quantity integer,
            unit_price numeric, unit_tax numeric, discount numeric)",
        Value::from(lines),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from order_shipping_lines where order_id = any($1)",
        &ids
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into order_shipping_lines (order_id, position, name, price)
         select order_id, 0, name, price from jsonb_to_recordset($1) as r (order_id uuid, name text, price numeric)",
        Value::from(shipping),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps what could not be taken, and forgets those that came whole now.
async fn set_aside(
    db: &mut PgConnection,
    connector: Uuid,
    aside: &[Value],
    whole: &[String],
) -> Result<()> {
    sqlx::query!(
        "delete from orders_set_aside where connector_id = $1 and provider_id = any($2)",
        connector,
        whole,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into orders_set_aside (connector_id, provider_id, reason, raw)
         select distinct on (provider_id) $1::uuid, provider_id, reason, raw
         from jsonb_to_recordset($2) as r (provider_id text, reason text, raw text)
         on conflict (connector_id, provider_id)
         do update set reason = excluded.reason, raw = excluded.raw, last_seen_at = now()",
        connector,
        json!(aside),
    )
    .execute(db)
    .await?;
    Ok(())
}
