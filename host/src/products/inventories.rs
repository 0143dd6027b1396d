//! A page of a provider's stock becomes rows, one a SKU; what a pass over everything did not name is none. How it went is kept
//! day by day.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use comptoir_sandbox::commerce::Inventory;
use comptoir_sandbox::{Call, CallError, Plugin};
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use crate::app::App;
use crate::http::error::Result;
use crate::list::day_of;
use crate::products::PRODUCT;
use crate::products::Products;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::intake::{believed, latest, name, time};
use crate::providers::sync::{self, Fault, Page, Pass, Pull, Taken};
use crate::records::Kind;

/// The pull of stock. What a shop believes to have counts only where nobody stores the goods: it is not asked then.
#[derive(Debug)]
pub struct Inventories;

impl Pull for Inventories {
    const NAME: &'static str = "inventories.synchronize";
    const RECONCILE: &'static str = "inventories.reconcile";
    const KIND: &'static Kind = &PRODUCT;
    const FUNCTION: &'static str = "inventories";
    const WITH: &'static str = Products::FUNCTION;
    type Reported = Inventory;

    fn serves(connector: &Connector) -> bool {
        match connector.role {
            ConnectorRole::Fulfillment => true,
            ConnectorRole::Shop => !connector.store_is_fulfilled,
            ConnectorRole::Support => false,
        }
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<Inventory>, CallError> {
        let page = match connector.role {
            ConnectorRole::Shop => plugin.shop_inventories(call, cursor, Self::LIMIT).await?,
            _ => plugin.inventories(call, cursor, Self::LIMIT).await?,
        };
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<Inventory>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (rows, aside) = sync::read(&page, |stock| &stock.sku, |stock| Row::of(stock, now));
        let (skus, rows): (Vec<String>, Vec<Row<'_>>) = rows.into_iter().unzip();
        let mut changed = save(db, connector, &rows, pass.number, now).await?;
        let key = ("inventories", "sku");
        sync::name_aside(db, key, connector.id, &aside, pass.number).await?;
        if let Some(number) = pass.names_all(page.whole) {
            changed += empty_unnamed(db, connector, number, now).await?;
        }
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &skus, now).await?;
        Ok(Taken {
            added: 0,
            changed,
            set_aside: aside.len(),
        })
    }
}

/// A row of `inventories`. The fields' names are the columns'.
#[derive(Debug, Serialize)]
struct Row<'a> {
    sku: &'a str,
    available: u32,
    in_warehouse: u32,
    reserved: u32,
    damaged: u32,
    as_of: DateTime<Utc>,
}

impl<'a> Row<'a> {
    /// Takes the stock of a SKU, or says what is wrong with it.
    fn of(stock: &'a Inventory, now: DateTime<Utc>) -> Result<Self, Fault> {
        name("sku", &stock.sku)?;
        Ok(Self {
            sku: &stock.sku,
            available: stock.available,
            in_warehouse: stock.in_warehouse,
            reserved: stock.reserved,
            damaged: stock.damaged,
            as_of: believed(time("asOf", &stock.as_of)?, now),
        })
    }
}

/// Adds and changes; tells how many are new or count otherwise than before, which is the day's. An older state changes nothing.
async fn save(
    db: &mut PgConnection,
    connector: &Connector,
    rows: &[Row<'_>],
    pass: i64,
    now: DateTime<Utc>,
) -> Result<usize> {
    let changed = sqlx::query_scalar!(
        r#"with reported as (
            select * from jsonb_to_recordset($3) as r (sku text, available bigint, in_warehouse bigint,
                reserved bigint, damaged bigint, as_of timestamptz)
         ), before as (
            select i.* from inventories i join reported t on t.sku = i.sku where i.connector_id = $1
         ), saved as (
            insert into inventories as i (connector_id, store_id, sku, available, in_warehouse, reserved, damaged, as_of,
                pass)
            select $1, $2, sku, available, in_warehouse, reserved, damaged, as_of, $4 from reported
            on conflict (connector_id, sku) do update set
                available = case when i.as_of > excluded.as_of and i.as_of <= $5 then i.available else excluded.available end,
                in_warehouse = case when i.as_of > excluded.as_of and i.as_of <= $5 then i.in_warehouse else excluded.in_warehouse end,
                reserved = case when i.as_of > excluded.as_of and i.as_of <= $5 then i.reserved else excluded.reserved end,
                damaged = case when i.as_of > excluded.as_of and i.as_of <= $5 then i.damaged else excluded.damaged end,
                as_of = case when i.as_of <= $5 then greatest(i.as_of, excluded.as_of) else excluded.as_of end, pass = excluded.pass
            returning sku, available, in_warehouse, reserved, damaged
         ), changed as (
            select saved.* from saved left join before using (sku)
            where (saved.available, saved.in_warehouse, saved.reserved, saved.damaged)
                is distinct from (before.available, before.in_warehouse, before.reserved, before.damaged)
         ), noted as (
            insert into inventory_days (connector_id, sku, day, available, in_warehouse, reserved, damaged)
            select $1, sku, $6, available, in_warehouse, reserved, damaged from changed
            on conflict (connector_id, sku, day) do update set available = excluded.available,
                in_warehouse = excluded.in_warehouse, reserved = excluded.reserved, damaged = excluded.damaged
         ) select count(*) as "changed!" from changed"#,
        connector.id,
        connector.store_id,
        json!(rows),
        pass,
        latest(now),
        day_of(now),
    )
    .fetch_one(db)
    .await?;
    Ok(usize::try_from(changed).unwrap_or(0))
}

/// There is none of what a pass over everything did not name. Tells how many that changes.
async fn empty_unnamed(
    db: &mut PgConnection,
    connector: &Connector,
    pass: i64,
    now: DateTime<Utc>,
) -> Result<usize> {
    let emptied = sqlx::query_scalar!(
        r#"with emptied as (
            update inventories set available = 0, in_warehouse = 0, reserved = 0, damaged = 0, as_of = $3, pass = $2
            where connector_id = $1 and pass < $2 and (available, in_warehouse, reserved, damaged) <> (0, 0, 0, 0)
            returning sku
         ), noted as (
            insert into inventory_days (connector_id, sku, day, available, in_warehouse, reserved, damaged)
            select $1, sku, $4, 0, 0, 0, 0 from emptied
            on conflict (connector_id, sku, day) do update set available = 0, in_warehouse = 0, reserved = 0, damaged = 0
         ) select count(*) as "emptied!" from emptied"#,
        connector.id,
        pass,
        now,
        day_of(now),
    )
    .fetch_one(db)
    .await?;
    Ok(usize::try_from(emptied).unwrap_or(0))
}

/// How long it is kept how stock went. What held then stays, as long as nothing later does.
const KEPT: TimeDelta = TimeDelta::days(400);

/// Forgets at most `batch` days of stock that nobody looks at any more; tells how many.
pub fn forget_days(app: &App, batch: i64) -> BoxFuture<'_, Result<u64>> {
    Box::pin(async move {
        let forgotten = sqlx::query!(
            "delete from inventory_days where (connector_id, sku, day) in (
                select connector_id, sku, day from inventory_days d
                where day < $1 and exists (select from inventory_days l
                    where l.connector_id = d.connector_id and l.sku = d.sku and l.day > d.day and l.day <= $1)
                limit $2)",
            day_of(app.now()) - KEPT,
            batch,
        );
        Ok(forgotten.execute(&app.db).await?.rows_affected())
    })
}
