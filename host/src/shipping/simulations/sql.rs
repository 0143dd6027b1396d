//! Every query on simulations, and what they read of grid, stores, articles and orders.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Simulation, SimulationResult, SimulationRow};
use super::tally::Grids;
use crate::http::error::Result;
use crate::jobs::{JobStatus, Progress};
use crate::list::start_of_day;
use crate::shipping::prices::{self, PriceBook, PriceChange, ShippingPrice};
use crate::shipping::tariffs::{self, Book, Order, Tariffs};

/// What is asked for, checked.
#[derive(Debug, Clone)]
pub struct Wish {
    pub provider: String,
    pub changes: Vec<PriceChange>,
    pub valid_from: NaiveDate,
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub store_ids: Option<Vec<Uuid>>,
}

/// Keeps a simulation that is to be made.
pub async fn add(
    db: &mut PgConnection,
    id: Uuid,
    wish: &Wish,
    author: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into shipping_simulations (id, provider, changes, valid_from, first_day, last_day, store_ids, author,
            created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        wish.provider,
        Json(&wish.changes) as _,
        wish.valid_from,
        wish.from,
        wish.to,
        wish.store_ids.as_deref(),
        author,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// This job works on it.
pub async fn set_job(db: &mut PgConnection, id: Uuid, job: Uuid) -> Result<()> {
    sqlx::query!(
        "update shipping_simulations set job_id = $2 where id = $1",
        id,
        job
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A simulation, with how far its job is. One whose job is forgotten did not end well.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Simulation>> {
    let row = sqlx::query!(
        r#"select s.provider, s.changes as "changes: Json<Vec<PriceChange>>", s.valid_from, s.first_day, s.last_day,
            s.store_ids, s.job_id, s.author, s.created_at, s.finished_at, s.result as "result: Json<SimulationResult>",
            j.status as "status?: JobStatus", j.error as "error?", j.started_at as "started_at?",
            j.progress as "progress?: Json<Progress>"
         from shipping_simulations s left join job_rows j on j.id = s.job_id where s.id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Simulation {
        id,
        provider: row.provider,
        price_count: i64::try_from(row.changes.0.len()).unwrap_or(i64::MAX),
        changes: row.changes.0,
        valid_from: row.valid_from,
        from: row.first_day,
        to: row.last_day,
        store_ids: row.store_ids,
        state: match row.result {
            Some(_) => JobStatus::Completed,
            None => row.status.unwrap_or(JobStatus::Failed),
        },
        progress: row.progress.map(|progress| progress.0),
        error: row.error.filter(|_| row.result.is_none()),
        job_id: row.job_id,
        author: row.author,
        created_at: row.created_at,
        started_at: row.started_at,
        finished_at: row.finished_at,
        result: row.result.map(|result| result.0),
    }))
}

/// The last fifty simulations, of a provider or of all, the newest first.
pub async fn list(db: impl PgExecutor<'_>, provider: Option<&str>) -> Result<Vec<SimulationRow>> {
    let rows = sqlx::query_as!(
        SimulationRow,
        r#"select s.id, s.provider, jsonb_array_length(s.changes) as "price_count!", s.valid_from, s.first_day as "from",
            s.last_day as "to", s.store_ids, s.author, s.created_at, j.started_at as "started_at?", s.finished_at,
            case when s.result is not null then 'COMPLETED' else coalesce(j.status, 'FAILED') end as "state!: JobStatus"
           from shipping_simulations s left join job_rows j on j.id = s.job_id
           where $1::text is null or s.provider = $1 order by s.created_at desc, s.id desc limit 50"#,
        provider,
    );
    Ok(rows.fetch_all(db).await?)
}

/// Keeps what came of a simulation; of two that work on it the first counts.
pub async fn finish(
    db: impl PgExecutor<'_>,
    id: Uuid,
    result: &SimulationResult,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update shipping_simulations set result = $2, finished_at = $3 where id = $1 and result is null",
        id,
        Json(result) as _,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets at most `batch` simulations of a quarter of a year ago or earlier; tells how many.
pub async fn forget(db: impl PgExecutor<'_>, now: DateTime<Utc>, batch: i64) -> Result<u64> {
    let forgotten = sqlx::query!(
        "delete from shipping_simulations where id = any(array(
            select id from shipping_simulations where created_at < $1 limit $2))",
        now - TimeDelta::days(90),
        batch,
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Which of these stores there are.
pub async fn stores_among(db: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    let found = sqlx::query_scalar!(
        "select id from stores where id = any($1) and deleted_at is null",
        ids
    );
    Ok(found.fetch_all(db).await?)
}

/// All that quotes depend on but the orders, as it is now: both grids of the day, and each store's terms.
///
/// # Errors
/// What a save of the changes would be refused for.
pub async fn tariffs(db: &mut PgConnection, wish: &Wish) -> Result<(Tariffs, Grids)> {
    let (day, stores) = (wish.valid_from, wish.store_ids.as_deref());
    // Holds the carriers that change, so that both grids are of one moment.
    let (_, plan) =
        prices::sql::check(&mut *db, PriceBook::Grid, &wish.changes, day, "changes").await?;
    let tariffs = tariffs::load(&mut *db, &wish.provider, stores, day).await?;
    let before = tariffs::grid(&mut *db, &tariffs, day).await?;
    let after = plan.applied(&before, day);
    let holds = |price: &&ShippingPrice| price.valid_until.is_none_or(|until| until > day);
    let grids = Grids {
        before: Book::new(&before),
        after: Book::new(after.iter().filter(holds)),
    };
    Ok((tariffs, grids))
}

/// Where the next page of orders goes on.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    at: DateTime<Utc>,
    order: Uuid,
}

/// The orders that a simulation is about: those that the provider shipped in the period.
#[derive(Debug, Clone)]
pub struct Shipped {
    pub provider: String,
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub stores: Option<Vec<Uuid>>,
}

impl Shipped {
    pub fn of(wish: &Wish) -> Self {
        Self {
            provider: wish.provider.clone(),
            from: start_of_day(wish.from),
            until: start_of_day(wish.to + TimeDelta::days(1)),
            stores: wish.store_ids.clone(),
        }
    }

    pub async fn count(&self, db: impl PgExecutor<'_>) -> Result<i64> {
        Ok(sqlx::query_scalar!(
            r#"select count(*) as "count!" from orders
               where shipped_at >= $2 and shipped_at < $3 and provider = $1 and ($4::uuid[] is null or store_id = any($4))"#,
            self.provider,
            self.from,
            self.until,
            self.stores.as_deref(),
        )
        .fetch_one(db)
        .await?)
    }

    /// At most so many orders, in the order in which they were shipped, and where the next page goes on; `None`: that was the
    /// last.
    pub async fn page(
        &self,
        db: &mut PgConnection,
        after: Option<Position>,
        most: i64,
    ) -> Result<(Vec<Order>, Option<Position>)> {
        let (at, order) = after.map_or((self.from, Uuid::nil()), |after| (after.at, after.order));
        let rows = sqlx::query!(
            r#"select id, shipped_at as "shipped_at!" from orders
               where shipped_at >= $5 and (shipped_at, id) > ($5, $6) and shipped_at < $2 and provider = $1
                   and ($3::uuid[] is null or store_id = any($3))
               order by shipped_at, id limit $4"#,
            self.provider,
            self.until,
            self.stores.as_deref(),
            most,
            at,
            order,
        )
        .fetch_all(&mut *db)
        .await?;
        let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == most);
        let last = rows.last().filter(|_| is_full).map(|row| Position {
            at: row.shipped_at,
            order: row.id,
        });
        let ids: Vec<Uuid> = rows.into_iter().map(|row| row.id).collect();
        Ok((tariffs::orders(db, &ids).await?, last))
    }
}
