//! When days are counted.

use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use super::count;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobResult};
use crate::records::audit::Author;

/// The moment: counts what changed. It is no job that people see: it comes every minute and has an end in milliseconds.
#[derive(Debug, Serialize, Deserialize)]
pub struct EachMinute {}

impl EachMinute {
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![Cron::every_minute::<Self>().payload(Self {})?.build()])
    }
}

impl TaskHandler for EachMinute {
    const IDENTIFIER: &'static str = "analytics.count";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        let counted = count::count(&app.db, app.now()).await;
        counted.map_err(|error| format!("{error:#}"))
    }
}

/// Counts days drawn at random again. Days that were otherwise are a defect of ours: it fails with their number.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckCounts {}

impl Job for CheckCounts {
    const NAME: &'static str = "analytics.check";
    const ATTEMPTS: i16 = 1;

    fn consumer(&self) -> String {
        "analytics".into()
    }

    fn identifier(&self) -> String {
        "nightly".into()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let differences = count::check(&app.db, app.now()).await?;
        match differences.first() {
            None => Ok(()),
            Some(first) => Err(JobError::GiveUp(format!(
                "{} days were counted otherwise than their orders, tickets and fees tell, such as {} of store {}; they are right now",
                differences.len(),
                first.day,
                first.store_id
            ))),
        }
    }
}

/// The moment: asks for the check.
#[derive(Debug, Serialize, Deserialize)]
pub struct Nightly {}

impl Nightly {
    /// At 04:05 UTC, when the night's work is done.
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![
            Cron::daily_at::<Self>(4, 5)?.payload(Self {})?.build(),
        ])
    }

    async fn ask(app: &App) -> Result<()> {
        let mut tx = app.begin().await?;
        jobs::enqueue(&mut tx, &Author::system("schedule"), &CheckCounts {}).await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Nightly {
    const IDENTIFIER: &'static str = "analytics.nightly";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
