//! Work on orders that is done later.

use std::sync::Arc;

use comptoir_sandbox::{Call, CallError, Plugin, Retry};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sync;
use crate::access::Scope;
use crate::app::App;
use crate::audit::Author;
use crate::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult};
use crate::stores::connectors::{self, Connector};

/// Pulls what is new or changed at one connection's provider, page by page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Synchronize {
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
}

/// Orders of one page: the contract's largest.
const PAGE: u32 = 500;
/// Orders asked for by id: the contract's most.
const STATES: i64 = 100;

impl Job for Synchronize {
    const NAME: &'static str = "orders.synchronize";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connector.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mut done: i64 = 0;
        loop {
            let (connector, plugin) = self.partner(app).await?;
            let cursor = connector.orders_cursor.clone();
            let call = Call::job(connector.for_plugin());
            let page = plugin.orders(call, cursor.as_deref(), PAGE).await?;
            let (items, more, total) = (
                page.items.len() + page.rejected.len(),
                page.more,
                page.total,
            );
            let mut tx = app.begin().await?;
            // None: another pull was faster; go on from where it is.
            if sync::take_page(&mut tx, &connector, cursor.as_deref(), page, app.now())
                .await?
                .is_none()
            {
                continue;
            }
            tx.commit().await?;
            done += i64::try_from(items).unwrap_or(0);
            let total = total.and_then(|total| i64::try_from(total).ok());
            context
                .progress(done, total, Some(connector.store_name))
                .await?;
            if !more {
                break;
            }
        }
        self.follow(context, done).await
    }
}

impl Synchronize {
    /// The connection as it is now, and the plugin that speaks for it.
    async fn partner(&self, app: &App) -> Result<(Connector, Arc<Plugin>), JobError> {
        let connector = connectors::find(&app.db, self.connector)
            .await?
            .ok_or_else(|| JobError::GiveUp("the connection was ended".into()))?;
        let plugin = match app.plugins.ready(&connector.plugin) {
            Some(ready) => Arc::clone(&ready.plugin),
            None => {
                let text = format!("the plugin {} is not loaded", connector.plugin);
                return Err(JobError::GiveUp(text));
            }
        };
        Ok((connector, plugin))
    }

    /// Asks for those orders that can still move and that the pull did not bring: a provider may list only what is recent.
    async fn follow(&self, context: &JobContext, mut done: i64) -> JobResult {
        let app = &context.app;
        loop {
            let (connector, plugin) = self.partner(app).await?;
            let ids = sync::open_and_unseen(&app.db, connector.id, app.now(), STATES).await?;
            if ids.is_empty() {
                return Ok(());
            }
            let call = Call::job(connector.for_plugin());
            let states = match plugin.order_states(call, ids.clone()).await {
                // Then there is nothing to ask it.
                Err(CallError::Unsupported) => return Ok(()),
                states => states?,
            };
            let mut tx = app.begin().await?;
            sync::take_states(&mut tx, &connector, &ids, states, app.now()).await?;
            tx.commit().await?;
            done += i64::try_from(ids.len()).unwrap_or(0);
            context
                .progress(done, None, Some(connector.store_name))
                .await?;
        }
    }
}

impl From<CallError> for JobError {
    fn from(error: CallError) -> Self {
        match error.retry() {
            Retry::Never => JobError::GiveUp(error.to_string()),
            Retry::After(pause) => JobError::RetryAfter(pause, error.into()),
            Retry::Soon => JobError::Retry(error.into()),
        }
    }
}

/// Which connections a synchronisation is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    All,
    Connector(Uuid),
    Plugin(&'a str),
}

impl Which<'_> {
    fn has(self, connector: &Connector) -> bool {
        match self {
            Which::All => true,
            Which::Connector(id) => connector.id == id,
            Which::Plugin(plugin) => connector.plugin == plugin,
        }
    }
}

/// Asks, in the caller's transaction, for a pull of the connections that the scope reaches (none: the system's own reach,
/// all), one job a connection.
pub async fn synchronize(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    scope: Option<&Scope>,
    which: Which<'_>,
) -> Result<Vec<JobRecord>> {
    let mut records = Vec::new();
    for connector in connectors::active(&mut *db, scope, None).await? {
        let plays = app.plugins.ready(&connector.plugin).is_some_and(|ready| {
            ready
                .plugin
                .manifest()
                .roles
                .contains(&comptoir_sandbox::Role::Fulfilment)
        });
        if plays && which.has(&connector) {
            let job = Synchronize {
                connector: connector.id,
                plugin: connector.plugin,
            };
            records.push(jobs::enqueue(&mut *db, author, &job).await?);
        }
    }
    Ok(records)
}
