//! What all requests share, behind one lock: the work of a call is short.

use crate::clock::SimClock;
use crate::error::ApiError;
use crate::events::Target;
use crate::status::Status;
use crate::time;
use crate::trouble::{Mode, Trouble};
use crate::wire::{Answer, Inventory, Order, Request};
use crate::world::{Holdings, World};
use serde::Serialize;
use simulator_kit::{Fault, Limiter, Troublemaker};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The simulator's state; clones are the same one.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The time that everything goes by.
    pub clock: SimClock,
    inner: Arc<Mutex<Inner>>,
}

/// The state under the lock.
#[derive(Debug)]
pub struct Inner {
    clock: SimClock,
    world: World,
    /// The limit that all methods of a key share.
    pub limiter: Limiter<&'static str>,
    /// The trouble that is switched on.
    pub trouble: Troublemaker<Trouble>,
    /// Where each merchant's events go, by its prefix.
    pub targets: BTreeMap<String, Target>,
    by_method: BTreeMap<String, u64>,
    by_key: BTreeMap<String, u64>,
}

/// What was asked so far and what there is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The calendar, RFC 3339.
    pub now: String,
    /// Requests counted.
    pub requests: Requests,
    /// Orders counted.
    pub orders: Orders,
    /// What is switched on.
    pub trouble: Trouble,
    /// How many calls any trouble hit.
    pub trouble_hits: u64,
}

/// Requests since the start, refused ones included.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Requests {
    /// All.
    pub total: u64,
    /// By the method's name.
    pub by_method: BTreeMap<String, u64>,
    /// By API key; `unknown` for all others.
    pub by_key: BTreeMap<String, u64>,
}

/// The orders there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Orders {
    /// All.
    pub total: usize,
    /// By the merchant's id prefix.
    pub by_merchant: BTreeMap<&'static str, usize>,
    /// By status code; `CODE_UNSPECIFIED` for the one that is left out on the wire.
    pub by_status: BTreeMap<&'static str, usize>,
}

impl Shared {
    /// A world of `orders` orders under that clock.
    pub fn new(seed: u64, orders: usize, rate_limit: Option<u32>, clock: SimClock) -> Self {
        let inner = Inner {
            clock: clock.clone(),
            world: World::new(seed, orders, clock.now()),
            limiter: Limiter::new(rate_limit, Duration::from_secs(60)),
            trouble: Troublemaker::new(seed),
            targets: BTreeMap::new(),
            by_method: BTreeMap::new(),
            by_key: BTreeMap::new(),
        };
        Self {
            clock,
            inner: Arc::new(Mutex::new(inner)),
        }
    }

    /// The state, for one caller at a time. A panic elsewhere leaves nothing half done, so its lock is taken over.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets `count` orders come in now.
    pub fn add_orders(&self, count: usize) {
        let now = self.clock.now();
        self.lock().world.add_orders(count, now);
    }

    /// An order is in that status from now on, until somebody changes it. Whether there is one.
    pub fn stop(&self, id: &str, status: Status) -> bool {
        let now = self.clock.now();
        self.lock().world.stop(id, status, now)
    }

    /// All that a merchant (by its prefix) has here; none: no such merchant.
    pub fn holdings(&self, prefix: &str) -> Option<Holdings> {
        let now = self.clock.now();
        self.lock().world.holdings(prefix, now)
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let now = self.clock.now();
        let mut inner = self.lock();
        inner.world.settle(now);
        let by_merchant = inner.world.orders_by_merchant();
        let by_status = inner.world.orders_by_status(now).into_iter();
        State {
            now: time::text(now.calendar),
            requests: Requests {
                total: inner.by_key.values().sum(),
                by_method: inner.by_method.clone(),
                by_key: inner.by_key.clone(),
            },
            orders: Orders {
                total: by_merchant.values().sum(),
                by_merchant,
                by_status: by_status
                    .map(|(status, count)| (name(status), count))
                    .collect(),
            },
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

fn name(status: Status) -> &'static str {
    if status == Status::Unspecified {
        "CODE_UNSPECIFIED"
    } else {
        status.code()
    }
}

impl Inner {
    /// Notes a request of a key (none: not one of ours).
    pub fn count(&mut self, method: &str, key: Option<&str>) {
        *self.by_method.entry(method.into()).or_default() += 1;
        *self
            .by_key
            .entry(key.unwrap_or("unknown").into())
            .or_default() += 1;
    }

    /// The provider's answer now.
    pub fn answer(
        &mut self,
        merchant: usize,
        method: &str,
        request: Request,
    ) -> Result<Answer, ApiError> {
        let now = self.clock.now();
        let loses = |trouble: &Trouble| trouble.mode == Mode::LostChange;
        match method {
            "UpdateOrder" if self.trouble.strike(loses).is_some() => {
                self.world.lose_update(merchant, request, now)
            }
            _ => self.world.call(merchant, method, request, now),
        }
    }

    /// The latest orders of a merchant, oldest first.
    pub fn latest_orders(&mut self, prefix: &str, most: usize) -> Vec<Order> {
        let now = self.clock.now();
        self.world.latest_orders(prefix, most, now)
    }

    /// A merchant's stock.
    pub fn stock_rows(&mut self, prefix: &str) -> Vec<Inventory> {
        let now = self.clock.now();
        self.world.stock_rows(prefix, now)
    }

    /// Trouble that keeps the call from being done at all.
    pub fn before_answer(&mut self) -> Option<Fault> {
        self.trouble
            .strike(|trouble| trouble.mode.is_early())?
            .fault()
    }

    /// Trouble with an answer that is ready, and how many calls were hit with it.
    pub fn after_answer(&mut self, method: &str, has_orders: bool) -> Option<(Mode, u64)> {
        let mode = self.trouble.strike(|trouble| match trouble.mode {
            Mode::BadOrder => has_orders,
            Mode::LostOrder => matches!(method, "CreateOrder" | "UpdateOrder"),
            Mode::LostChange => false,
            mode => !mode.is_early(),
        })?;
        Some((mode, self.trouble.hits()))
    }
}
