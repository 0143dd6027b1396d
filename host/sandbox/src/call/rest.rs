//! A call that only waits for a provider to take it lets others have its places meanwhile.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::lanes::Places;
use crate::state::CallScope;

/// A call's places, and which of its requests wait. Its owner's place it keeps all the while, so that nobody's waiting calls are
/// more than their running ones may be.
#[derive(Debug)]
pub(crate) struct Seat(Mutex<Occupancy>);

#[derive(Debug)]
struct Occupancy {
    _own: OwnedSemaphorePermit,
    /// None: while all that was sent for waits.
    places: Option<Places>,
    /// Its room among the calls that wait.
    waiting: Option<OwnedSemaphorePermit>,
    /// Requests that were begun and did not end.
    requests: usize,
    /// How many of them wait.
    resting: usize,
}

impl Seat {
    pub(crate) fn new(own: OwnedSemaphorePermit, places: Places) -> Self {
        Self(Mutex::new(Occupancy {
            _own: own,
            places: Some(places),
            waiting: None,
            requests: 0,
            resting: 0,
        }))
    }

    /// Whether the call gave its places away and has none again.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().places.is_none()
    }

    fn lock(&self) -> MutexGuard<'_, Occupancy> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallScope {
    /// A request of the call, until it is dropped. It needs a place, as whatever the call does.
    pub(crate) async fn begin_request(&self) -> Begun<'_> {
        self.sit().await;
        self.seat.lock().requests += 1;
        Begun(self)
    }

    /// Waits without the call's places, if nothing else of it goes on and there is room to wait; with them again after it.
    pub(crate) async fn rest(&self, time: Duration) {
        let resting = Resting::new(self);
        sleep(time).await;
        drop(resting);
        self.sit().await;
    }

    /// Waits for places where the call has none.
    pub(crate) async fn sit(&self) {
        if self.seat.lock().places.is_some() {
            return;
        }
        let lanes = &self.plugin.lanes;
        let places = lanes.places(self.plugin.engine()).await;
        let mut seat = self.seat.lock();
        if seat.places.is_none() {
            seat.places = places;
        }
        seat.waiting = None;
    }

    /// Gives the places back, if all that the call has begun waits.
    fn leave(&self) {
        let mut seat = self.seat.lock();
        if seat.places.is_none() || seat.resting == 0 || seat.resting < seat.requests {
            return;
        }
        if let Some(room) = self.plugin.engine().room_to_wait() {
            seat.waiting = Some(room);
            seat.places = None;
        }
    }
}

/// See [`CallScope::begin_request`].
pub(crate) struct Begun<'a>(&'a CallScope);

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        self.0.seat.lock().requests -= 1;
        self.0.leave();
    }
}

struct Resting<'a>(&'a CallScope);

impl<'a> Resting<'a> {
    fn new(scope: &'a CallScope) -> Self {
        scope.seat.lock().resting += 1;
        scope.leave();
        Self(scope)
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.seat.lock().resting -= 1;
    }
}
