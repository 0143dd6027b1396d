//! Lists: one engine for all. A list is a declaration; the engine turns a caller's [`Cursor`] into keyset SQL, so that
//! any page costs what the first one does, in both directions.
//!
//! Everything a caller sends is checked against the declaration and bound as a parameter; names in the SQL come from the
//! declaration only. Every query takes the caller's [`Scope`]. The engine never writes.

mod column;
mod count;
mod cursor;
/// Lists as files.
pub mod exports;
#[cfg(fuzzing)]
mod fuzz;
mod page;
mod request;
mod selection;
mod sql;
#[cfg(test)]
mod tests;
mod value;
/// Saved views of lists.
pub mod views;

use std::marker::PhantomData;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row};

pub use column::{Column, Filters, Link, Owner, yes_or_no};
pub use cursor::{
    Cursor, CursorParam, DEFAULT_TAKE, Direction, Filter, MAX_TAKE, OrderBy, Position, Toward,
};
#[cfg(fuzzing)]
pub use fuzz::cursor as fuzz;
pub use page::{Page, PageMeta};
pub use selection::Selection;
pub use value::{Type, Value, day, start_of_day};

use crate::access::Scope;
use crate::http::error::Result;
use count::Count;
use request::Request;

/// A list of rows `R`.
#[derive(Debug)]
pub struct List<R> {
    /// What is searched, sorted and filtered: a table or view with an `id uuid`.
    table: &'static str,
    /// A select with an `id` that gives the columns of `R`; asked for the rows of one page only, so it may join freely.
    rows: &'static str,
    /// Whose the rows are.
    owner: Owner,
    /// A condition on `table` that always holds.
    only: Option<&'static str>,
    /// The column of normalised text (`search_text`), with a trigram index.
    search: Option<&'static str>,
    columns: &'static [Column],
    sort: (&'static str, Direction),
    /// Takes from a row what this caller may not know.
    conceal: Option<fn(&Scope, &mut R)>,
    crowded: count::Crowded,
    row: PhantomData<fn() -> R>,
}

impl<R> List<R> {
    /// A list of `table`, shown by `rows`, in the order of the sortable column `sort` when the caller names none.
    pub const fn new(
        table: &'static str,
        rows: &'static str,
        owner: Owner,
        columns: &'static [Column],
        sort: (&'static str, Direction),
    ) -> Self {
        Self {
            table,
            rows,
            owner,
            only: None,
            search: None,
            columns,
            sort,
            conceal: None,
            crowded: count::Crowded::new(),
            row: PhantomData,
        }
    }

    /// Leaves out what does not meet a condition.
    pub const fn only(mut self, condition: &'static str) -> Self {
        self.only = Some(condition);
        self
    }

    /// Takes from each row what the caller may not know, before anybody sees it.
    pub const fn conceals(mut self, conceal: fn(&Scope, &mut R)) -> Self {
        self.conceal = Some(conceal);
        self
    }

    /// Offers the search, on a generated column of `search_text` with a `gin_trgm_ops` index.
    pub const fn searches(mut self, column: &'static str) -> Self {
        self.search = Some(column);
        self
    }
}

impl<R: for<'r> FromRow<'r, PgRow>> List<R> {
    /// The page of `cursor`, of the rows in `scope`.
    ///
    /// # Errors
    /// [`crate::http::error::Error::BadCursor`] for what the list does not know or a column cannot hold.
    pub async fn page(&self, db: &PgPool, scope: &Scope, cursor: Cursor) -> Result<Page<R>> {
        let request = Request::new(self, scope, &cursor)?;
        let options = db.connect_options();
        let mut db = db.acquire().await?;
        let database = options.get_database().unwrap_or_default();
        let (mut rows, counted) = match request.take {
            0 => (Vec::new(), None),
            _ => self.rows(&mut db, database, &request).await?,
        };
        let more = rows.len() > request.take as usize;
        rows.truncate(request.take as usize);
        if request.is_backward() {
            rows.reverse();
        }
        let count = match counted.or_else(|| request.known_count(rows.len(), more)) {
            Some(count) => count,
            None => count::of(&mut db, database, self, &request).await?,
        };
        let edges = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => Some((key_of(first, &request)?, key_of(last, &request)?)),
            _ => None,
        };
        let meta = page::meta(&cursor, &request, edges, rows.len(), more, count);
        let mut data = rows
            .iter()
            .map(R::from_row)
            .collect::<sqlx::Result<Vec<R>>>()?;
        if let Some(conceal) = self.conceal {
            data.iter_mut().for_each(|row| conceal(scope, row));
        }
        Ok(Page { data, meta })
    }

    /// The rows of the page and one more where there is one, and the count if finding them told it.
    async fn rows(
        &self,
        db: &mut PgConnection,
        database: &str,
        request: &Request<'_>,
    ) -> Result<(Vec<PgRow>, Option<Count>)> {
        // All that match are gathered only where they are few: else a walk meets some soon.
        let few = match &request.start {
            Some(start) => start.count.exact,
            None => !count::is_crowded(database, self, request),
        };
        if few && request.is_scattered() {
            // A walk that began with few goes on with all, however many there are now.
            let limit = request.start.is_none().then_some(count::LIMIT + 1);
            let mut query = sql::gathered(self, request, limit);
            let rows = query.build().persistent(false).fetch_all(&mut *db).await?;
            let count = match (rows.first(), limit) {
                (Some(row), Some(_)) => {
                    let found = row.try_get("list_count")?;
                    Some(count::found(database, self, request, found))
                }
                _ => None,
            };
            if count.is_none_or(|count| count.exact) {
                return Ok((rows, count));
            }
        }
        let mut query = sql::page(self, request);
        let rows = query
            .build()
            .persistent(request.has_one_plan())
            .fetch_all(db)
            .await?;
        Ok((rows, None))
    }
}

impl<R> List<R> {
    /// The ids of the selected rows that lie in `scope`.
    ///
    /// # Errors
    /// [`crate::http::error::Error::Invalid`] for more rows than are worked on at once.
    pub async fn select(
        &self,
        db: &PgPool,
        scope: &Scope,
        selection: &Selection,
    ) -> Result<Vec<uuid::Uuid>> {
        let request = Request::new(self, scope, selection.cursor())?;
        let mut query = sql::ids(self, &request, selection::MOST + 1);
        let ids: Vec<uuid::Uuid> = query
            .build_query_scalar()
            .persistent(false)
            .fetch_all(db)
            .await?;
        if ids.len() > selection::MOST as usize {
            return Err(crate::http::error::Error::field("cursor", "max"));
        }
        Ok(ids)
    }
}

/// The sorted value (none: null) and the id of a row.
type Key = (Option<Value>, uuid::Uuid);

fn key_of(row: &PgRow, request: &Request<'_>) -> sqlx::Result<Key> {
    Ok((
        Value::from_row(row, "list_key", request.sort.kind)?,
        row.try_get("list_id")?,
    ))
}
