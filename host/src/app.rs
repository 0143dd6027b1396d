//! What every handler and job gets: the database, the time, the keys, the settings, the plugins.

use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use metrics_exporter_prometheus::PrometheusHandle;
use sqlx::{PgPool, Postgres, Transaction};
use url::Url;

use crate::files;
use crate::http::limits::Limits;
use crate::list::Lists;
use crate::mail;
use crate::plugins::Plugins;
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::program::keys::Keys;
use crate::providers::pictures::Pictures;
use crate::providers::registry::Registry;
use crate::records::live::Live;
use crate::register::Register;

/// A cheap handle, cloned into every request.
#[derive(Debug, Clone)]
pub struct App {
    parts: Arc<Parts>,
    /// Where its time comes from.
    pub clock: Clock,
}

/// The parts of an [`App`].
#[derive(Debug)]
pub struct Parts {
    /// What there is.
    pub register: Register,
    pub config: Config,
    pub db: PgPool,
    pub keys: Arc<Keys>,
    pub live: Live,
    pub plugins: Plugins,
    /// What exports are made of.
    pub lists: Lists,
    pub limits: Limits,
    pub files: files::Store,
    /// The French company register.
    pub registry: Registry,
    /// Providers' pictures, through our origin.
    pub pictures: Pictures,
    /// Where mails go; none: the outbox keeps them.
    pub mail: Option<mail::Server>,
    pub metrics: PrometheusHandle,
    /// The portal's origin: links in mails start with it, and calls of browsers must come from it.
    pub origin: Url,
}

impl App {
    pub fn new(parts: Parts, clock: Clock) -> Self {
        Self {
            parts: Arc::new(parts),
            clock,
        }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A transaction. Dropped without a commit, nothing of it remains.
    pub async fn begin(&self) -> sqlx::Result<Transaction<'static, Postgres>> {
        self.db.begin().await
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}
