//! The shops' time, which may run apart from that of those who ask.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The simulator's clock. Clones show the same time. Buckets refill, tokens end, bulk operations come to their end and
/// deliveries are repeated by it.
#[derive(Clone, Debug)]
pub struct SimClock(Arc<Mutex<Time>>);

#[derive(Debug)]
struct Time {
    /// Where a standing clock stands, in seconds since 1970.
    fixed: Option<f64>,
    moved: f64,
}

impl SimClock {
    /// Stands at `seconds` since 1970 until [`SimClock::advance`] moves it.
    pub fn fixed(seconds: i64) -> Self {
        Self::new(Some(seconds as f64))
    }

    /// Follows the machine's clock.
    pub fn real() -> Self {
        Self::new(None)
    }

    fn new(fixed: Option<f64>) -> Self {
        Self(Arc::new(Mutex::new(Time { fixed, moved: 0.0 })))
    }

    /// Moves it, backwards too.
    pub fn advance(&self, seconds: f64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).moved += seconds;
    }

    /// Seconds since 1970, with fractions.
    pub fn precise(&self) -> f64 {
        let time = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        time.fixed.unwrap_or(since_1970.as_secs_f64()) + time.moved
    }

    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        self.precise() as i64
    }
}
