//! What reports came to, kept in memory until something is counted again: a page of figures is opened by many, and by each again.

use std::any::Any;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::anyhow;
use chrono::{DateTime, NaiveDate, Utc};
use moka::future::Cache;
use sqlx::PgConnection;

use super::span::Span;
use super::sql::{self, Stores};
use crate::app::App;
use crate::http::error::Result;

/// Sums that are kept; the largest, an audit's rows, takes some 200 KiB.
const MOST: u64 = 200;
/// How long one is believed at most.
const BELIEVED: Duration = Duration::from_secs(120);

/// For hosts of several databases in one process, as tests have them.
static SUMS: LazyLock<Cache<Key, Arc<dyn Any + Send + Sync>>> = LazyLock::new(|| {
    Cache::builder()
        .max_capacity(MOST)
        .time_to_live(BELIEVED)
        .build()
});

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    database: String,
    version: String,
    what: String,
    span: Span,
    stores: Stores,
}

/// What stands counted of some stores.
#[derive(Debug)]
pub struct Counted {
    database: String,
    version: String,
    stores: Stores,
    /// Up to when changes are counted.
    pub at: Option<DateTime<Utc>>,
    /// The last day of which anything is.
    pub last: Option<NaiveDate>,
}

impl Counted {
    /// What stands counted now, of these stores.
    pub async fn read(app: &App, db: &mut PgConnection, stores: &Stores) -> Result<Self> {
        let (version, at, last) = sql::counted(db).await?;
        Ok(Self {
            database: app
                .db
                .connect_options()
                .get_database()
                .unwrap_or_default()
                .to_owned(),
            version,
            stores: stores.clone(),
            at,
            last,
        })
    }

    /// What `sum` comes to over some days; `what` names it and whatever else it depends on. Who asks for the same meanwhile waits
    /// for the one.
    pub async fn sum<T: Clone + Send + Sync + 'static>(
        &self,
        what: impl Into<String>,
        span: Span,
        sum: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let key = Key {
            database: self.database.clone(),
            version: self.version.clone(),
            what: what.into(),
            span,
            stores: self.stores.clone(),
        };
        let computed = async {
            sum.await
                .map(|sum| Arc::new(sum) as Arc<dyn Any + Send + Sync>)
        };
        let kept = SUMS.try_get_with(key, computed).await;
        let kept = kept.map_err(|error| anyhow!("{error}"))?;
        let sum = kept.downcast_ref::<T>();
        Ok(sum.ok_or_else(|| anyhow!("a sum of another kind"))?.clone())
    }
}
