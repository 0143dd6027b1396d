//! What one tenant may have of a plugin: a quarter of its places for all their connections, and for each connection a circuit
//! breaker of its own. So neither the load of one tenant nor the faults that their settings bring about are another's outage.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::breaker::{Breaker, BreakerConfig, BreakerState};
use crate::call::rest::Seat;
use crate::engine::Engine;

/// One owner of connections in this many can fill a plugin alone, that many together.
const SHARE: usize = 4;

/// What is idle is forgotten beyond this many.
const KEPT: usize = 1_024;

/// A plugin's places by their owners, and its breakers by connection; the nil ones are of calls for none, or for several
/// owners' connections at once.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// Of the plugin as a whole.
    places: Arc<Semaphore>,
    places_each: usize,
    config: BreakerConfig,
    owners: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    breakers: Mutex<HashMap<Uuid, Arc<Breaker>>>,
}

/// A call's places: of its plugin and of the engine.
pub(crate) type Places = [OwnedSemaphorePermit; 2];

impl Lanes {
    pub(crate) fn new(places: usize, breaker: BreakerConfig) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            places_each: (places / SHARE).max(1),
            config: breaker,
            owners: Mutex::default(),
            breakers: Mutex::default(),
        }
    }

    /// The breaker of a connection. Forgotten are those that nobody uses and that count no fault.
    pub(crate) fn breaker_of(&self, connector: Uuid) -> Arc<Breaker> {
        let mut breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        if breakers.len() >= KEPT {
            breakers.retain(|_, breaker| Arc::strong_count(breaker) > 1 || !breaker.is_well());
        }
        let breaker = breakers.entry(connector);
        Arc::clone(breaker.or_insert_with(|| Arc::new(Breaker::new(self.config))))
    }

    /// The worst of all breakers.
    pub(crate) fn breaker(&self, now: Instant) -> BreakerState {
        let breakers = self.breakers.lock().unwrap_or_else(PoisonError::into_inner);
        let states = breakers.values().map(|breaker| breaker.state(now));
        states.fold(BreakerState::Closed, |worst, state| match (worst, state) {
            (BreakerState::Open, _) | (_, BreakerState::Open) => BreakerState::Open,
            (BreakerState::HalfOpen, _) | (_, BreakerState::HalfOpen) => BreakerState::HalfOpen,
            _ => BreakerState::Closed,
        })
    }

    /// A place of the owner's, then one of the plugin's, then one of the engine's: who waits for the first keeps nobody
    /// from the others. `None`: there was none in time.
    pub(crate) async fn seat(&self, owner: Uuid, engine: &Engine) -> Option<Seat> {
        let own = self.of(owner);
        let all = async {
            let own = own.acquire_owned().await.ok()?;
            Some(Seat::new(own, self.places(engine).await?))
        };
        timeout(engine.queue(), all).await.ok().flatten()
    }

    /// A place of the plugin's, then one of the engine's, however long it takes; `None` never comes, as neither is closed.
    pub(crate) async fn places(&self, engine: &Engine) -> Option<Places> {
        let plugin = Arc::clone(&self.places).acquire_owned().await;
        let engine = Arc::clone(engine.permits()).acquire_owned().await;
        Some([plugin.ok()?, engine.ok()?])
    }

    /// The places of one owner.
    fn of(&self, owner: Uuid) -> Arc<Semaphore> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.len() >= KEPT {
            owners.retain(|_, places| Arc::strong_count(places) > 1);
        }
        let places = owners.entry(owner);
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(self.places_each))))
    }
}
