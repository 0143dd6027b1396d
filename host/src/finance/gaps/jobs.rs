//! Looking for gaps.

use chrono::Months;
use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use super::routes::announce;
use super::sql;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobResult};
use crate::list::day_of;
use crate::records::audit::Author;

/// How far back invoices are looked at: a year and the month that is billed late.
const SINCE: Months = Months::new(13);

/// Looks for what a provider's invoices leave open.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FindGaps {
    /// A plugin's id.
    pub provider: String,
}

impl Job for FindGaps {
    const NAME: &'static str = "finance.find-gaps";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        self.provider.clone()
    }

    fn identifier(&self) -> String {
        self.provider.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let (now, today) = (app.now(), day_of(app.now()));
        let mut tx = app.begin().await?;
        sql::find(&mut tx, &self.provider, (today - SINCE, today), now).await?;
        let found = sql::count(&mut tx, &self.provider).await?;
        announce(&mut tx).await?;
        tx.commit().await?;
        context.progress(found, Some(found), None).await
    }
}

/// The moment: asks for a job a provider.
#[derive(Debug, Serialize, Deserialize)]
pub struct Nightly {}

impl Nightly {
    /// At 03:50 UTC, when orders have been followed.
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![
            Cron::daily_at::<Self>(3, 50)?.payload(Self {})?.build(),
        ])
    }

    async fn ask(app: &App) -> Result<()> {
        let providers = sql::providers(&app.db).await?;
        let jobs = providers.into_iter().map(|provider| FindGaps { provider });
        let mut tx = app.begin().await?;
        jobs::enqueue_all(
            &mut tx,
            &Author::system("schedule"),
            &jobs.collect::<Vec<_>>(),
        )
        .await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Nightly {
    const IDENTIFIER: &'static str = "finance.gaps";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
