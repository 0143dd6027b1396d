//! What has served its time is forgotten, every night.

use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use super::sql;
use super::worker::{Job, JobContext, JobResult};
use crate::app::App;
use crate::http::error::Result;
use crate::records::audit::Author;

/// Has every domain forget what has served its time.
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
        for sweep in context.app.register.sweeps() {
            while sweep(&context.app, BATCH).await? > 0 {}
        }
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
