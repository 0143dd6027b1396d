//! What one connection may have of its plugin: a quarter of its places, and a circuit breaker of its own. So neither the
//! load of one tenant nor the faults that their settings bring about are another's outage.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::breaker::{Breaker, BreakerConfig, BreakerState, Pass};
use crate::engine::Engine;

/// One connection in this many can fill a plugin alone, that many together.
const SHARE: usize = 4;

/// Idle lanes are forgotten beyond this many.
const LANES: usize = 1_024;

/// A plugin's lanes, by connection; the nil one is of calls for none.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// Of the plugin as a whole.
    places: Arc<Semaphore>,
    places_each: usize,
    breaker: BreakerConfig,
    lanes: Mutex<HashMap<Uuid, Lane>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Lane {
    places: Arc<Semaphore>,
    breaker: Arc<Breaker>,
}

/// A call's places: of its connection, its plugin and the engine.
pub(crate) type Places = [OwnedSemaphorePermit; 3];

impl Lanes {
    pub(crate) fn new(places: usize, breaker: BreakerConfig) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            places_each: (places / SHARE).max(1),
            breaker,
            lanes: Mutex::default(),
        }
    }

    /// The lane of a connection.
    pub(crate) fn of(&self, connector: Uuid) -> Lane {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() >= LANES {
            lanes.retain(|_, lane| !lane.is_idle());
        }
        let lane = lanes.entry(connector).or_insert_with(|| Lane {
            places: Arc::new(Semaphore::new(self.places_each)),
            breaker: Arc::new(Breaker::new(self.breaker)),
        });
        lane.clone()
    }

    /// The worst of all lanes.
    pub(crate) fn breaker(&self, now: Instant) -> BreakerState {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let states = lanes.values().map(|lane| lane.breaker.state(now));
        states.fold(BreakerState::Closed, |worst, state| match (worst, state) {
            (BreakerState::Open, _) | (_, BreakerState::Open) => BreakerState::Open,
            (BreakerState::HalfOpen, _) | (_, BreakerState::HalfOpen) => BreakerState::HalfOpen,
            _ => BreakerState::Closed,
        })
    }

    /// A place of the connection's, then one of the plugin's, then one of the engine's: who waits for the first keeps nobody
    /// from the others. `None`: there was none in time.
    pub(crate) async fn places(&self, lane: &Lane, engine: &Engine) -> Option<Places> {
        let all = async {
            let own = Arc::clone(&lane.places).acquire_owned().await;
            let plugin = Arc::clone(&self.places).acquire_owned().await;
            let engine = Arc::clone(engine.permits()).acquire_owned().await;
            Some([own.ok()?, plugin.ok()?, engine.ok()?])
        };
        timeout(engine.queue(), all).await.ok().flatten()
    }
}

impl Lane {
    /// Whether no call is on its way or waits, and none failed since the last that did not.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.places) == 1 && self.breaker.is_well()
    }

    /// Lets a call through, or says how long the lane still rests.
    pub(crate) fn admit(&self, now: Instant) -> Result<Pass, Duration> {
        self.breaker.admit(now)
    }
}
