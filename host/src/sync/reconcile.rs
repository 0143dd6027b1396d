//! What pulls and events missed: every night each provider's list of the last days is gone over once more, compared with
//! what is kept here, and taken where it differs.

use std::marker::PhantomData;

use chrono::TimeDelta;
use comptoir_sandbox::Call;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::jobs::{is_unsupported, partner};
use super::{Pull, Taken, sql, take_told};
use crate::jobs::{self, Job, JobContext, JobResult};

/// How far back it goes.
const DAYS: i64 = 7;

/// Goes over one connection's items of the last days; over all of them while some are set aside, which are taken once the
/// provider has mended them. Its result: since when, how many items the provider listed, how many were missing here, how
/// many differed, how many could not be taken.
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
        let from = match sql::any_aside(&app.db, self.connector, P::FUNCTION).await? {
            true => None,
            false => sql::checkpoint(&app.db, self.connector, P::FUNCTION, oldest).await?,
        };
        let (since, mut cursor) = from.unzip();
        let (mut listed, mut sum) = (0, Taken::default());
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
            let next = P::next(&page);
            let mut tx = app.begin().await?;
            let taken = take_told::<P>(&mut tx, &connector, page, app.now()).await?;
            if !next.more {
                let today = (today, oldest);
                sql::keep_checkpoint(&mut tx, connector.id, P::FUNCTION, today, &next.cursor)
                    .await?;
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
