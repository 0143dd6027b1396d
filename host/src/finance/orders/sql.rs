//! Every query on what orders bring.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::http::error::Result;

/// An order that is to be charged.
#[derive(Debug)]
pub struct Chargeable {
    pub id: Uuid,
    pub store: Uuid,
    pub reference: String,
    /// When it left, or came back.
    pub at: DateTime<Utc>,
    pub cost: Decimal,
}

/// When this database came to keep what orders bring: the migration that made `store_costs`.
pub async fn charged_since(db: impl PgExecutor<'_>) -> Result<DateTime<Utc>> {
    let installed = "select installed_on from _sqlx_migrations where version = 20261125100000";
    Ok(sqlx::query_scalar(installed).fetch_one(db).await?)
}

/// Orders for promotion that left the warehouse at a time or later and had no fee (F4), the earliest first. One that is free
/// costs nothing.
pub async fn sent(
    db: &mut PgConnection,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Chargeable>> {
    let orders = sqlx::query_as!(
        Chargeable,
        r#"select o.id, o.store_id as store, o.reference, o.shipped_at as "at!",
            coalesce(m.seeding_cost, c.seeding_cost) as "cost!"
           from orders o left join manual_orders m on m.order_id = o.id
           cross join lateral (
                select * from store_costs where store_id = o.store_id and valid_from <= o.submitted_at
                order by valid_from desc limit 1) c
           where o.source = 'seeding' and o.shipped_at >= $1 and m.is_free is not true
            and coalesce(m.seeding_cost, c.seeding_cost) > 0
            and not exists (select from fees f where f.cause_id = o.id and f.cause = 'SEEDING' and f.cause_part = 0)
           order by o.shipped_at, o.id limit $2"#,
        since,
        limit,
    );
    Ok(orders.fetch_all(db).await?)
}

/// Orders by which the company bought articles (F3) that left the warehouse at a time or later and were not credited, the earliest
/// first.
pub async fn bought(
    db: &mut PgConnection,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Chargeable>> {
    let orders = sqlx::query_as!(
        Chargeable,
        r#"select o.id, o.store_id as store, o.reference, o.shipped_at as "at!", -l.worth as "cost!"
           from orders o join manual_orders m on m.order_id = o.id
           cross join lateral (select sum(quantity * to_charge) as worth from order_lines where order_id = o.id) l
           where o.source = 'seeding' and o.shipped_at >= $1 and m.is_company_purchase and l.worth > 0
            and not exists (select from fees f where f.cause_id = o.id and f.cause = 'SEEDING' and f.cause_part = 1)
           order by o.shipped_at, o.id limit $2"#,
        since,
        limit,
    );
    Ok(orders.fetch_all(db).await?)
}

/// Orders that came back at a time or later and had no fee for it (F5), the earliest first.
pub async fn returned(
    db: &mut PgConnection,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Chargeable>> {
    let orders = sqlx::query_as!(
        Chargeable,
        r#"select o.id, o.store_id as store, o.reference, o.returned_at as "at!", c.return_cost as cost
           from orders o
           cross join lateral (
                select * from store_costs where store_id = o.store_id and valid_from <= o.submitted_at
                order by valid_from desc limit 1) c
           where o.returned_at >= $1 and c.return_cost > 0
            and not exists (select from fees f where f.cause_id = o.id and f.cause = 'RETURN')
           order by o.returned_at, o.id limit $2"#,
        since,
        limit,
    );
    Ok(orders.fetch_all(db).await?)
}
