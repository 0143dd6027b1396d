//! How many rows a list has: exact to 10,000, as nobody reads further and counting everything costs more than the page.

use sqlx::PgConnection;

use super::request::Request;
use super::{List, sql};

/// Counted to here, in rows.
pub const LIMIT: u32 = 10_000;

/// A number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub total: u32,
    /// False: there are more than `total`.
    pub exact: bool,
}

impl Count {
    /// What was counted, with a limit one above [`LIMIT`].
    pub fn counted(rows: u64) -> Self {
        Self::within_limit(rows).unwrap_or(Self {
            total: LIMIT,
            exact: false,
        })
    }

    /// An exact count, unless there are more rows than are counted.
    pub fn within_limit(rows: u64) -> Option<Self> {
        u32::try_from(rows)
            .ok()
            .filter(|total| *total <= LIMIT)
            .map(|total| Self { total, exact: true })
    }

    /// A count that a cursor carries, unless no count is like it.
    pub fn carried(total: u32, exact: bool) -> Option<Self> {
        (total <= LIMIT && (exact || total == LIMIT)).then_some(Self { total, exact })
    }
}

/// Counts the rows of a request.
pub async fn of<R>(
    db: &mut PgConnection,
    list: &List<R>,
    request: &Request<'_>,
) -> sqlx::Result<Count> {
    let mut query = sql::count(list, request, LIMIT + 1);
    let rows: i64 = query
        .build_query_scalar()
        .persistent(request.words.is_empty())
        .fetch_one(db)
        .await?;
    Ok(Count::counted(rows.unsigned_abs()))
}
