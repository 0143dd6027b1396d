//! Lists: one engine for all. A list is a declaration; the engine turns a caller's [`Cursor`] into keyset SQL, so that
//! any page costs what the first one does, in both directions.
//!
//! Everything a caller sends is checked against the declaration and bound as a parameter; names in the SQL come from the
//! declaration only. Every query takes the caller's [`Scope`]. The engine never writes.

mod any;
mod column;
mod count;
mod cursor;
mod describe;
/// Lists as files.
pub mod exports;
#[cfg(fuzzing)]
mod fuzz;
mod page;
mod request;
mod routes;
mod selection;
mod sql;
#[cfg(test)]
mod tests;
mod value;
/// Saved views of lists.
pub mod views;

use comptoir_sandbox::Entity;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row as _};
use utoipa::ToSchema;

pub use any::{AnyList, Lists, Mounted};
pub use column::{Column, Filters, Link, Owner, yes_or_no};
pub use cursor::{
    Cursor, CursorParam, DEFAULT_TAKE, Direction, Filter, MAX_TAKE, OrderBy, Position, Toward,
};
#[cfg(fuzzing)]
pub use fuzz::cursor as fuzz;
pub use page::{Page, PageMeta};
pub use routes::{Parent, calls, calls_below};
pub use selection::{Selection, WORK};
pub use value::{Type, Value, day, day_of, start_of_day};

use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::plugins::Extra;
use count::{Count, Crowd};
use request::{Owned, Request};

/// What a list is, whatever its rows.
#[derive(Debug, Clone, Copy)]
pub struct Declaration {
    /// A plural in camelCase. It stands in operation ids, and in jobs that wait: it never changes.
    pub name: &'static str,
    /// What its call gives, for the API's description. Sorts and filters are described by the columns.
    pub summary: &'static str,
    /// The tag of its calls; empty: its name.
    pub tag: &'static str,
    /// What is searched, sorted and filtered: a table or view with an `id uuid`.
    pub table: &'static str,
    /// A select with an `id` that gives the columns of a row; asked for the rows of one page only, so it may join freely.
    pub rows: &'static str,
    /// Whose the rows are.
    pub owner: Owner,
    /// The column that every call confines to one value, where the list only stands below a record.
    pub confined: Option<&'static str>,
    /// A condition on `table` that always holds.
    pub only: Option<&'static str>,
    /// The generated column of `search_text` that is searched, with a `gin_trgm_ops` index; where the list only stands below a
    /// record, that record's rows may be looked through instead.
    pub search: Option<&'static str>,
    /// Words of a search that are looked for otherwise.
    pub whole: Option<Whole>,
    pub columns: &'static [Column],
    /// The sortable column that orders the list when the caller names none.
    pub sort: (&'static str, Direction),
}

/// Words that stand whole, in capitals, in an array with a `gin` index of its own: those that many rows have, and whose trigrams are
/// those of many others.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    pub array: &'static str,
    /// Whether a word is one of them.
    pub is_one: fn(&str) -> bool,
}

impl Declaration {
    /// For what a declaration does not say.
    pub const DEFAULT: Self = Self {
        name: "",
        summary: "",
        tag: "",
        table: "",
        rows: "",
        owner: Owner::Nobody,
        confined: None,
        only: None,
        search: None,
        whole: None,
        columns: &[],
        sort: ("", Direction::Asc),
    };
}

/// What a list may have as a row.
pub trait Row: for<'r> FromRow<'r, PgRow> + Serialize + ToSchema + Send + Unpin + 'static {}

impl<R: for<'r> FromRow<'r, PgRow> + Serialize + ToSchema + Send + Unpin + 'static> Row for R {}

/// Opens what plugins told of a row.
type Disclosed<R> = (Entity, fn(&mut R) -> &mut Extra);

/// A list of rows `R`.
pub struct List<R: 'static> {
    declaration: Declaration,
    /// Takes from a row what this caller may not know, and adds what no query gives.
    prepare: Option<fn(&App, &Scope, &mut R)>,
    /// What plugins add columns to its rows as.
    disclosed: Option<Disclosed<R>>,
    exported: &'static [exports::ExportColumn<R>],
    crowded: count::Crowded,
}

impl<R> std::fmt::Debug for List<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.declaration.fmt(f)
    }
}

impl<R> List<R> {
    /// A list as it is declared, without an export.
    pub const fn new(declaration: Declaration) -> Self {
        Self {
            declaration,
            prepare: None,
            disclosed: None,
            exported: &[],
            crowded: count::Crowded::new(),
        }
    }

    /// Prepares each row before anybody sees it: takes away what the caller may not know.
    pub const fn prepared(mut self, prepare: fn(&App, &Scope, &mut R)) -> Self {
        self.prepare = Some(prepare);
        self
    }

    /// Shows the columns that plugins add to such records, in pages and exports alike.
    pub const fn disclosing(mut self, entity: Entity, extra: fn(&mut R) -> &mut Extra) -> Self {
        self.disclosed = Some((entity, extra));
        self
    }

    /// Can be exported, with these columns.
    pub const fn exported(mut self, columns: &'static [exports::ExportColumn<R>]) -> Self {
        self.exported = columns;
        self
    }
}

impl<R: Row> List<R> {
    /// The page of `cursor`, of the rows in `scope`, as this caller may see them.
    ///
    /// # Errors
    /// [`Error::BadCursor`] for what the list does not know or a column cannot hold.
    pub async fn page(&self, app: &App, scope: &Scope, cursor: Cursor) -> Result<Page<R>> {
        let mut page = self.read(&app.db, scope, cursor).await?;
        if let Some(prepare) = self.prepare {
            page.data
                .iter_mut()
                .for_each(|row| prepare(app, scope, row));
        }
        if let Some((entity, extra)) = self.disclosed {
            let extras = page.data.iter_mut().map(extra);
            app.plugins.disclose(scope, entity, extras);
        }
        Ok(page)
    }
}

impl<R: for<'r> FromRow<'r, PgRow> + Send + Unpin> List<R> {
    /// The page as the database has it.
    async fn read(&self, db: &PgPool, scope: &Scope, cursor: Cursor) -> Result<Page<R>> {
        let request = Request::new(&self.declaration, scope, &cursor)?;
        let options = db.connect_options();
        let mut db = db.acquire().await?;
        let database = options.get_database().unwrap_or_default();
        let (mut keys, counted) = match request.take {
            0 => (Vec::new(), None),
            _ => self.keys(&mut db, database, &request).await?,
        };
        let more = keys.len() > request.take as usize;
        keys.truncate(request.take as usize);
        if request.is_backward() {
            keys.reverse();
        }
        let count = match counted.or_else(|| request.known_count(keys.len(), more)) {
            Some(count) => count,
            None => {
                count::of(
                    &mut db,
                    database,
                    &self.declaration,
                    &self.crowded,
                    &request,
                )
                .await?
            }
        };
        let data = match keys.is_empty() {
            true => Vec::new(),
            false => {
                let owned = Owned::by(self.declaration.owner, scope);
                let mut rows = sql::rows(&self.declaration, &owned, &keys);
                rows.build_query_as::<R>().fetch_all(&mut *db).await?
            }
        };
        let edges = keys.first().cloned().zip(keys.last().cloned());
        let meta = page::meta(&cursor, &request, edges, keys.len(), more, count);
        Ok(Page { data, meta })
    }

    /// The keys of the page and one more where there is one, and the count if finding them told it.
    async fn keys(
        &self,
        db: &mut PgConnection,
        database: &str,
        request: &Request<'_>,
    ) -> Result<(Vec<Key>, Option<Count>)> {
        // All that match are gathered only where they are few: else a walk meets some soon.
        let is_bounded = match (&request.start, self.crowded.known(database, request)) {
            (_, Some(Crowd::Small)) => true,
            (Some(start), _) => start.count.exact,
            (None, crowd) => matches!(crowd, None | Some(Crowd::Counted)),
        };
        if is_bounded && request.is_scattered() {
            // A walk that began with few goes on with all, however many there are now.
            let limit = request.start.is_none().then_some(request.gathered() + 1);
            let mut query = sql::gathered(&self.declaration, request, limit);
            let rows = query.build().persistent(false).fetch_all(&mut *db).await?;
            let Some(most) = limit else {
                return Ok((keys_of(&rows, request)?, None));
            };
            let (count, are_all) = match rows.first() {
                // Behind the last of them nothing tells how many they are.
                None if request.skip > 0 => {
                    let (list, crowded) = (&self.declaration, &self.crowded);
                    let count = count::of(db, database, list, crowded, request).await?;
                    (count, count.exact)
                }
                row => {
                    let found = row.map_or(Ok(0), |row| row.try_get("list_count"))?;
                    let count = self.crowded.found(database, request, found, most);
                    (count, found < i64::from(most))
                }
            };
            if are_all {
                return Ok((keys_of(&rows, request)?, Some(count)));
            }
        }
        // Of a crowd the page is soon met in the order of the sort. The planner would gather the crowd and sort it.
        if request.is_scattered()
            && self.crowded.known(database, request) != Some(Crowd::Sparse)
            && let Some(mut query) = sql::among_first(&self.declaration, request, WALKED)
        {
            let rows = query.build().persistent(false).fetch_all(&mut *db).await?;
            if rows.len() > request.take as usize {
                return Ok((keys_of(&rows, request)?, None));
            }
            self.crowded.found_sparse(database, request);
        }
        let mut query = sql::keys(&self.declaration, request);
        let rows = query
            .build()
            .persistent(request.has_one_plan())
            .fetch_all(db)
            .await?;
        Ok((keys_of(&rows, request)?, None))
    }
}

impl<R> List<R> {
    /// The ids of the selected rows that lie in `scope`.
    ///
    /// # Errors
    /// [`Error::Invalid`] for more rows than are worked on at once.
    pub async fn select(
        &self,
        db: &PgPool,
        scope: &Scope,
        selection: &Selection,
    ) -> Result<Vec<uuid::Uuid>> {
        let request = Request::new(&self.declaration, scope, selection.cursor())?;
        let mut query = sql::ids(&self.declaration, &request, selection::MOST + 1);
        let ids: Vec<uuid::Uuid> = query
            .build_query_scalar()
            .persistent(false)
            .fetch_all(db)
            .await?;
        if ids.len() > selection::MOST as usize {
            return Err(Error::field("cursor", "max"));
        }
        Ok(ids)
    }

    /// The ids of the rows that a job is to work on one by one: these, or those that match the cursor; a thousand at most.
    ///
    /// # Errors
    /// [`Error::Invalid`] for none, for more, or a selection that is none ([`Selection::new`]).
    pub async fn work(
        &self,
        db: &PgPool,
        scope: &Scope,
        ids: Option<Vec<uuid::Uuid>>,
        cursor: Option<&str>,
    ) -> Result<Vec<uuid::Uuid>> {
        let selection = Selection::new(ids, cursor)?;
        let ids = self.select(db, scope, &selection).await?;
        match ids.len() {
            0 => Err(Error::field("ids", "required")),
            count if count > selection::WORK => Err(Error::field("ids", "max")),
            _ => Ok(ids),
        }
    }
}

/// Rows of a crowd's order that are looked at for its page: what costs as much as to gather a crowd whose rows lie that far apart.
const WALKED: u32 = 12_000;

/// The sorted value (none: null) and the id of a row.
type Key = (Option<Value>, uuid::Uuid);

fn keys_of(rows: &[PgRow], request: &Request<'_>) -> Result<Vec<Key>> {
    let key = |row: &PgRow| {
        let value = Value::from_row(row, "list_key", request.sort.kind)?;
        Ok((value, row.try_get("id")?))
    };
    rows.iter().map(key).collect()
}
