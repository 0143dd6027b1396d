//! How many rows a list has: exact to 10,000, as nobody reads further and counting everything costs more than the page. Of
//! what a search finds to 1,000: whoever gets more than that will ask for something else.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::PgConnection;

use super::request::Request;
use super::{Declaration, sql};

/// Counted to here, in rows.
pub const LIMIT: u32 = 10_000;
/// Counted to here in a search: what it finds lies anywhere, and each row is a visit.
pub const SEARCH_LIMIT: u32 = 1_000;

/// A number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub total: u32,
    /// False: there are more than `total`.
    pub exact: bool,
}

impl Count {
    const fn crowded(limit: u32) -> Self {
        Self {
            total: limit,
            exact: false,
        }
    }

    /// An exact count, unless there are more rows than are counted.
    pub fn within(limit: u32, rows: u64) -> Option<Self> {
        u32::try_from(rows)
            .ok()
            .filter(|total| *total <= limit)
            .map(|total| Self { total, exact: true })
    }

    /// A count that a cursor carries, unless no count is like it.
    pub fn carried(total: u32, exact: bool) -> Option<Self> {
        let is_limit = matches!(total, LIMIT | SEARCH_LIMIT);
        (total <= LIMIT && (exact || is_limit)).then_some(Self { total, exact })
    }
}

/// Gathered to here in a search, in rows. Of a million orders, to visit as many costs what a walk does until it meets a page of
/// them; of fewer a walk would cost more, of more less.
pub const SEARCH_GATHERED: u32 = 3_400;

/// Requests that were found to have more rows than are counted, and when. They are not counted again for a while: each
/// count reads ten thousand rows, thirty times the work of the page, to say the same. Exact counts are never kept, so a
/// total is never out of date.
#[derive(Debug, Default)]
pub struct Crowded(Mutex<BTreeMap<String, Known>>);

/// How the page of a crowded request is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crowd {
    /// It has rows few enough to be gathered.
    Small,
    /// It was counted alone: nobody knows how many rows it has beyond.
    Counted,
    /// A walk soon meets a page of its rows.
    Dense,
    /// They lie so far apart that a page was not among the first rows that a walk met.
    Sparse,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    since: Instant,
    crowd: Crowd,
}

/// How long a crowded list is believed to be so.
const BELIEVED: Duration = Duration::from_secs(60);
/// Requests remembered; then all are forgotten.
const REMEMBERED: usize = 1_000;

impl Crowded {
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// What a request was found to be a moment ago, if it was found to be crowded; `database` is the name of the one that is
    /// asked.
    pub fn known(&self, database: &str, request: &Request<'_>) -> Option<Crowd> {
        let known = self.lock().get(&key(database, request)).copied();
        let known = known.filter(|known| known.since.elapsed() < BELIEVED);
        known.map(|known| known.crowd)
    }

    /// A walk of a crowded request met no page among its first rows.
    pub fn found_sparse(&self, database: &str, request: &Request<'_>) {
        self.remember(key(database, request), Crowd::Sparse);
    }

    /// `rows` were counted, or `most` of more: one more than [`Request::limit`] or [`Request::gathered`].
    pub fn found(&self, database: &str, request: &Request<'_>, rows: i64, most: u32) -> Count {
        let (limit, rows) = (request.limit(), rows.unsigned_abs());
        let count = Count::within(limit, rows).unwrap_or(Count::crowded(limit));
        if !count.exact {
            let crowd = match rows {
                _ if rows > u64::from(request.gathered()) => Crowd::Dense,
                _ if rows < u64::from(most) => Crowd::Small,
                _ => Crowd::Counted,
            };
            self.remember(key(database, request), crowd);
        }
        count
    }

    fn remember(&self, request: String, crowd: Crowd) {
        let mut known = self.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        let since = Instant::now();
        known.insert(request, Known { since, crowd });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(database: &str, request: &Request<'_>) -> String {
    let Request {
        sets,
        linked,
        ranges,
        words,
        ..
    } = request;
    format!("{:?}", (database, sets, linked, ranges, words))
}

/// Counts the rows of a request; `database` is the name of the one that `db` is connected to.
pub async fn of(
    db: &mut PgConnection,
    database: &str,
    list: &Declaration,
    crowded: &Crowded,
    request: &Request<'_>,
) -> sqlx::Result<Count> {
    if crowded.known(database, request).is_some() {
        return Ok(Count::crowded(request.limit()));
    }
    let most = request.limit() + 1;
    let mut query = sql::count(list, request, most);
    let rows: i64 = query
        .build_query_scalar()
        .persistent(request.has_one_plan())
        .fetch_one(db)
        .await?;
    Ok(crowded.found(database, request, rows, most))
}
