//! What has served its time is forgotten, every night.

use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use super::sql;
use super::worker::{Job, JobContext, JobResult};
use crate::app::App;
use crate::bundles::Bundle;
use crate::charts::AuditProduct;
use crate::http::error::Result;
use crate::http::idempotency;
use crate::organizations::Organization;
use crate::providers::webhooks;
use crate::records::audit::Author;
use crate::records::life;
use crate::stores::Store;
use crate::stores::connectors;
use crate::users::User;
use crate::{files, identity, records};

/// Removes old links, sessions, idempotency keys and records of jobs; records deleted long enough ago, files that belong
/// to nobody.
#[derive(Debug, Serialize, Deserialize)]
pub struct Housekeeping {}

/// Rows removed at once: none of it holds a lock for long.
const BATCH: i64 = 5_000;

impl Job for Housekeeping {
    const NAME: &'static str = "jobs.housekeeping";

    fn consumer(&self) -> String {
        "jobs".into()
    }

    fn identifier(&self) -> String {
        "nightly".into()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let (db, now) = (&context.app.db, context.app.now());
        while idempotency::forget(db, now, BATCH).await? > 0 {}
        while identity::forget(db, now, BATCH).await? > 0 {}
        while sql::forget(db, now, BATCH).await? > 0 {}
        while life::sweep::<User>(db, now, BATCH).await? > 0 {}
        while life::sweep::<Bundle>(db, now, BATCH).await? > 0 {}
        while life::sweep::<AuditProduct>(db, now, BATCH).await? > 0 {}
        while life::sweep::<Store>(db, now, BATCH).await? > 0 {}
        while life::sweep::<Organization>(db, now, BATCH).await? > 0 {}
        records::sweep(&mut *db.acquire().await?, now).await?;
        while webhooks::forget(db, now, BATCH).await? > 0 {}
        while connectors::forget_secrets(db, now, BATCH).await? > 0 {}
        while files::sweep(&context.app, BATCH).await? > 0 {}
        files::sweep_orphans(&context.app).await?;
        Ok(())
    }
}

/// The moment: asks for the job, which has its record like any other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Nightly {}

impl Nightly {
    /// At 02:40 UTC, when nobody works.
    pub fn crontab() -> anyhow::Result<Crontab> {
        Ok(Cron::daily_at::<Self>(2, 40)?.payload(Self {})?.build())
    }

    async fn ask(app: &App) -> Result<()> {
        let mut tx = app.begin().await?;
        sql::enqueue(&mut tx, &Author::system("schedule"), &Housekeeping {}).await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Nightly {
    const IDENTIFIER: &'static str = "jobs.nightly";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Nightly::ask(app)
            .await
            .map_err(|error| format!("{error:#}"))
    }
}
