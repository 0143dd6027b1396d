//! The calls of a list: its page, and its export where it has one. Mounted by [`crate::http::routing::Routes::list`].

use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use uuid::Uuid;

use super::any::AnyList;
use super::describe;
use super::exports::{CursorText, Export, ExportRequest};
use super::{Cursor, Filter, List, Row};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::http::idempotency::Once;
use crate::http::request::{Body, Id};
use crate::http::routing::{AnyHandler, Calls};
use crate::jobs;
use crate::records::Kind;
use crate::words::language::Language;

/// A record that a list stands below: `/store/{id}/product`.
#[derive(Debug, Clone, Copy)]
pub struct Parent {
    /// Of which the caller must see it.
    pub kind: &'static Kind,
    /// The filter of the list below that is its id.
    pub field: &'static str,
}

/// The calls of a list at a path.
pub fn calls<R: Row>(path: &'static str, list: &'static List<R>) -> Vec<Calls> {
    let page = move |scope: Scope, State(app): State<App>, cursor: Cursor| async move {
        list.page(&app, &scope, cursor).await
    };
    let described = move || describe::page(list, path);
    let mut calls = vec![Calls::new(path, get(AnyHandler::new(page)), described)];
    if list.is_exported() {
        let export = move |scope: Scope,
                           State(app): State<App>,
                           once: Once,
                           language: Language,
                           cursor: Option<CursorText>,
                           Body(mut request): Body<ExportRequest>| async move {
            request.take_cursor(cursor);
            enqueue(&app, &scope, once, list, request, language).await
        };
        let path = format!("{path}/export");
        let at = path.clone();
        let described = move || describe::export(list, &at);
        calls.push(Calls::new(path, post(AnyHandler::new(export)), described));
    }
    calls
}

/// The calls of a list below each record of another one. Its export stands there too where the list only stands below records.
pub fn calls_below<R: Row>(
    path: &'static str,
    operation: &'static str,
    parent: Parent,
    list: &'static List<R>,
) -> Vec<Calls> {
    let page = move |scope: Scope, State(app): State<App>, Id(id): Id, mut cursor: Cursor| async move {
        parent
            .confine(&app, &scope, id, &mut cursor.filters)
            .await?;
        list.page(&app, &scope, cursor).await
    };
    let described = move || describe::page_below(list, operation, path);
    let mut calls = vec![Calls::new(path, get(AnyHandler::new(page)), described)];
    if list.is_exported() && list.declaration().confined.is_some() {
        let export = move |scope: Scope,
                           State(app): State<App>,
                           once: Once,
                           language: Language,
                           Id(id): Id,
                           cursor: Option<CursorText>,
                           Body(mut request): Body<ExportRequest>| async move {
            request.take_cursor(cursor);
            parent
                .confine(&app, &scope, id, &mut request.filters)
                .await?;
            enqueue(&app, &scope, once, list, request, language).await
        };
        let path = format!("{path}/export");
        let at = path.clone();
        let described = move || describe::export_below(list, operation, &at);
        calls.push(Calls::new(path, post(AnyHandler::new(export)), described));
    }
    calls
}

impl Parent {
    /// Filters a list for what lies below a record, whatever else was asked of it.
    ///
    /// # Errors
    /// Not found: the caller sees no such record.
    async fn confine(
        &self,
        app: &App,
        scope: &Scope,
        id: Uuid,
        filters: &mut Vec<Filter>,
    ) -> Result<()> {
        let mut db = app.db.acquire().await?;
        if !self.kind.has(&mut db, scope, id).await? {
            return Err(self.kind.missing());
        }
        filters.retain(|filter| filter.field != self.field);
        filters.push(Filter::is(self.field, id.to_string()));
        Ok(())
    }
}

/// Answers a call for an export: a job, whose end a mail announces.
///
/// # Errors
/// What the list does not know of in the cursor.
async fn enqueue(
    app: &App,
    scope: &Scope,
    once: Once,
    list: &dyn AnyList,
    request: ExportRequest,
    language: Language,
) -> Result<Response> {
    list.count(app, scope, request.cursor()?).await?;
    let name = list.declaration().name;
    let export = Export::new(name, scope, request, language);
    jobs::accept(app, scope, once, &export).await
}
