//! Every query on cursors.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::http::error::Result;

/// Where a function's pull of one connection stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullState {
    /// Where the next page begins; none before the first.
    pub cursor: Option<String>,
    /// The number of the pass under way: rows that it names bear it.
    pub pass: i64,
}

/// Where a function's pull of a connection stands. `None` before the first page.
pub async fn cursor(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    function: &str,
) -> Result<Option<String>> {
    let cursor = sqlx::query_scalar!(
        "select cursor from connector_cursors where connector_id = $1 and function = $2",
        connector,
        function,
    )
    .fetch_optional(db)
    .await?;
    Ok(cursor.flatten())
}

/// Holds a function's rows of a connection against every other writer until the transaction ends. `None`: disconnected.
pub async fn lock(
    db: &mut PgConnection,
    connector: Uuid,
    function: &str,
) -> Result<Option<PullState>> {
    Ok(sqlx::query_as!(
        PullState,
        "insert into connector_cursors as c (connector_id, function)
         select id, $2 from connectors where id = $1 and disconnected_at is null
         on conflict (connector_id, function) do update set cursor = c.cursor
         returning cursor, pass",
        connector,
        function,
    )
    .fetch_optional(db)
    .await?)
}

/// Where the next page begins, and, when a pass is complete, that it is: the next one has another number.
pub async fn save_cursor(
    db: &mut PgConnection,
    connector: Uuid,
    function: &str,
    cursor: &str,
    completed_at: Option<DateTime<Utc>>,
) -> Result<()> {
    sqlx::query!(
        "update connector_cursors set cursor = $3, completed_at = coalesce($4, completed_at),
            pass = pass + case when $4::timestamptz is null then 0 else 1 end
         where connector_id = $1 and function = $2",
        connector,
        function,
        cursor,
        completed_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// When a function's pull was last complete at any connection of these stores (none: of all).
pub async fn completed_at(
    db: impl PgExecutor<'_>,
    function: &str,
    stores: Option<&[Uuid]>,
) -> Result<Option<DateTime<Utc>>> {
    Ok(sqlx::query_scalar!(
        "select max(u.completed_at) from connector_cursors u join connectors c on c.id = u.connector_id
         where u.function = $1 and in_scope(c.store_id, $2)",
        function,
        stores,
    )
    .fetch_one(db)
    .await?)
}

/// Where a pull stood on `day`, or on the first day after it that is known. None: then everything is gone over.
pub async fn checkpoint(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    function: &str,
    day: NaiveDate,
) -> Result<Option<(NaiveDate, String)>> {
    let row = sqlx::query!(
        "select day, cursor from pull_checkpoints where connector_id = $1 and function = $2 and day >= $3
         order by day limit 1",
        connector,
        function,
        day,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.day, row.cursor)))
}

/// Remembers where a pull stands today, and forgets what lies before the oldest day.
pub async fn keep_checkpoint(
    db: &mut PgConnection,
    connector: Uuid,
    function: &str,
    (today, oldest): (NaiveDate, NaiveDate),
    cursor: &str,
) -> Result<()> {
    sqlx::query!(
        "with old as (delete from pull_checkpoints where connector_id = $1 and function = $2 and day < $5)
         insert into pull_checkpoints (connector_id, function, day, cursor) values ($1, $2, $3, $4)
         on conflict (connector_id, function, day) do update set cursor = excluded.cursor",
        connector,
        function,
        today,
        cursor,
        oldest,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Where the last comparison of that name stopped, if it was before its end.
pub async fn underway(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    name: &str,
) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "select cursor from pull_checkpoints where connector_id = $1 and function = $2 order by day desc limit 1",
        connector,
        name,
    )
    .fetch_optional(db)
    .await?)
}

/// The comparison has come to its end.
pub async fn end_underway(db: &mut PgConnection, connector: Uuid, name: &str) -> Result<()> {
    sqlx::query!(
        "delete from pull_checkpoints where connector_id = $1 and function = $2",
        connector,
        name,
    )
    .execute(db)
    .await?;
    Ok(())
}
