//! What an event says goes to the domains: each takes what is its own.

use comptoir_sandbox::webhooks::Changes;
use sqlx::PgConnection;

use crate::app::App;
use crate::http::error::Result;
use crate::providers::connectors::Connector;
use crate::providers::sync::{self, Event};
use crate::records::audit::Author;

/// Takes each change as if a pull had brought it, and asks for the pulls that the plugin wishes. Commits nothing itself.
pub async fn apply(
    app: &App,
    db: &mut PgConnection,
    connector: &Connector,
    mut changes: Changes,
) -> Result<()> {
    let ready = app.plugins.ready(&connector.plugin);
    let columns = ready
        .as_ref()
        .map(|ready| &*ready.plugin.manifest().columns);
    let mut event = Event {
        connector,
        columns: columns.unwrap_or_default(),
        pulls: std::mem::take(&mut changes.pull),
        changes,
        now: app.now(),
    };
    for take in app.register.events() {
        take(&mut *db, &mut event).await?;
    }
    let author = Author::system(format!("webhook {}", connector.plugin));
    sync::synchronize_named(app, db, &author, connector, &event.pulls).await
}
