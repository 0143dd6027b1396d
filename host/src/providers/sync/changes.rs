//! What a plugin says has changed at its provider, because an event told it or because it was asked to act: each domain
//! takes what is its own, as if a pull had brought it.

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::Changes;
use futures::future::BoxFuture;
use sqlx::PgConnection;

use super::{Glossary, Page, Pull, synchronize_named, take_reported};
use crate::app::App;
use crate::http::error::Result;
use crate::providers::connectors::Connector;
use crate::records::audit::Author;

/// Changes of one connection on their way to the domains.
#[derive(Debug)]
pub struct Changed<'a> {
    pub connector: &'a Connector,
    pub glossary: Glossary<'a>,
    pub changes: Changes,
    /// Names of the pulls to be asked for: only they can tell the rest.
    pub pulls: Vec<String>,
    pub now: DateTime<Utc>,
}

impl Changed<'_> {
    /// Takes these items, and that those of the provider's ids `gone` are no more, as if a pull had brought it.
    pub async fn take<P: Pull>(
        &self,
        db: &mut PgConnection,
        items: Vec<P::Reported>,
        gone: Vec<String>,
    ) -> Result<()> {
        if items.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let page = Page {
            items,
            gone,
            ..Page::default()
        };
        take_reported::<P>(db, self.connector, self.glossary, page, self.now).await?;
        Ok(())
    }
}

/// Takes a domain's part of the changes, in the caller's transaction.
pub type TakeChanges =
    for<'a> fn(&'a mut PgConnection, &'a mut Changed<'_>) -> BoxFuture<'a, Result<()>>;

/// Takes each change as if a pull had brought it, and asks for the pulls that the plugin wishes, in the caller's
/// transaction.
pub async fn take_changes(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    connector: &Connector,
    mut changes: Changes,
) -> Result<()> {
    let ready = app.plugins.ready(&connector.plugin);
    let glossary = ready.as_ref().map(|ready| ready.plugin.manifest().into());
    let mut changed = Changed {
        connector,
        glossary: glossary.unwrap_or_default(),
        pulls: std::mem::take(&mut changes.pull),
        changes,
        now: app.now(),
    };
    for take in app.register.changes() {
        take(&mut *db, &mut changed).await?;
    }
    synchronize_named(app, db, author, connector, &changed.pulls).await
}
