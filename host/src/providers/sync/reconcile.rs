//! What pulls and events missed: every night each provider's list of the last days is gone over once more, compared with
//! what is kept here, and taken where it differs.

use std::marker::PhantomData;

use chrono::{NaiveDate, TimeDelta};
use comptoir_sandbox::Call;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgExecutor;
use tokio::time::Instant;
use uuid::Uuid;

use super::jobs::is_unsupported;
use super::walk::{STRETCH, Walk};
use super::{Pull, any_aside, sql, take_reported};
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobResult, Registered};
use crate::providers::partner;

/// How far back it goes.
const DAYS: i64 = 7;

/// Goes over one connection's items of the last days; over all of them while some are set aside and not ignored, which are
/// taken once the provider has mended them. Its result: since when, how many items the provider listed, how many were missing here, how
/// many differed, how many could not be taken. A provider that asks for a pause, or a host that dies, begins nothing anew.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Reconcile<P> {
    pub connector: Uuid,
    /// For the job's record.
    pub plugin: String,
    #[serde(skip)]
    of: PhantomData<P>,
}

impl<P: Pull> Reconcile<P> {
    pub fn of(connector: Uuid, plugin: impl Into<String>) -> Self {
        Self {
            connector,
            plugin: plugin.into(),
            of: PhantomData,
        }
    }
}

/// By [`super::PullKind`].
impl<P: Pull> Registered for Reconcile<P> {}

impl<P: Pull> Job for Reconcile<P> {
    const NAME: &'static str = P::RECONCILE;

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connector.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let today = app.now().date_naive();
        let oldest = today - TimeDelta::days(DAYS);
        let mut report = Report::of(&app.db, context.id).await?;
        let mut cursor = sql::underway(&app.db, self.connector, P::RECONCILE).await?;
        if cursor.is_none() && !any_aside(&app.db, self.connector, P::FUNCTION).await? {
            let from = sql::checkpoint(&app.db, self.connector, P::FUNCTION, oldest).await?;
            (report.since, cursor) = from.unzip();
        }
        let mut walk = Walk::resumed(context).await?;
        let until = Instant::now() + STRETCH;
        loop {
            let (connector, plugin) = partner(app, self.connector).await?;
            if !P::serves(&connector) {
                return Ok(());
            }
            let call = Call::job(connector.for_plugin());
            let page = match P::ask(&plugin, &connector, call, cursor.as_deref()).await {
                Err(error) if is_unsupported(&error) => return Ok(()),
                page => page?,
            };
            let next = page.next();
            walk.step(cursor.as_deref(), &next)?;
            let mut tx = app.begin().await?;
            let glossary = plugin.manifest().into();
            let taken = take_reported::<P>(&mut tx, &connector, glossary, page, app.now()).await?;
            let days = (today, oldest);
            if next.more {
                sql::keep_checkpoint(&mut tx, connector.id, P::RECONCILE, days, &next.cursor)
                    .await?;
            } else {
                sql::end_underway(&mut tx, connector.id, P::RECONCILE).await?;
                sql::keep_checkpoint(&mut tx, connector.id, P::FUNCTION, days, &next.cursor)
                    .await?;
            }
            let taken = taken.unwrap_or_default();
            report.listed += next.items;
            report.missing += taken.added;
            report.different += taken.changed;
            report.set_aside += taken.set_aside;
            let is_over = next.more && Instant::now() >= until;
            match is_over {
                true => jobs::set_step(&mut tx, context.id, &json!(report), &json!(walk)).await?,
                false => jobs::set_result(&mut tx, context.id, &json!(report), &[]).await?,
            }
            tx.commit().await?;
            let done = i64::try_from(report.listed).unwrap_or(i64::MAX);
            context
                .progress(done, None, Some(connector.store_name))
                .await?;
            cursor = Some(next.cursor);
            if !next.more || is_over {
                return Ok(());
            }
        }
    }
}

/// The job's result.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    since: Option<NaiveDate>,
    listed: usize,
    missing: usize,
    different: usize,
    set_aside: usize,
}

impl Report {
    /// What an earlier try of the job brought so far.
    async fn of(db: impl PgExecutor<'_>, job: Uuid) -> Result<Self> {
        let record = jobs::find(db, job).await?;
        let result = record.and_then(|record| record.result);
        Ok(result
            .and_then(|result| serde_json::from_value(result).ok())
            .unwrap_or_default())
    }
}
