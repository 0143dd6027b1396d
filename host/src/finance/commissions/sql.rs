//! Every query on commissions, but for their list.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::list::ROWS;
use super::model::{Commission, TierInput};
use super::tiers::Tier;
use crate::access::Scope;
use crate::finance::COMMISSION;
use crate::http::error::{Conflict, Error, Result};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::{Scoped, Visible};
use crate::stores::StoreName;

/// On each day each euro of a store's sales has one rate (decision 20).
pub static OVERLAPS: Conflict = Conflict::new(
    "DateRange",
    "Une autre commission de cette boutique couvre déjà une partie de cette tranche sur ces dates.",
    "Another commission of this store covers a part of this tier on these dates already.",
)
.of("startAt");

impl Record for Commission {
    const UNIQUE: &'static [Meaning] = &[("commissions_overlap", || Error::Conflict(&OVERLAPS))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }
}

impl Scoped for Commission {
    const KIND: &'static Kind = &COMMISSION;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find =
            format!("{ROWS} where c.id = $1 and c.deleted_at is null and in_scope(c.store_id, $2)");
        let find = sqlx::query_as(AssertSqlSafe(find));
        let found = find.bind(id).bind(scope.stores()).fetch_optional(db);
        Ok(found.await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Agrees on a tier of a store's commission.
///
/// # Errors
/// [`OVERLAPS`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    store: &Visible<StoreName>,
    terms: &TierInput,
    now: DateTime<Utc>,
) -> Result<Commission> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into commissions (id, store_id, start_at, end_at, min_amount, max_amount, rate, author, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        id,
        store.id,
        terms.start_at,
        terms.end_at,
        terms.min_amount,
        terms.max_amount,
        terms.rate,
        scope.actor.name,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Commission>)?;
    created(db, scope, id).await
}

/// Changes a commission that is open.
///
/// # Errors
/// [`OVERLAPS`]
pub async fn update(db: &mut PgConnection, id: Uuid, terms: &TierInput) -> Result<()> {
    sqlx::query!(
        "update commissions set start_at = $2, end_at = $3, min_amount = $4, max_amount = $5, rate = $6 where id = $1",
        id,
        terms.start_at,
        terms.end_at,
        terms.min_amount,
        terms.max_amount,
        terms.rate,
    )
    .execute(db)
    .await
    .map_err(taken::<Commission>)?;
    Ok(())
}

/// A store's tiers on a day (decision 20).
pub async fn tiers(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
    day: NaiveDate,
) -> Result<Vec<(Uuid, Tier)>> {
    let rows = sqlx::query!(
        "select id, min_amount, max_amount, rate from commissions
         where store_id = $1 and deleted_at is null and daterange(start_at, end_at, '[]') @> $2::date",
        store.id,
        day,
    );
    let tiers = rows.fetch_all(db).await?.into_iter().map(|row| {
        let tier = Tier {
            min: row.min_amount,
            max: row.max_amount,
            rate: row.rate,
        };
        (row.id, tier)
    });
    Ok(tiers.collect())
}
