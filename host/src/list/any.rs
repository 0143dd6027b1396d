//! A list whatever its rows: what the register of lists holds, and what an export walks.

use std::collections::BTreeMap;
use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use comptoir_sandbox::ColumnKind;

use super::exports::{Cell, ExportColumn, Writer};
use super::{Cursor, Declaration, List, Row};
use crate::access::{Access, Role, Scope};
use crate::app::App;
use crate::http::error::Result;
use crate::plugins::{Extra, Offered};
use crate::words::language::Language;

/// Every list that is mounted, by its name.
pub type Lists = BTreeMap<&'static str, Mounted>;

/// A list and what its calls ask of their callers.
#[derive(Debug, Clone)]
pub struct Mounted {
    pub list: &'static dyn AnyList,
    /// Of each place where it stands.
    pub access: Vec<Access>,
}

impl Mounted {
    pub fn new(list: &'static dyn AnyList) -> Self {
        let access = Vec::new();
        Self { list, access }
    }

    /// Whether this caller may read it anywhere.
    ///
    /// # Errors
    /// Why they may not.
    pub fn check(&self, scope: &Scope) -> Result<()> {
        let mut checks = self.access.iter().map(|access| access.check(Some(scope)));
        let first = checks.next().unwrap_or(Ok(()));
        if checks.any(|check| check.is_ok()) {
            Ok(())
        } else {
            first
        }
    }
}

/// A list whatever its rows.
#[async_trait]
pub trait AnyList: Debug + Sync {
    fn declaration(&self) -> &Declaration;

    /// Whether it can be exported.
    fn is_exported(&self) -> bool;

    /// The columns that plugins add to it for this caller.
    fn added(&self, app: &App, scope: &Scope) -> Vec<Offered>;

    /// The headings of its export for this caller, those of `added` columns last.
    fn headings(&self, scope: &Scope, added: &[Offered], language: Language) -> Vec<String>;

    /// Writes one page of its export; gives its number of rows and the next page's cursor.
    async fn write_page(
        &self,
        app: &App,
        scope: &Scope,
        cursor: Cursor,
        added: &[Offered],
        rows: &mut Writer,
    ) -> Result<(usize, Option<String>)>;

    /// How many rows the cursor's question has.
    ///
    /// # Errors
    /// It asks what the list does not know.
    async fn count(&self, app: &App, scope: &Scope, cursor: Cursor) -> Result<u32>;
}

#[async_trait]
impl<R: Row> AnyList for List<R> {
    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn is_exported(&self) -> bool {
        !self.exported.is_empty()
    }

    fn added(&self, app: &App, scope: &Scope) -> Vec<Offered> {
        match self.disclosed {
            Some((entity, _)) => app.plugins.columns(scope, entity),
            None => Vec::new(),
        }
    }

    fn headings(&self, scope: &Scope, added: &[Offered], language: Language) -> Vec<String> {
        let own = self.exported_to(scope);
        own.map(|column| column.heading(language).to_owned())
            .chain(added.iter().map(|offered| offered.heading(language)))
            .collect()
    }

    async fn write_page(
        &self,
        app: &App,
        scope: &Scope,
        cursor: Cursor,
        added: &[Offered],
        rows: &mut Writer,
    ) -> Result<(usize, Option<String>)> {
        let mut page = self.page(app, scope, cursor).await?;
        let language = rows.language();
        for row in &mut page.data {
            let own = self.exported_to(scope);
            let mut cells: Vec<Cell> = own.map(|column| column.cell(row, language)).collect();
            if let Some((_, extra)) = self.disclosed {
                let extra = extra(row);
                cells.extend(added.iter().map(|offered| cell_of(extra, offered)));
            }
            rows.write(&cells)?;
        }
        Ok((page.data.len(), page.meta.next))
    }

    async fn count(&self, app: &App, scope: &Scope, cursor: Cursor) -> Result<u32> {
        let count = Cursor {
            take: 0,
            position: None,
            ..cursor
        };
        Ok(self.read(&app.db, scope, count).await?.meta.total)
    }
}

/// What a plugin tells of a row, as its column says that it is; what is no such thing is told as it stands.
fn cell_of(extra: &Extra, Offered { plugin, column }: &Offered) -> Cell {
    let value = extra.value(plugin, &column.key);
    let typed = match column.kind {
        ColumnKind::Number => value.parse().ok().map(Cell::Number),
        ColumnKind::Date => DateTime::parse_from_rfc3339(value)
            .ok()
            .map(|time| Cell::Time(Some(time.with_timezone(&Utc)))),
        ColumnKind::Text | ColumnKind::Badge => None,
    };
    typed.unwrap_or_else(|| Cell::text(value))
}

impl<R> List<R> {
    /// The columns of its export for this caller.
    fn exported_to(&self, scope: &Scope) -> impl Iterator<Item = &ExportColumn<R>> {
        let is_staff = scope.actor.role == Role::Admin;
        self.exported
            .iter()
            .filter(move |column| is_staff || !column.staff)
    }
}
