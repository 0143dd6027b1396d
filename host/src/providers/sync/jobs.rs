//! The pull itself, the same for every function.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{Call, CallError, Plugin, Retry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::time::Instant;
use uuid::Uuid;

use super::walk::{STRETCH, Walk};
use super::{Glossary, Next, Page, Pass, Taken, sql};
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobResult, Registered};
use crate::providers::connectors::Connector;
use crate::providers::partner;
use crate::records::Kind;
use crate::records::live::{self, Signal};

/// One thing that providers hold and that is pulled from them.
pub trait Pull: Debug + Send + Sync + Sized + 'static {
    /// The job's name: `orders.synchronize`.
    const NAME: &'static str;
    /// The name of the nightly comparison: `orders.reconcile`.
    const RECONCILE: &'static str;
    /// The records that it changes.
    const KIND: &'static Kind;
    /// In `[schedules]`, in what plugins ask for and beside its cursors: `orders`.
    const FUNCTION: &'static str;
    /// The pull that it is asked for with, when a person asks.
    const WITH: &'static str = Self::FUNCTION;
    /// The most items of one page: at most the contract's 500.
    const LIMIT: u32 = 500;
    /// What a plugin reports, one of a page.
    type Reported: Serialize + DeserializeOwned + Send;

    /// Whether it is pulled from this connection at all.
    fn serves(connector: &Connector) -> bool;

    /// Asks the connection's plugin for the page after the cursor. `unsupported` ends the pull well: it does not offer this.
    fn ask(
        plugin: &Arc<Plugin>,
        connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> impl Future<Output = Result<Page<Self::Reported>, CallError>> + Send;

    /// Writes a page's items. Commits nothing: items and cursor are the caller's
    /// transaction, which also holds every other writer of this function's rows of the connection.
    fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<Self::Reported>,
        now: DateTime<Utc>,
    ) -> impl Future<Output = Result<Taken>> + Send;

    /// What is still to do once the last page is taken; `done` items were.
    fn follow(
        _job: &Synchronize<Self>,
        _context: &JobContext,
        _done: i64,
    ) -> impl Future<Output = JobResult> + Send {
        async { Ok(()) }
    }
}

/// Pulls what is new or changed at one connection's provider, page by page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Synchronize<P> {
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
    #[serde(skip)]
    of: PhantomData<P>,
}

impl<P: Pull> Synchronize<P> {
    pub fn of(connector: Uuid, plugin: impl Into<String>) -> Self {
        Self {
            connector,
            plugin: plugin.into(),
            of: PhantomData,
        }
    }
}

/// By [`super::PullKind`].
impl<P: Pull> Registered for Synchronize<P> {}

impl<P: Pull> Job for Synchronize<P> {
    const NAME: &'static str = P::NAME;

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connector.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mut walk = Walk::resumed(context).await?;
        let until = Instant::now() + STRETCH;
        loop {
            let (connector, plugin) = partner(app, self.connector).await?;
            if !P::serves(&connector) {
                return Ok(());
            }
            let cursor = sql::cursor(&app.db, connector.id, P::FUNCTION).await?;
            let call = Call::job(connector.for_plugin());
            let page = match P::ask(&plugin, &connector, call, cursor.as_deref()).await {
                Err(error) if is_unsupported(&error) => return Ok(()),
                page => page?,
            };
            let next = page.next();
            walk.step(cursor.as_deref(), &next)?;
            let mut tx = app.begin().await?;
            // None: another pull was faster; go on from where it is.
            let (from, glossary) = (cursor.as_deref(), plugin.manifest().into());
            if take_page::<P>(&mut tx, &connector, glossary, from, page, app.now())
                .await?
                .is_none()
            {
                continue;
            }
            let is_over = next.more && Instant::now() >= until;
            if is_over {
                jobs::set_step(&mut tx, context.id, &Value::Null, &json!(walk)).await?;
            } else if !next.more {
                jobs::end_steps(&mut tx, context.id).await?;
            }
            tx.commit().await?;
            let total = next.total.and_then(|total| i64::try_from(total).ok());
            context
                .progress(walk.items, total, Some(connector.store_name))
                .await?;
            if is_over {
                return Ok(());
            }
            if !next.more {
                break;
            }
        }
        P::follow(self, context, walk.items).await
    }
}

/// Takes a page that was asked for from this cursor, and moves the cursor. `None`: another pull moved it meanwhile (or the
/// connection ended), and the page is not taken. Commits nothing itself.
pub async fn take_page<P: Pull>(
    db: &mut PgConnection,
    connector: &Connector,
    glossary: Glossary<'_>,
    asked_from: Option<&str>,
    page: impl Into<Page<P::Reported>>,
    now: DateTime<Utc>,
) -> Result<Option<Taken>> {
    let Some(place) = sql::lock(db, connector.id, P::FUNCTION).await? else {
        return Ok(None);
    };
    if place.cursor.as_deref() != asked_from {
        return Ok(None);
    }
    let page = page.into();
    let Next { cursor, more, .. } = page.next();
    let pass = Pass {
        number: place.pass,
        ends: !more,
        glossary,
    };
    let taken = P::take(db, connector, pass, page, now).await?;
    announce::<P>(db, &taken).await?;
    let complete = (!more).then_some(now);
    sql::save_cursor(db, connector.id, P::FUNCTION, &cursor, complete).await?;
    Ok(Some(taken))
}

/// Takes what a provider reported by itself, as if a pull had brought it; the cursor stays, and no pass
/// ends with it. `None`: the connection ended, or this is not pulled from it. Commits nothing itself.
pub async fn take_reported<P: Pull>(
    db: &mut PgConnection,
    connector: &Connector,
    glossary: Glossary<'_>,
    page: impl Into<Page<P::Reported>>,
    now: DateTime<Utc>,
) -> Result<Option<Taken>> {
    if !P::serves(connector) {
        return Ok(None);
    }
    let Some(place) = sql::lock(db, connector.id, P::FUNCTION).await? else {
        return Ok(None);
    };
    let pass = Pass {
        number: place.pass,
        ends: false,
        glossary,
    };
    let taken = P::take(db, connector, pass, page.into(), now).await?;
    announce::<P>(db, &taken).await?;
    Ok(Some(taken))
}

/// Tells those who look at such records, unless nothing changed.
pub async fn announce<P: Pull>(db: &mut PgConnection, taken: &Taken) -> Result<()> {
    if taken.added + taken.changed > 0 {
        live::notify(db, &Signal::changed(P::KIND)).await?;
    }
    Ok(())
}

/// The provider, or its plugin, does not offer this.
pub fn is_unsupported(error: &CallError) -> bool {
    match error {
        CallError::Unsupported => true,
        CallError::Refused(refusal) => matches!(refusal.kind, ErrorKind::Unsupported),
        _ => false,
    }
}

impl From<CallError> for JobError {
    fn from(error: CallError) -> Self {
        match error.retry() {
            Retry::Never => JobError::GiveUp(error.to_string().into()),
            Retry::After(pause) => JobError::RetryAfter(pause, error.into()),
            Retry::Soon => JobError::Retry(error.into()),
        }
    }
}
