//! Work on orders that is done later.

use comptoir_sandbox::{Call, CallError, Retry};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::sync;
use crate::access::Scope;
use crate::app::App;
use crate::audit::Author;
use crate::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult};
use crate::stores::connectors;

/// Pulls what is new or changed at one connection's provider, page by page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Synchronize {
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
}

/// Orders of one page: the contract's largest.
const PAGE: u32 = 500;

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
            let connector = connectors::find(&app.db, self.connector).await?;
            let Some(connector) = connector else {
                return Err(JobError::GiveUp("the connection was ended".into()));
            };
            let Some(ready) = app.plugins.ready(&connector.plugin) else {
                return Err(JobError::GiveUp(format!(
                    "the plugin {} is not loaded",
                    connector.plugin
                )));
            };
            let cursor = connector.orders_cursor.clone();
            let call = Call::job(connector.for_plugin());
            let page = ready
                .plugin
                .orders(call, cursor.as_deref(), PAGE)
                .await
                .map_err(job_error)?;
            let (items, more, total) = (
                page.items.len() + page.rejected.len(),
                page.more,
                page.total,
            );
            let mut tx = app.begin().await?;
            // None: another pull was faster; go on from where it is.
            if sync::take_page(&mut tx, &connector, cursor.as_deref(), page, app.now())
                .await?
                .is_some()
            {
                tx.commit().await?;
                done += i64::try_from(items).unwrap_or(0);
                let total = total.and_then(|total| i64::try_from(total).ok());
                context
                    .progress(done, total, Some(connector.store_name))
                    .await?;
                if !more {
                    return Ok(());
                }
            }
        }
    }
}

fn job_error(error: CallError) -> JobError {
    match error.retry() {
        Retry::Never => JobError::GiveUp(error.to_string()),
        Retry::After(_) | Retry::Soon => JobError::Retry(error.into()),
    }
}

/// Asks for a pull of one connection (or of all in reach), one job a connection.
pub async fn synchronize(
    app: &App,
    author: &Author,
    scope: Option<&Scope>,
    only: Option<Uuid>,
) -> Result<Vec<JobRecord>> {
    let mut tx = app.begin().await?;
    let mut records = Vec::new();
    for connector in connectors::active(&mut *tx, scope, None).await? {
        let plays = app.plugins.ready(&connector.plugin).is_some_and(|ready| {
            ready
                .plugin
                .manifest()
                .roles
                .contains(&comptoir_sandbox::Role::Fulfilment)
        });
        if plays && only.is_none_or(|only| only == connector.id) {
            let job = Synchronize {
                connector: connector.id,
                plugin: connector.plugin,
            };
            records.push(jobs::enqueue(&mut tx, author, &job).await?);
        }
    }
    tx.commit().await?;
    Ok(records)
}
