//! Taking set-aside items again.

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, Place};
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult, Reason};
use crate::providers::connectors::Connector;
use crate::providers::partner;
use crate::providers::sync::{Glossary, Page, Pull, Taken, author, take_reported};
use crate::records::audit::Author;

/// Items that are taken in one transaction.
const BATCH: usize = 100;

/// Takes some of a connection's set-aside items again, all of one function. Its result: how many there were, how many are
/// taken, whether the plugin is asked for all of them once more.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TakeAgain {
    /// Each wish is a work of its own: none is lost in one that runs already.
    id: Uuid,
    connector: Uuid,
    /// The plugin, for the job's record.
    plugin: String,
    function: String,
    items: Vec<Uuid>,
}

impl Job for TakeAgain {
    const NAME: &'static str = "set-aside.retry";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let (connector, plugin) = partner(app, self.connector).await?;
        let pull = app.register.pull(&self.function);
        let pull = pull.ok_or_else(|| {
            JobError::GiveUp(Reason::new(
                format!("rien ne lit {}", self.function),
                format!("nothing pulls {}", self.function),
            ))
        })?;
        let glossary = plugin.manifest().into();
        let (mut done, mut taken, mut unread) = (0, 0, 0);
        for items in self.items.chunks(BATCH) {
            let mut tx = app.begin().await?;
            let kept = sql::kept(&mut *tx, connector.id, &self.function, items).await?;
            let (whole, rest): (Vec<_>, Vec<_>) = kept.into_iter().partition(|item| item.whole);
            let raw: Vec<String> = whole.into_iter().map(|item| item.raw).collect();
            let came = (pull.take_again)(&mut tx, &connector, glossary, &raw, app.now()).await?;
            unread += rest.len() + came.unread;
            taken += raw.len() - came.unread - came.set_aside;
            tx.commit().await?;
            done += items.len();
            let [done, total] =
                [done, self.items.len()].map(|count| i64::try_from(count).unwrap_or(0));
            let store = Some(connector.store_name.clone());
            context.progress(done, Some(total), store).await?;
        }
        let mut tx = app.begin().await?;
        if unread > 0 {
            (pull.reconcile)(&mut tx, &author(&connector), &connector).await?;
        }
        let result = json!({ "items": self.items.len(), "taken": taken, "asked": unread > 0 });
        jobs::set_result(&mut tx, context.id, &result, &[]).await?;
        Ok(tx.commit().await?)
    }
}

/// A job for each connection and function of these items, which stand in their order.
pub async fn enqueue(
    db: &mut PgConnection,
    author: &Author,
    again: Vec<Place>,
) -> Result<Vec<JobRecord>> {
    let mut enqueued = Vec::new();
    let together = |a: &Place, b: &Place| (a.connector, &a.function) == (b.connector, &b.function);
    for places in again.chunk_by(together) {
        let job = TakeAgain {
            id: Uuid::now_v7(),
            connector: places[0].connector,
            plugin: places[0].plugin.clone(),
            function: places[0].function.clone(),
            items: places.iter().map(|place| place.id).collect(),
        };
        enqueued.push(jobs::enqueue(&mut *db, author, &job).await?);
    }
    Ok(enqueued)
}

/// What became of items that were kept.
#[derive(Debug, Default)]
pub struct Retaken {
    /// Still not to be taken.
    pub set_aside: usize,
    /// What is kept of them is no record of the contract as it is now.
    pub unread: usize,
}

/// Takes records as they are kept, as if a pull had brought them. Commits nothing itself.
pub async fn take_again<P: Pull>(
    db: &mut PgConnection,
    connector: &Connector,
    glossary: Glossary<'_>,
    kept: &[String],
    now: chrono::DateTime<chrono::Utc>,
) -> Result<Retaken> {
    let read = |raw: &String| serde_json::from_str::<P::Reported>(raw).ok();
    let items: Vec<P::Reported> = kept.iter().filter_map(read).collect();
    let unread = kept.len() - items.len();
    let count = items.len();
    let page = Page {
        items,
        ..Page::default()
    };
    let taken = take_reported::<P>(db, connector, glossary, page, now).await?;
    let Taken { set_aside, .. } = taken.unwrap_or(Taken {
        set_aside: count,
        ..Taken::default()
    });
    Ok(Retaken { set_aside, unread })
}
