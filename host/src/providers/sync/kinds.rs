//! What can be pulled, as the domains register it, and who is asked for it.

use std::fmt;

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use sqlx::PgConnection;

use super::aside::{self, Retaken};
use super::{Glossary, Pull, Reconcile, Synchronize, Which};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::jobs::{self, JobRecord, JobType};
use crate::providers::connectors::{self, Connector};
use crate::records::Kind;
use crate::records::audit::Author;

/// One [`Pull`], whatever it pulls.
pub struct PullKind {
    /// In `[schedules]` and in what plugins ask for: `orders`.
    pub name: &'static str,
    /// The name of the pull that it is asked for with.
    pub with: &'static str,
    /// The records that it changes.
    pub kind: &'static Kind,
    serves: fn(&Connector) -> bool,
    synchronize: Enqueue,
    /// Asks for everything once more.
    pub reconcile: Enqueue,
    /// Takes set-aside items as they are kept.
    pub take_again: TakeAgain,
    pub jobs: [JobType; 2],
}

type TakeAgain = for<'a> fn(
    &'a mut PgConnection,
    &'a Connector,
    Glossary<'a>,
    &'a [String],
    DateTime<Utc>,
) -> BoxFuture<'a, Result<Retaken>>;

type Enqueue =
    for<'a> fn(&'a mut PgConnection, &'a Author, &'a Connector) -> BoxFuture<'a, Result<JobRecord>>;

impl PullKind {
    pub const fn of<P: Pull>() -> Self {
        Self {
            name: P::FUNCTION,
            with: P::WITH,
            kind: P::KIND,
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
            take_again: |db, connector, glossary, kept, now| {
                Box::pin(aside::take_again::<P>(db, connector, glossary, kept, now))
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
