//! What an event says goes to its domains: the one place that knows them all.

use comptoir_sandbox::webhooks::Changes;
use sqlx::PgConnection;

use crate::app::App;
use crate::http::error::Result;
use crate::orders::{self, Orders};
use crate::products::{Inventories, Products};
use crate::providers::sync::{self, Function, Page, Which};
use crate::records::audit::Author;
use crate::stores::connectors::Connector;
use crate::tickets::Tickets;

/// Takes each change as if a pull had brought it, and asks for the pulls that the plugin wishes. Commits nothing itself.
pub async fn apply(
    app: &App,
    db: &mut PgConnection,
    connector: &Connector,
    changes: Changes,
) -> Result<()> {
    let now = app.now();
    let ready = app.plugins.ready(&connector.plugin);
    let columns = ready
        .as_ref()
        .map(|ready| &*ready.plugin.manifest().columns);
    let columns = columns.unwrap_or_default();
    let mut pulls = known(&changes.pull);
    if !changes.orders.is_empty() {
        let page = reported(changes.orders);
        sync::take_reported::<Orders>(db, connector, columns, page, now).await?;
    }
    if !changes.order_states.is_empty() {
        let states = changes.order_states;
        let ids: Vec<String> = states.iter().map(|state| state.id.clone()).collect();
        // Of an order that is not here yet only a pull can tell the rest.
        if orders::any_unknown(&mut *db, connector.id, &ids).await? {
            pulls.push(Function::Orders);
        }
        orders::take_states(db, connector, &ids, states, now).await?;
    }
    if !changes.products.is_empty() || !changes.products_gone.is_empty() {
        let page = Page {
            gone: changes.products_gone,
            ..reported(changes.products)
        };
        sync::take_reported::<Products>(db, connector, columns, page, now).await?;
    }
    if !changes.inventories.is_empty() {
        let page = reported(changes.inventories);
        sync::take_reported::<Inventories>(db, connector, columns, page, now).await?;
    }
    if !changes.tickets.is_empty() {
        let page = reported(changes.tickets);
        sync::take_reported::<Tickets>(db, connector, columns, page, now).await?;
    }
    pull(app, db, connector, &pulls).await
}

fn reported<T>(items: Vec<T>) -> Page<T> {
    Page {
        items,
        ..Page::default()
    }
}

/// The functions that these words name; others are ignored.
fn known(words: &[String]) -> Vec<Function> {
    words.iter().filter_map(|word| word.parse().ok()).collect()
}

/// Asks for pulls of this connection.
async fn pull(
    app: &App,
    db: &mut PgConnection,
    connector: &Connector,
    functions: &[Function],
) -> Result<()> {
    let author = Author::system(format!("webhook {}", connector.plugin));
    for function in functions {
        let which = Which::Connector(connector.id);
        sync::synchronize(app, db, &author, None, *function, which).await?;
    }
    Ok(())
}
