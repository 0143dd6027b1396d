//! A page of a provider's orders becomes rows: new ones are added, changed ones updated unless what is kept is newer.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::{Order, OrderState};
use comptoir_sandbox::{Call, CallError, Phrase, Plugin};
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::ORDER;
use super::intake::{History, Intake, Line, Motion};
use super::model::skus;
use super::{OrderStatus, corrections, hold, jobs, manual, sale, sql};
use crate::http::error::Result;
use crate::jobs::{JobContext, JobResult};
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::Changed;
use crate::providers::sync::intake::believed;
use crate::providers::sync::{
    self, AllExisting, Aside, Batch, Existing, Item, Page, Pass, Pull, Row, Synchronize, Taken,
};
use crate::records::Kind;
use crate::records::audit::{self, Entry};

/// The pull of orders, from fulfilment providers and shops. What both tell of is one order: see `sale`.
#[derive(Debug)]
pub struct Orders;

impl Pull for Orders {
    const NAME: &'static str = "orders.synchronize";
    const RECONCILE: &'static str = "orders.reconcile";
    const KIND: &'static Kind = &ORDER;
    const FUNCTION: &'static str = "orders";
    type Reported = Order;

    fn serves(connector: &Connector) -> bool {
        connector.role != ConnectorRole::Support
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<Order>, CallError> {
        let page = match connector.role {
            ConnectorRole::Shop => plugin.shop_orders(call, cursor, Self::LIMIT).await?,
            _ => plugin.orders(call, cursor, Self::LIMIT).await?,
        };
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<Order>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (mut orders, aside) = sync::read(
            &page,
            |order| &order.state.id,
            |order| Intake::of(order, pass.glossary.columns),
        );
        let ids: Vec<String> = orders.keys().cloned().collect();
        sale::lock(db, connector).await?;
        let sold = match connector.role {
            ConnectorRole::Shop => take_sales(db, connector, &mut orders, now).await?,
            _ => 0,
        };
        if connector.role == ConnectorRole::Fulfillment {
            manual::adopt(db, connector, &orders, now).await?;
            sale::adopt(db, connector, &orders).await?;
        }
        let batch = Batch::of(orders, existing(db, connector.id, &ids).await?, now);
        insert(db, connector, &batch.added, now).await?;
        update_shipment(db, &batch.changed, now).await?;
        hold::keep_meanings(&mut *db, connector.id, pass.glossary.phrases, Some(&ids)).await?;
        let elsewhere = sale::sold_elsewhere(&mut *db, batch.changed.iter().map(|order| order.id));
        let elsewhere = elsewhere.await?;
        let sold_here = |order: &&Item<Intake>| !elsewhere.contains(&order.id);
        update_sale(db, batch.changed.iter().filter(sold_here)).await?;
        replace_lines(db, batch.fresh().filter(sold_here)).await?;
        let shipped = batch.changed.iter().filter(|order| !sold_here(order));
        corrections::keep_ships(db, shipped.map(|order| (order.id, pieces(order)))).await?;
        sync::renew(db, "orders", batch.same.iter(), None).await?;
        see(db, connector.id, &ids, now).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids, now).await?;
        batch.record(db, connector, Self::KIND).await?;
        let mut taken = batch.taken(&aside);
        taken.changed += sold;
        Ok(taken)
    }

    async fn follow(job: &Synchronize<Self>, context: &JobContext, done: i64) -> JobResult {
        jobs::follow(job, context, done).await
    }
}

/// The pieces of an order by SKU.
fn pieces(order: &Item<Intake>) -> BTreeMap<&str, i32> {
    let mut pieces = BTreeMap::new();
    for line in &order.row.lines {
        let count: &mut i32 = pieces.entry(&*line.sku).or_default();
        *count = count.saturating_add(line.amounts.quantity);
    }
    pieces
}

/// Takes those orders of a shop that stand here as their fulfilment's out of the page: what was paid is the shop's. How
/// many differed.
async fn take_sales(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &mut HashMap<String, Item<Intake>>,
    now: DateTime<Utc>,
) -> Result<usize> {
    let sales = sale::of_shop(db, connector, orders).await?;
    let (mut changed, mut same, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for (id, mut order) in orders.extract_if(|id, _| sales.contains_key(id)) {
        let Some(sale) = sales.get(&id) else { continue };
        order.id = sale.order;
        order.as_of = believed(order.as_of, now);
        match &sale.known {
            Some(known) if order.as_of < believed(known.as_of, now) => {}
            Some(known) if order.digest == known.digest => same.push(order),
            Some(_) => changed.push(order),
            None => {
                entries.push(sale::history(&order));
                changed.push(order);
            }
        }
    }
    update_sale(db, &changed).await?;
    replace_lines(db, &changed).await?;
    sale::keep(db, connector, changed.iter().chain(&same)).await?;
    audit::record(db, &sync::author(connector), &entries).await?;
    Ok(changed.len())
}

/// Whether a provider speaks of an order that is not here.
pub async fn any_unknown(db: impl PgExecutor<'_>, connector: Uuid, ids: &[String]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from unnest($2::text[]) t (id) where not exists (
            select from orders where connector_id = $1 and provider_id = t.id)) as "unknown!""#,
        connector,
        ids,
    )
    .fetch_one(db)
    .await?)
}

/// Takes the present states of the orders that were asked for by id. Those that the provider left out stay as they are.
/// Commits nothing itself.
pub async fn take_states(
    db: &mut PgConnection,
    connector: &Connector,
    phrases: &[Phrase],
    asked: &[String],
    states: Vec<OrderState>,
    now: DateTime<Utc>,
) -> Result<Taken> {
    if sync::lock(db, connector.id, Orders::FUNCTION)
        .await?
        .is_none()
    {
        return Ok(Taken::default());
    }
    let mut aside = Vec::new();
    let existing = existing(db, connector.id, asked).await?;
    let (mut motions, mut entries) = (Vec::new(), Vec::new());
    for state in &states {
        let mut motion = match Item::of(&state.id, &state.as_of, Motion::of(state)) {
            Ok(motion) => motion,
            Err(fault) => {
                aside.push(Aside::part(&state.id, fault, state));
                continue;
            }
        };
        let Some(old) = existing.get(&motion.provider_id) else {
            continue;
        };
        motion.as_of = believed(motion.as_of, now);
        let changes = audit::changes(Some(&old.history), Some(&motion.row.history()));
        if motion.as_of >= believed(old.as_of, now) && !changes.is_empty() {
            entries.push(Entry {
                kind: &ORDER,
                id: old.id,
                action: "update",
                changes,
            });
            motions.push(motion);
        }
    }
    move_on(db, connector.id, &motions).await?;
    hold::keep_meanings(&mut *db, connector.id, phrases, Some(asked)).await?;
    see(db, connector.id, asked, now).await?;
    sync::set_aside(db, connector.id, Orders::FUNCTION, &aside, &[], now).await?;
    let taken = Taken {
        added: 0,
        changed: motions.len(),
        set_aside: aside.len(),
    };
    audit::record(db, &sync::author(connector), &entries).await?;
    sync::announce::<Orders>(db, &taken).await?;
    Ok(taken)
}

/// The provider's ids of at most `limit` orders that can still move and of which nothing was heard for long: the older an
/// order, the seldomer it moves, and the longer that is, a 45th of its age and a week at most. One from a clock that is ahead
/// has no age.
pub async fn open_and_unseen(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        r#"select provider_id as "id!" from orders
        where connector_id = $1 and status not in ('DELIVERED', 'RETURNED', 'CANCELLED') and seen_at < $2::timestamptz
            - greatest(least(($2::timestamptz - submitted_at) / 45, interval '7 days'), interval '0')
        order by provider_id limit $3"#,
        connector,
        now,
        limit,
    )
    .fetch_all(db)
    .await?)
}

async fn existing(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<AllExisting<Intake>> {
    let rows = sqlx::query!(
        r#"select provider_id as "provider_id!", id, as_of, status as "status: OrderStatus", tracking_number, digest
        from orders where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let existing = rows.into_iter().map(|row| {
        let existing = Existing {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            history: History {
                status: row.status,
                tracking_number: Some(row.tracking_number),
            },
        };
        (row.provider_id, existing)
    });
    Ok(existing.collect())
}

async fn insert(
    db: &mut PgConnection,
    connector: &Connector,
    orders: &[Item<Intake>],
    now: DateTime<Utc>,
) -> Result<()> {
    #[derive(Serialize)]
    struct Added<'a> {
        #[serde(flatten)]
        order: &'a Item<Intake>,
        skus: String,
    }
    let added = orders.iter().map(|order| Added {
        order,
        skus: skus(order.row.lines.iter().map(|line| line.sku.as_str())),
    });
    let orders: Vec<Added<'_>> = added.collect();
    sqlx::query!(
        "insert into orders (id, store_id, connector_id, provider, provider_id, reference, status, provider_status,
            status_message, as_of, currency, subtotal, tax, discount, shipping_price, total, item_count, customer_name,
            country_code, language, shipping_method, contact, shipping_address, billing_address, carrier,
            tracking_number, tracking_url, submitted_at, provider_url, extra, digest, seen_at, skus)
         select id, $1, $2, $3, provider_id, reference, status, provider_status, status_message, as_of, currency,
            subtotal, tax, discount, shipping_price, total, item_count, customer_name, country_code, language,
            shipping_method, contact, shipping_address, nullif(billing_address, 'null'::jsonb), carrier,
            tracking_number, tracking_url, submitted_at, provider_url, extra, digest, $5, skus
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, reference text, status text,
            provider_status text, status_message text, as_of timestamptz, currency text, subtotal numeric, tax numeric,
            discount numeric, shipping_price numeric, total numeric, item_count integer, customer_name text,
            country_code text, language text, shipping_method text, contact jsonb, shipping_address jsonb,
            billing_address jsonb, carrier text, tracking_number text, tracking_url text, submitted_at timestamptz,
            provider_url text, extra jsonb, digest bytea, skus text)",
        connector.store_id,
        connector.id,
        connector.plugin,
        json!(orders),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What is told of an order beside its amounts. One that was made here keeps its name: the provider knows it by its key.
async fn update_shipment(
    db: &mut PgConnection,
    orders: &[Item<Intake>],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update orders o set status = r.status,
            reference = case when exists (select from manual_orders where order_id = r.id) then o.reference
                else r.reference end, provider_status = r.provider_status,
            status_message = r.status_message, as_of = r.as_of, customer_name = r.customer_name,
            country_code = r.country_code, language = r.language, shipping_method = r.shipping_method,
            contact = r.contact, shipping_address = r.shipping_address,
            billing_address = nullif(r.billing_address, 'null'::jsonb), carrier = r.carrier,
            tracking_number = r.tracking_number, tracking_url = r.tracking_url, provider_url = r.provider_url,
            extra = r.extra, digest = r.digest, seen_at = $2, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, reference text, status text, provider_status text,
            status_message text, as_of timestamptz, customer_name text, country_code text, language text,
            shipping_method text, contact jsonb, shipping_address jsonb, billing_address jsonb, carrier text,
            tracking_number text, tracking_url text, provider_url text, extra jsonb, digest bytea)
         where o.id = r.id",
        json!(orders),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What was paid.
async fn update_sale(
    db: &mut PgConnection,
    orders: impl IntoIterator<Item = &Item<Intake>>,
) -> Result<()> {
    let orders: Vec<&Item<Intake>> = orders.into_iter().collect();
    sqlx::query!(
        "update orders o set currency = r.currency, subtotal = r.subtotal, tax = r.tax, discount = r.discount,
            shipping_price = r.shipping_price, total = r.total, item_count = r.item_count, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, currency text, subtotal numeric, tax numeric, discount numeric,
            shipping_price numeric, total numeric, item_count integer)
         where o.id = r.id",
        json!(orders),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// New states alone. What an order as a whole was is then unknown: the next page that brings it writes it again.
async fn move_on(db: &mut PgConnection, connector: Uuid, motions: &[Item<Motion>]) -> Result<()> {
    sqlx::query!(
        "update orders o set status = r.status, provider_status = r.provider_status,
            status_message = r.status_message, as_of = r.as_of, carrier = r.carrier,
            tracking_number = r.tracking_number, tracking_url = r.tracking_url, digest = '', updated_at = now()
         from jsonb_to_recordset($2) as r (provider_id text, status text, provider_status text, status_message text,
            as_of timestamptz, carrier text, tracking_number text, tracking_url text)
         where o.connector_id = $1 and o.provider_id = r.provider_id",
        connector,
        json!(motions),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The provider was heard on these, whatever it said.
async fn see(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update orders set seen_at = $3 where connector_id = $1 and provider_id = any($2) and seen_at < $3",
        connector,
        ids,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn replace_lines(
    db: &mut PgConnection,
    orders: impl IntoIterator<Item = &Item<Intake>>,
) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        id: Uuid,
        order_id: Uuid,
        #[serde(flatten)]
        line: &'a Line,
    }
    let (mut ids, mut lines, mut shipping) = (Vec::new(), Vec::new(), Vec::new());
    for order in orders {
        ids.push(order.id);
        lines.extend(order.row.lines.iter().map(|line| Row {
            id: Uuid::now_v7(),
            order_id: order.id,
            line,
        }));
        if !order.row.shipping_method.is_empty() {
            shipping.push(json!({
                "order_id": order.id, "name": order.row.shipping_method, "price": order.row.shipping_price,
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
        json!(lines),
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
    .execute(&mut *db)
    .await?;
    sql::keep_skus(db, &ids).await
}

/// Takes what a plugin says has changed of orders.
pub fn take_changes<'a>(
    db: &'a mut PgConnection,
    changed: &'a mut Changed<'_>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let orders = std::mem::take(&mut changed.changes.orders);
        changed.take::<Orders>(db, orders, Vec::new()).await?;
        let states = std::mem::take(&mut changed.changes.order_states);
        if states.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = states.iter().map(|state| state.id.clone()).collect();
        // Of an order that is not here yet only a pull can tell the rest.
        if any_unknown(&mut *db, changed.connector.id, &ids).await? {
            changed.pulls.push(Orders::FUNCTION.into());
        }
        let phrases = changed.glossary.phrases;
        take_states(db, changed.connector, phrases, &ids, states, changed.now).await?;
        Ok(())
    })
}
