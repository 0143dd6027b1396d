//! The circuit breaker: a plugin that keeps failing by its own fault rests for a while, for that connection.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

/// Whether calls get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum BreakerState {
    Closed,
    /// Calls are refused.
    Open,
    /// The rest is over; one call at a time tries whether the plugin is well again.
    HalfOpen,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BreakerConfig {
    /// Faults in a row that open it.
    pub(crate) faults: u32,
    /// How long it then stays open.
    pub(crate) pause: Duration,
}

#[derive(Debug)]
pub(crate) struct Breaker {
    config: BreakerConfig,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    faults: u32,
    open_until: Option<Instant>,
    probing: bool,
}

impl Breaker {
    pub(crate) fn new(config: BreakerConfig) -> Self {
        Self {
            config,
            inner: Mutex::default(),
        }
    }

    /// Lets a call through, or says how long the plugin still rests.
    pub(crate) fn admit(self: &Arc<Self>, now: Instant) -> Result<Pass, Duration> {
        let mut inner = self.lock();
        if let Some(until) = inner.open_until {
            let rest = until.saturating_duration_since(now);
            if !rest.is_zero() {
                return Err(rest);
            }
            if inner.probing {
                return Err(Duration::from_secs(1));
            }
            inner.probing = true;
        }
        Ok(Pass {
            breaker: Arc::clone(self),
            probe: inner.probing,
        })
    }

    pub(crate) fn state(&self, now: Instant) -> BreakerState {
        match self.lock().open_until {
            None => BreakerState::Closed,
            Some(until) if until > now => BreakerState::Open,
            Some(_) => BreakerState::HalfOpen,
        }
    }

    /// Whether it remembers no fault.
    pub(crate) fn is_well(&self) -> bool {
        self.lock().faults == 0
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Plain data: a panic elsewhere leaves nothing half done in it.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One call's way through the breaker. Dropped without a verdict (the caller gave up), it leaves things as they were.
#[derive(Debug)]
pub(crate) struct Pass {
    breaker: Arc<Breaker>,
    probe: bool,
}

impl Pass {
    /// Tells how the call ended: whether by the plugin's own fault.
    pub(crate) fn verdict(self, fault: bool, now: Instant) {
        let mut inner = self.breaker.lock();
        if !fault {
            // A call that began before the breaker opened says nothing about the time after.
            if self.probe || inner.open_until.is_none() {
                *inner = Inner::default();
            }
            return;
        }
        inner.faults += 1;
        if self.probe || inner.faults >= self.breaker.config.faults {
            inner.open_until = Some(now + self.breaker.config.pause);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if self.probe {
            self.breaker.lock().probing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker() -> Arc<Breaker> {
        Arc::new(Breaker::new(BreakerConfig {
            faults: 2,
            pause: Duration::from_secs(30),
        }))
    }

    fn fail(breaker: &Arc<Breaker>, now: Instant) {
        breaker.admit(now).expect("closed").verdict(true, now);
    }

    #[test]
    fn opens_after_faults_in_a_row_and_closes_after_a_good_probe() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, now);
        breaker.admit(now).expect("closed").verdict(false, now);
        fail(&breaker, now);
        assert_eq!(breaker.state(now), BreakerState::Closed, "not in a row");
        fail(&breaker, now);
        assert_eq!(breaker.state(now), BreakerState::Open);
        assert_eq!(breaker.admit(now).err(), Some(Duration::from_secs(30)));

        let later = now + Duration::from_secs(31);
        assert_eq!(breaker.state(later), BreakerState::HalfOpen);
        let probe = breaker.admit(later).expect("a probe");
        assert!(breaker.admit(later).is_err(), "one probe at a time");
        probe.verdict(false, later);
        assert_eq!(breaker.state(later), BreakerState::Closed);
    }

    #[test]
    fn a_failed_probe_opens_it_again_and_a_dropped_one_lets_the_next_try() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, now);
        fail(&breaker, now);
        let later = now + Duration::from_secs(31);
        drop(breaker.admit(later).expect("a probe"));
        breaker.admit(later).expect("another").verdict(true, later);
        assert_eq!(breaker.state(later), BreakerState::Open);
    }
}
