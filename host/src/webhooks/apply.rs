//! What an event says goes to its domains: the one place that knows them all.

use comptoir_sandbox::commerce::OrderPage;
use comptoir_sandbox::webhooks::Changes;
use sqlx::PgConnection;

use crate::app::App;
use crate::audit::Author;
use crate::error::Result;
use crate::orders::{self, Orders};
use crate::stores::connectors::Connector;
use crate::sync::{self, Function, Which};

/// Takes each change as if a pull had brought it, and asks for the pulls that the plugin wishes. Commits nothing itself.
pub async fn apply(
    app: &App,
    db: &mut PgConnection,
    connector: &Connector,
    changes: Changes,
) -> Result<()> {
    let now = app.now();
    let mut pulls: Vec<Function> = known(&changes.pull);
    if !changes.orders.is_empty() {
        let page = OrderPage {
            items: changes.orders,
            rejected: Vec::new(),
            cursor: String::new(),
            more: true,
            total: None,
        };
        sync::take_told::<Orders>(db, connector, page, now).await?;
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
    pull(app, db, connector, &pulls).await
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
