//! The lists that can be exported.

use async_trait::async_trait;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use comptoir_sandbox::{ColumnKind, Entity};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgPool};

use super::csv::{Cell, Column, Writer};
use super::jobs::Export;
use super::model::ExportRequest;
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::idempotency::Once;
use crate::jobs;
use crate::list::{Cursor, List};
use crate::plugins::{Extra, Offered};
use crate::records::audit::Author;
use crate::words::language::Language;

/// A row that can be exported.
pub trait Exported: for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static {
    /// The headings, in the order of the cells.
    const COLUMNS: &'static [Column];

    /// The row's cells; words in the reader's language.
    fn cells(&self, language: Language) -> Vec<Cell>;

    /// What plugins add columns to such rows as.
    const ENTITY: Option<Entity> = None;

    /// What their columns show of it.
    fn extra(&self) -> Option<&Extra> {
        None
    }
}

/// A list that can be exported, whatever its rows.
#[async_trait]
pub trait Exportable: Sync {
    fn columns(&self) -> &'static [Column];

    /// What plugins add columns to its rows as.
    fn entity(&self) -> Option<Entity>;

    /// Writes one page, with the columns of plugins that were `added`; gives its number of rows and the next page's cursor.
    async fn write_page(
        &self,
        db: &PgPool,
        scope: &Scope,
        cursor: Cursor,
        added: &[Offered],
        rows: &mut Writer,
        language: Language,
    ) -> Result<(usize, Option<String>)>;

    /// What the cursor would give is what may be asked.
    async fn check(&self, db: &PgPool, scope: &Scope, cursor: Cursor) -> Result<u32>;
}

#[async_trait]
impl<R: Exported> Exportable for List<R> {
    fn columns(&self) -> &'static [Column] {
        R::COLUMNS
    }

    fn entity(&self) -> Option<Entity> {
        R::ENTITY
    }

    async fn write_page(
        &self,
        db: &PgPool,
        scope: &Scope,
        cursor: Cursor,
        added: &[Offered],
        rows: &mut Writer,
        language: Language,
    ) -> Result<(usize, Option<String>)> {
        let page = self.page(db, scope, cursor).await?;
        for row in &page.data {
            let told = |offered| row.extra().map(|extra| cell_of(extra, offered));
            let mut cells = row.cells(language);
            cells.extend(added.iter().filter_map(told));
            rows.write(&cells)?;
        }
        Ok((page.data.len(), page.meta.next))
    }

    async fn check(&self, db: &PgPool, scope: &Scope, cursor: Cursor) -> Result<u32> {
        let count = Cursor {
            take: 0,
            position: None,
            ..cursor
        };
        Ok(self.page(db, scope, count).await?.meta.total)
    }
}

/// What a plugin tells of a row, as its column says that it is; what is no such thing is told as it stands.
fn cell_of(extra: &Extra, Offered { plugin, column }: &Offered) -> Cell {
    let value = extra.value(plugin, &column.key);
    let number = || value.parse().ok().map(Cell::Number);
    let time = || {
        let time = DateTime::parse_from_rfc3339(value).ok()?;
        Some(Cell::Time(Some(time.with_timezone(&Utc))))
    };
    let told = match column.kind {
        ColumnKind::Number => number(),
        ColumnKind::Date => time(),
        ColumnKind::Text | ColumnKind::Badge => None,
    };
    told.unwrap_or_else(|| Cell::text(value))
}

/// Every list that can be exported, by its name. A name stands in jobs that wait: it never changes.
pub fn find(name: &str) -> Option<&'static dyn Exportable> {
    Some(match name {
        "bundles" => &crate::bundles::BUNDLES,
        "orders" => &crate::orders::ORDERS,
        "organizations" => &crate::organizations::ORGANIZATIONS,
        "products" => &crate::products::PRODUCTS,
        "stores" => &crate::stores::STORES,
        "tickets" => &crate::tickets::TICKETS,
        "users" => &crate::users::USERS,
        _ => return None,
    })
}

/// Answers a call for an export of the list `name`: a job, whose end a mail announces.
///
/// # Errors
/// What the list does not know of in the cursor.
pub async fn request(
    app: &App,
    scope: &Scope,
    once: Once,
    name: &'static str,
    request: ExportRequest,
    language: Language,
) -> Result<Response> {
    let list = find(name).ok_or(Error::missing("List"))?;
    list.check(&app.db, scope, request.cursor()?).await?;
    once.run(app, async |tx| {
        let export = Export::new(name, scope, request, language);
        let job = jobs::enqueue(tx, &Author::from(scope), &export).await?;
        Ok((StatusCode::ACCEPTED, job))
    })
    .await
}
