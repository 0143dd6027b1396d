//! The time that a simulator stamps everything with.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Duration, Utc};

/// The simulator's clock. Clones show the same time.
#[derive(Clone, Debug)]
pub struct SimClock(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    /// None: the machine's time.
    standing: Option<DateTime<Utc>>,
    advanced: Duration,
}

impl SimClock {
    /// Stands at `time` until [`SimClock::advance`] moves it.
    pub fn fixed(time: DateTime<Utc>) -> Self {
        Self::new(Some(time))
    }

    /// Follows the machine's clock.
    pub fn real() -> Self {
        Self::new(None)
    }

    fn new(standing: Option<DateTime<Utc>>) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            standing,
            advanced: Duration::zero(),
        })))
    }

    /// Moves it by that many seconds, back too.
    pub fn advance(&self, seconds: i64) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.advanced += Duration::seconds(seconds);
    }

    /// The present moment.
    pub fn now(&self) -> DateTime<Utc> {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.standing.unwrap_or_else(Utc::now) + inner.advanced
    }
}
