//! Work on orders that is done later.

use comptoir_sandbox::Call;

use super::hold;
use super::sync::{self, Orders};
use crate::jobs::{JobContext, JobResult};
use crate::providers::connectors::ConnectorRole;
use crate::providers::partner;
use crate::providers::sync::{Synchronize, is_unsupported};

/// Orders asked for by id: the contract's most.
const STATES: i64 = 100;

/// Asks for those orders that can still move and that the pull did not bring: a provider may list only what is recent. The
/// contract has this question for fulfilment providers.
pub async fn follow(job: &Synchronize<Orders>, context: &JobContext, mut done: i64) -> JobResult {
    let app = &context.app;
    let (connector, plugin) = partner(app, job.connector).await?;
    // What was told before its plugin named these phrases.
    let phrases = &plugin.manifest().phrases;
    hold::keep_meanings(&app.db, connector.id, phrases, None).await?;
    // Whoever was heard of since then is not asked for again.
    let began = app.now();
    loop {
        let (connector, plugin) = partner(app, job.connector).await?;
        if connector.role != ConnectorRole::Fulfillment {
            return Ok(());
        }
        let ids = sync::open_and_unseen(&app.db, connector.id, began, STATES).await?;
        if ids.is_empty() {
            return Ok(());
        }
        let call = Call::job(connector.for_plugin());
        let states = match plugin.order_states(call, ids.clone()).await {
            // Then there is nothing to ask it.
            Err(error) if is_unsupported(&error) => return Ok(()),
            states => states?,
        };
        let mut tx = app.begin().await?;
        let phrases = &plugin.manifest().phrases;
        sync::take_states(&mut tx, &connector, phrases, &ids, states, app.now()).await?;
        tx.commit().await?;
        done += i64::try_from(ids.len()).unwrap_or(0);
        context
            .progress(done, None, Some(connector.store_name))
            .await?;
    }
}
