//! What can be pulled, as the domains register it, and who is asked for it.

use std::fmt;

use chrono::{DateTime, Utc};
use comptoir_sandbox::PluginColumn;
use comptoir_sandbox::webhooks::Changes;
use futures::future::BoxFuture;
use sqlx::PgConnection;

use super::{Page, Pull, Reconcile, Synchronize, Which, take_reported};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, JobRecord, JobType};
use crate::providers::connectors::{self, Connector};
use crate::records::audit::Author;

/// One [`Pull`], whatever it pulls.
pub struct PullKind {
    /// In `[schedules]` and in what plugins ask for: `orders`.
    pub name: &'static str,
    /// The name of the pull that it is asked for with.
    pub with: &'static str,
    serves: fn(&Connector) -> bool,
    synchronize: Enqueue,
    reconcile: Enqueue,
    pub jobs: [JobType; 2],
}

type Enqueue =
    for<'a> fn(&'a mut PgConnection, &'a Author, &'a Connector) -> BoxFuture<'a, Result<JobRecord>>;

impl PullKind {
    pub const fn of<P: Pull>() -> Self {
        Self {
            name: P::FUNCTION,
            with: P::WITH,
            serves: P::serves,
            synchronize: |db, author, connector| {
                Box::pin(async move {
                    let job = Synchronize::<P>::of(connector.id, &connector.plugin);
                    jobs::enqueue(db, author, &job).await
                })
            },
            reconcile: |db, author, connector| {
                Box::pin(async move {
                    let job = Reconcile::<P>::of(connector.id, &connector.plugin);
                    jobs::enqueue(db, author, &job).await
                })
            },
            jobs: [
                JobType::of::<Synchronize<P>>(),
                JobType::of::<Reconcile<P>>(),
            ],
        }
    }
}

impl fmt::Debug for PullKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PullKind").field(&self.name).finish()
    }
}

/// An event of a provider, as its plugin reads it, on its way to the domains: each takes what is its own, as if a pull had
/// brought it.
#[derive(Debug)]
pub struct Event<'a> {
    pub connector: &'a Connector,
    /// What the plugin's manifest names of its records' `extra`.
    pub columns: &'a [PluginColumn],
    pub changes: Changes,
    /// Names of the pulls to be asked for: only they can tell the rest.
    pub pulls: Vec<String>,
    pub now: DateTime<Utc>,
}

impl Event<'_> {
    /// Takes these items, and that those of the provider's ids `gone` are no more, as if a pull had brought it.
    pub async fn take<P: Pull>(
        &self,
        db: &mut PgConnection,
        items: Vec<P::Reported>,
        gone: Vec<String>,
    ) -> Result<()> {
        if items.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let page = Page {
            items,
            gone,
            ..Page::default()
        };
        take_reported::<P>(db, self.connector, self.columns, page, self.now).await?;
        Ok(())
    }
}

/// Takes a domain's part of an event, in the caller's transaction.
pub type Events = for<'a> fn(&'a mut PgConnection, &'a mut Event<'_>) -> BoxFuture<'a, Result<()>>;

/// Asks, in the caller's transaction, for pulls of the connections that the scope reaches (none: the system's own reach,
/// all), one job a connection.
pub async fn synchronize(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    scope: Option<&Scope>,
    pull: &PullKind,
    which: Which<'_>,
) -> Result<Vec<JobRecord>> {
    let mut records = Vec::new();
    for connector in playing(app, db, scope, which).await? {
        if (pull.serves)(&connector) {
            records.push((pull.synchronize)(&mut *db, author, &connector).await?);
        }
    }
    Ok(records)
}

/// The same for those of these words that name a pull, as plugins say them: of one connection. Other words are ignored.
pub async fn synchronize_named(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    connector: &Connector,
    words: &[String],
) -> Result<()> {
    for pull in words.iter().filter_map(|word| app.register.pull(word)) {
        let which = Which::Connector(connector.id);
        synchronize(app, &mut *db, author, None, pull, which).await?;
    }
    Ok(())
}

/// Asks for a comparison of everything that is pulled from these connections, one job each and pull.
pub async fn reconcile(
    app: &App,
    db: &mut PgConnection,
    author: &Author,
    which: Which<'_>,
) -> Result<()> {
    for connector in playing(app, db, None, which).await? {
        for pull in app
            .register
            .pulls()
            .filter(|pull| (pull.serves)(&connector))
        {
            (pull.reconcile)(&mut *db, author, &connector).await?;
        }
    }
    Ok(())
}

/// Those connections whose plugins are there and play their roles.
async fn playing(
    app: &App,
    db: &mut PgConnection,
    scope: Option<&Scope>,
    which: Which<'_>,
) -> Result<Vec<Connector>> {
    let mut connectors = connectors::active(&mut *db, scope, None).await?;
    connectors.retain(|connector| {
        let ready = app.plugins.ready(&connector.plugin);
        which.has(connector)
            && ready
                .is_some_and(|ready| connector.role.is_played_by(&ready.plugin.manifest().roles))
    });
    Ok(connectors)
}
