//! The charges of all stores, every night, where the operator wants it so.

use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use super::apply::{self, Which};
use super::sql;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobResult};
use crate::list::day_of;
use crate::records::audit::Author;

/// Makes the fees of every period that has begun.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ApplyCharges {}

impl Job for ApplyCharges {
    const NAME: &'static str = "finance.apply-charges";

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        "nightly".into()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let (author, today) = (Author::system("schedule"), day_of(app.now()));
        let stores = sql::stores(&app.db).await?;
        let mut count = 0;
        // A store at a time: nobody waits for long to change a charge.
        for store in &stores {
            let which = Which {
                stores: Some(std::slice::from_ref(store)),
                scope: None,
            };
            let mut tx = app.begin().await?;
            let applied = apply::apply(&mut tx, &author, today, which, app.now()).await?;
            tx.commit().await?;
            count += i64::try_from(applied.count).unwrap_or_default();
            context.progress(count, None, None).await?;
        }
        Ok(())
    }
}

/// The moment: asks for the job, which has its record like any other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Nightly {}

impl Nightly {
    /// At 03:20 UTC, once the day has begun in Paris; never unless `[finance] apply_charges` says so.
    pub fn crontabs(app: &App) -> anyhow::Result<Vec<Crontab>> {
        if !app.config.finance.apply_charges {
            return Ok(Vec::new());
        }
        Ok(vec![
            Cron::daily_at::<Self>(3, 20)?.payload(Self {})?.build(),
        ])
    }

    async fn ask(app: &App) -> Result<()> {
        let mut tx = app.begin().await?;
        jobs::enqueue(&mut tx, &Author::system("schedule"), &ApplyCharges {}).await?;
        Ok(tx.commit().await?)
    }
}

impl TaskHandler for Nightly {
    const IDENTIFIER: &'static str = "finance.nightly";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
