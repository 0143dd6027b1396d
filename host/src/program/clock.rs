//! The host's time: the machine's, or one that stands still in tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};

/// Where [`crate::app::App::now`] takes its time from.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The machine's time.
    pub fn system() -> Self {
        Self(None)
    }

    /// Stands at `at` until [`Clock::advance`].
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self(Some(Arc::new(AtomicI64::new(at.timestamp_micros()))))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            None => Utc::now(),
            Some(micros) => {
                DateTime::from_timestamp_micros(micros.load(Ordering::SeqCst)).unwrap_or_default()
            }
        }
    }

    /// Moves a fixed clock on; the machine's is not ours to move.
    pub fn advance(&self, by: Duration) {
        if let Some(micros) = &self.0 {
            micros.fetch_add(
                i64::try_from(by.as_micros()).unwrap_or(i64::MAX),
                Ordering::SeqCst,
            );
        }
    }
}
