//! A work on many things, one after the other.

use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{PgConnection, Postgres, Transaction};

use super::sql;
use super::worker::{JobContext, JobResult};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};

/// What happens to many things, to each by itself.
pub trait Each: Sync {
    type Item: Sync;
    /// What it has brought so far: the result of the job.
    type Outcome: Default + Serialize + DeserializeOwned + Send + Sync;

    /// Does it to one.
    ///
    /// # Errors
    /// Why it does not happen to that one. What was written in the transaction is undone then.
    fn one(
        &self,
        app: &App,
        scope: &Scope,
        item: &Self::Item,
    ) -> impl Future<Output = Result<Transaction<'static, Postgres>>> + Send;

    /// Notes that it happened to one.
    fn done(outcome: &mut Self::Outcome);

    /// Notes that it did not, and why.
    fn refused(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        item: &Self::Item,
        error: Error,
        outcome: &mut Self::Outcome,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// How far it is.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Step<O> {
    next: usize,
    outcome: O,
}

/// Goes through all of them. The transaction of each also keeps how far the work is: each has its turn once, whenever a host
/// dies. What may go better later is tried again, and told once that was in vain.
pub async fn each<W: Each>(
    context: &JobContext,
    scope: &Scope,
    work: &W,
    items: &[W::Item],
) -> JobResult {
    let app = &context.app;
    let mut step: Step<W::Outcome> = context.checkpoint().await?.unwrap_or_default();
    let total = i64::try_from(items.len()).ok();
    for item in items.iter().skip(step.next) {
        step.next += 1;
        let mut tx = match work.one(app, scope, item).await {
            Ok(tx) => {
                W::done(&mut step.outcome);
                tx
            }
            Err(error) if may_pass(&error) && context.left > 0 => return Err(error.into()),
            Err(error) => {
                let mut tx = app.begin().await?;
                let outcome = &mut step.outcome;
                work.refused(&mut tx, scope, item, error, outcome).await?;
                tx
            }
        };
        sql::set_step(&mut tx, context.id, &json!(step.outcome), &json!(step)).await?;
        tx.commit().await?;
        let done = i64::try_from(step.next).unwrap_or(i64::MAX);
        context.progress(done, total, None).await?;
    }
    let mut tx = app.begin().await?;
    sql::set_result(&mut tx, context.id, &json!(step.outcome), &[]).await?;
    Ok(tx.commit().await?)
}

/// Whether it may go better later: somebody takes their time, or the fault is ours.
fn may_pass(error: &Error) -> bool {
    matches!(
        error.status(),
        StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
            | StatusCode::INTERNAL_SERVER_ERROR
    )
}
