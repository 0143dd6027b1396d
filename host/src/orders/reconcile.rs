//! What pulls and events missed: every night each provider's list of the last days is gone over once more, compared with
//! what is kept here, and taken where it differs.

use chrono::{NaiveDate, TimeDelta};
use comptoir_sandbox::Call;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::Orders;
use crate::app::App;
use crate::audit::Author;
use crate::error::Result;
use crate::jobs::{self, Job, JobContext, JobRecord, JobResult};
use crate::stores::connectors;
use crate::sync::{self, Function, Pull, Synchronize, Taken, Which};

/// How far back it goes.
const DAYS: i64 = 7;

/// Goes over one connection's orders of the last days. Its result: since when, how many orders the provider listed, how many
/// were missing here, how many differed, how many could not be taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reconcile {
    pub connector: Uuid,
    /// For the job's record.
    pub plugin: String,
}

impl Job for Reconcile {
    const NAME: &'static str = "orders.reconcile";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connector.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let today = app.now().date_naive();
        let of = Synchronize::<Orders>::of(self.connector, self.plugin.clone());
        let from = checkpoint(&app.db, self.connector, today - TimeDelta::days(DAYS)).await?;
        let (since, mut cursor) = from.unzip();
        let (mut listed, mut sum) = (0, Taken::default());
        loop {
            let (connector, plugin) = of.partner(app).await?;
            if !Orders::serves(&connector) {
                return Ok(());
            }
            let call = Call::job(connector.for_plugin());
            let page = Orders::ask(&plugin, &connector, call, cursor.as_deref()).await?;
            let next = Orders::next(&page);
            let mut tx = app.begin().await?;
            let taken = sync::take_told::<Orders>(&mut tx, &connector, page, app.now()).await?;
            if !next.more {
                keep_checkpoint(&mut tx, connector.id, today, &next.cursor).await?;
            }
            tx.commit().await?;
            let taken = taken.unwrap_or_default();
            listed += next.items;
            sum.added += taken.added;
            sum.changed += taken.changed;
            sum.set_aside += taken.set_aside;
            let done = i64::try_from(listed).unwrap_or(i64::MAX);
            context
                .progress(done, None, Some(connector.store_name))
                .await?;
            cursor = Some(next.cursor);
            if !next.more {
                break;
            }
        }
        let result = json!({
            "since": since, "listed": listed, "missing": sum.added, "different": sum.changed, "setAside": sum.set_aside,
        });
        let mut db = app.db.acquire().await?;
        Ok(jobs::bring(&mut db, context.id, &result, &[]).await?)
    }
}

/// Asks for a comparison of these connections, one job each.
pub async fn reconcile(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    which: Which<'_>,
) -> Result<Vec<JobRecord>> {
    let mut records = Vec::new();
    for connector in connectors::active(&mut *db, None, None).await? {
        let plays = app
            .plugins
            .ready(&connector.plugin)
            .is_some_and(|ready| connector.role.is_played_by(&ready.plugin.manifest().roles));
        if plays && Orders::serves(&connector) && which.has(&connector) {
            let job = Reconcile {
                connector: connector.id,
                plugin: connector.plugin,
            };
            records.push(jobs::enqueue(&mut *db, author, &job).await?);
        }
    }
    Ok(records)
}

/// Where the pull stood on `day`, or on the first day after it that is known. None: then all orders are gone over.
async fn checkpoint(
    db: impl PgExecutor<'_>,
    connector: Uuid,
    day: NaiveDate,
) -> Result<Option<(NaiveDate, String)>> {
    let row = sqlx::query!(
        "select day, cursor from pull_checkpoints where connector_id = $1 and function = $2 and day >= $3
         order by day limit 1",
        connector,
        Function::Orders.as_str(),
        day,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.day, row.cursor)))
}

/// Remembers where it stands today, and forgets what lies further back than it goes.
async fn keep_checkpoint(
    db: &mut PgConnection,
    connector: Uuid,
    today: NaiveDate,
    cursor: &str,
) -> Result<()> {
    sqlx::query!(
        "with old as (delete from pull_checkpoints where connector_id = $1 and function = $2 and day < $5)
         insert into pull_checkpoints (connector_id, function, day, cursor) values ($1, $2, $3, $4)
         on conflict (connector_id, function, day) do update set cursor = excluded.cursor",
        connector,
        Function::Orders.as_str(),
        today,
        cursor,
        today - TimeDelta::days(DAYS),
    )
    .execute(db)
    .await?;
    Ok(())
}
