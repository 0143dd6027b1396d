//! Every query on recurring charges, but for their list.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use sqlx::{AssertSqlSafe, PgConnection, PgPool};
use uuid::Uuid;

use super::apply::{Pause, Price, Running, Which};
use super::list::ROWS;
use super::model::{Charge, ChargeInput};
use super::period::{PeriodType, Rhythm};
use crate::access::Scope;
use crate::finance::{CHARGE, FeeCategory};
use crate::http::error::{Error, Refusal, Result};
use crate::records::Kind;
use crate::records::life::{Record, created};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// Its fees were counted from there.
pub static IS_CHARGED: Refusal = Refusal::new(
    "Des périodes ont déjà été facturées\u{a0}: le début et la périodicité ne changent plus. Terminez cette prestation et créez-en une autre.",
    "Periods were charged already: start and period cannot change any more. End this charge and create another.",
);

impl Record for Charge {
    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }
}

impl Scoped for Charge {
    const KIND: &'static Kind = &CHARGE;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find =
            format!("{ROWS} where c.id = $1 and c.deleted_at is null and in_scope(c.store_id, $2)");
        let find = sqlx::query_as(AssertSqlSafe(find));
        Ok(find
            .bind(id)
            .bind(scope.stores())
            .fetch_optional(db)
            .await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Makes a charge of a store.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    input: &ChargeInput,
    now: DateTime<Utc>,
) -> Result<Charge> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into charges (id, store_id, started_at, ended_at, type, category, description, period, period_type, author,
            created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
        id,
        store.id,
        input.started_at,
        input.ended_at,
        input.kind,
        input.category.as_str(),
        input.description,
        input.period,
        input.period_type.as_str(),
        scope.actor.name,
        now,
    )
    .execute(&mut *db)
    .await?;
    set_price(db, id, input.started_at, input).await?;
    created(db, scope, id).await
}

/// Changes a charge that is open. Amounts that differ hold from the first period that begins after `today`; while none was
/// charged, from the start on.
///
/// # Errors
/// [`IS_CHARGED`]
pub async fn update(
    db: &mut PgConnection,
    before: &Charge,
    input: &ChargeInput,
    today: NaiveDate,
) -> Result<()> {
    let moves = (before.started_at, before.period, before.period_type)
        != (input.started_at, input.period, input.period_type);
    // Deleted fees too tell that a period was charged.
    let is_charged = sqlx::query_scalar!(
        r#"select exists (select from fees where cause_id = $1 and cause = 'CHARGE') as "is_charged!""#,
        before.id,
    )
    .fetch_one(&mut *db)
    .await?;
    if moves && is_charged {
        return Err(Error::Refused(&IS_CHARGED));
    }
    sqlx::query!(
        "update charges set started_at = $2, ended_at = $3, type = $4, category = $5, description = $6, period = $7,
            period_type = $8
         where id = $1",
        before.id,
        input.started_at,
        input.ended_at,
        input.kind,
        input.category.as_str(),
        input.description,
        input.period,
        input.period_type.as_str(),
    )
    .execute(&mut *db)
    .await?;
    let has_same = (before.internal_amount, before.customer_amount)
        == (input.internal_amount, input.customer_amount);
    if !is_charged {
        sqlx::query!("delete from charge_prices where charge_id = $1", before.id)
            .execute(&mut *db)
            .await?;
        return set_price(db, before.id, input.started_at, input).await;
    }
    if has_same {
        return Ok(());
    }
    let from = input.rhythm().next_after(today).unwrap_or(today);
    sqlx::query!(
        "delete from charge_prices where charge_id = $1 and valid_from >= $2",
        before.id,
        from,
    )
    .execute(&mut *db)
    .await?;
    set_price(db, before.id, from, input).await
}

async fn set_price(
    db: &mut PgConnection,
    charge: Uuid,
    from: NaiveDate,
    input: &ChargeInput,
) -> Result<()> {
    sqlx::query!(
        "insert into charge_prices (charge_id, valid_from, internal_amount, customer_amount) values ($1, $2, $3, $4)",
        charge,
        from,
        input.internal_amount,
        input.customer_amount,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Pauses a charge from a day on; one that is paused already stays so since then.
pub async fn pause(db: &mut PgConnection, charge: Uuid, from: NaiveDate) -> Result<()> {
    // One that was resumed on the same day is paused as if it had not been.
    sqlx::query!(
        "insert into charge_pauses (charge_id, paused_at)
         select $1, $2 where not exists (select from charge_pauses where charge_id = $1 and resumed_at is null)
         on conflict (charge_id, paused_at) do update set resumed_at = null",
        charge,
        from,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a charge go on with the first period that begins on this day or later.
pub async fn resume(db: &mut PgConnection, charge: Uuid, from: NaiveDate) -> Result<()> {
    sqlx::query!(
        "update charge_pauses set resumed_at = greatest($2, paused_at) where charge_id = $1 and resumed_at is null",
        charge,
        from,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks charges as they are until the transaction ends; others may lock them so too.
pub async fn lock(db: &mut PgConnection, which: Which<'_>) -> Result<()> {
    sqlx::query!(
        "select id from charges where deleted_at is null and ($1::uuid[] is null or store_id = any($1))
            and in_scope(store_id, $2)
         order by id for share",
        which.stores,
        which.scope,
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// The charges of stores that are there, with their prices and pauses, by store.
pub async fn running(db: &mut PgConnection, which: Which<'_>) -> Result<Vec<Running>> {
    let rows = sqlx::query!(
        r#"select c.id, c.store_id, s.name as store_name, c.started_at, c.ended_at, c.type as kind,
            c.category as "category: FeeCategory", c.description, c.period, c.period_type as "period_type: PeriodType",
            coalesce((select max(f.cause_part) + 1 from fees f where f.cause_id = c.id and f.cause = 'CHARGE'), 0) as "next!",
            p.valid_from as "valid_from!: Vec<NaiveDate>", p.internal_amounts as "internal_amounts!: Vec<Decimal>",
            p.customer_amounts as "customer_amounts!: Vec<Decimal>", r.paused_at as "paused_at: Vec<NaiveDate>",
            r.resumed_at as "resumed_at: Vec<Option<NaiveDate>>"
           from charges c join stores s on s.id = c.store_id
           cross join lateral (
                select array_agg(valid_from order by valid_from) as valid_from,
                    array_agg(internal_amount order by valid_from) as internal_amounts,
                    array_agg(customer_amount order by valid_from) as customer_amounts
                from charge_prices where charge_id = c.id) p
           cross join lateral (
                select array_agg(paused_at order by paused_at) as paused_at, array_agg(resumed_at order by paused_at) as resumed_at
                from charge_pauses where charge_id = c.id) r
           where c.deleted_at is null and s.deleted_at is null and s.archived_at is null
            and ($1::uuid[] is null or c.store_id = any($1)) and in_scope(c.store_id, $2)
           order by s.name, c.store_id, c.created_at, c.id"#,
        which.stores,
        which.scope,
    )
    .fetch_all(db)
    .await?;
    let charges = rows.into_iter().map(|row| {
        let amounts = row.internal_amounts.into_iter().zip(row.customer_amounts);
        let prices = row.valid_from.into_iter().zip(amounts);
        let paused = row.paused_at.unwrap_or_default().into_iter();
        let pauses = paused.zip(row.resumed_at.unwrap_or_default());
        Running {
            id: row.id,
            store: StoreName {
                id: row.store_id,
                name: row.store_name,
            },
            kind: row.kind,
            category: row.category,
            description: row.description,
            rhythm: Rhythm::new(row.started_at, row.period, row.period_type),
            ended_at: row.ended_at,
            next: row.next.unsigned_abs(),
            prices: prices
                .map(|(from, (internal, customer))| Price {
                    from,
                    internal,
                    customer,
                })
                .collect(),
            pauses: pauses.map(|(from, until)| Pause { from, until }).collect(),
        }
    });
    Ok(charges.collect())
}

/// The stores that have charges.
pub async fn stores(db: &PgPool) -> Result<Vec<Uuid>> {
    let stores = sqlx::query_scalar!(
        "select distinct store_id from charges where deleted_at is null order by store_id"
    );
    Ok(stores.fetch_all(db).await?)
}
