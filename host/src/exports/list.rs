//! The lists that can be exported.

use async_trait::async_trait;
use axum::http::StatusCode;
use axum::response::Response;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgPool};

use super::csv::{Cell, Column, Writer};
use super::jobs::Export;
use super::model::ExportRequest;
use crate::access::Scope;
use crate::app::App;
use crate::audit::Author;
use crate::error::{Error, Result};
use crate::idempotency::Once;
use crate::jobs;
use crate::language::Language;
use crate::list::{Cursor, List};

/// A row that can be exported.
pub trait Exported: for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static {
    /// The headings, in the order of the cells.
    const COLUMNS: &'static [Column];

    /// The row's cells; words in the reader's language.
    fn cells(&self, language: Language) -> Vec<Cell>;
}

/// A list that can be exported, whatever its rows.
#[async_trait]
pub trait Exportable: Sync {
    fn columns(&self) -> &'static [Column];

    /// Writes one page; gives its number of rows and the next page's cursor.
    async fn write_page(
        &self,
        db: &PgPool,
        scope: &Scope,
        cursor: Cursor,
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

    async fn write_page(
        &self,
        db: &PgPool,
        scope: &Scope,
        cursor: Cursor,
        rows: &mut Writer,
        language: Language,
    ) -> Result<(usize, Option<String>)> {
        let page = self.page(db, scope, cursor).await?;
        for row in &page.data {
            rows.write(&row.cells(language))?;
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
