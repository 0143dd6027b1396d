//! What the server's handlers share.

use crate::bucket::{Bucket, Rate};
use crate::clock::SimClock;
use crate::trouble::{Calls, Mode, Trouble};
use crate::world::{self, Delivery, Shop, ShopSeed};
use serde::{Deserialize, Serialize};
use simulator_kit::Troublemaker;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Everything, behind one lock.
#[derive(Clone, Debug)]
pub struct Shared {
    pub clock: SimClock,
    inner: Arc<Mutex<Inner>>,
}

/// What the lock holds.
#[derive(Debug)]
pub struct Inner {
    pub shops: Vec<Shop>,
    pub buckets: Vec<Option<Bucket>>,
    pub trouble: Troublemaker<Trouble>,
    pub habits: Habits,
    pub deliveries: Vec<Delivery>,
    requests: BTreeMap<String, u64>,
    /// Deliveries that are on their way at this moment.
    sending: usize,
    delivered: u64,
    failed: u64,
}

/// How deliveries are made; `POST /control/delivery`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Habits {
    /// Each delivery twice, under one id.
    pub duplicate: bool,
    /// What happened last is told first.
    pub reorder: bool,
    /// Nothing is told for now; it is kept.
    pub hold: bool,
}

/// Counts of everything: `GET /control/state`.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    pub now: String,
    /// By the operation's first field, and `token`, `file`.
    pub requests: BTreeMap<String, u64>,
    pub shops: BTreeMap<String, ShopState>,
    /// Deliveries of webhooks: made, failed, still to make or on their way.
    pub delivered: u64,
    pub failed: u64,
    pub waiting: usize,
    pub trouble: Trouble,
    pub trouble_hits: u64,
}

/// One shop.
#[derive(Clone, Debug, Serialize)]
pub struct ShopState {
    pub orders: usize,
    pub products: usize,
    pub variants: usize,
    pub subscriptions: usize,
    pub bulk_operations: usize,
}

impl Shared {
    pub fn new(
        seeds: &[ShopSeed],
        seed: u64,
        orders: usize,
        rate: Option<Rate>,
        clock: SimClock,
    ) -> Self {
        let now = clock.precise();
        let shops: Vec<Shop> = seeds
            .iter()
            .zip(seed..)
            .map(|(shop, number)| world::shop(shop, number, orders, now as i64))
            .collect();
        let inner = Inner {
            buckets: shops
                .iter()
                .map(|_| rate.map(|rate| Bucket::new(rate, now)))
                .collect(),
            shops,
            trouble: Troublemaker::new(seed),
            habits: Habits::default(),
            deliveries: Vec::new(),
            requests: BTreeMap::new(),
            sending: 0,
            delivered: 0,
            failed: 0,
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

    /// Does something to the shop of that name, at the present moment.
    pub fn with_shop<T>(
        &self,
        name: &str,
        act: impl FnOnce(&mut Shop, i64) -> T,
    ) -> Result<T, String> {
        let now = self.clock.now();
        let mut inner = self.lock();
        let shop = inner.shops.iter_mut().find(|shop| shop.seed.name == name);
        Ok(act(
            shop.ok_or_else(|| format!("shop: there is no {name}"))?,
            now,
        ))
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let now = self.clock.now();
        let inner = self.lock();
        let shops = inner.shops.iter().map(|shop| {
            let variants = shop
                .products
                .iter()
                .filter_map(|product| product["variants"].as_array());
            let state = ShopState {
                orders: shop.orders.len(),
                products: shop.products.len(),
                variants: variants.map(Vec::len).sum(),
                subscriptions: shop.subscriptions.len(),
                bulk_operations: shop.operations.len(),
            };
            (shop.seed.name.clone(), state)
        });
        let undelivered: usize = inner.shops.iter().map(|shop| shop.events.len()).sum();
        State {
            now: world::stamp(now),
            requests: inner.requests.clone(),
            shops: shops.collect(),
            delivered: inner.delivered,
            failed: inner.failed,
            waiting: inner.deliveries.len() + inner.sending + undelivered,
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

impl Inner {
    /// Notes a request.
    pub fn count(&mut self, what: &str) {
        *self.requests.entry(what.into()).or_default() += 1;
    }

    /// Trouble for the next call of the Admin API that is one `early` (before it is done) or late (with its answer).
    pub fn strike(&mut self, early: bool) -> Option<Mode> {
        self.trouble.strike(|trouble| {
            trouble.calls != Some(Calls::Files) && trouble.mode.is_refusal() == early
        })
    }

    /// Trouble for the next file.
    pub fn strike_file(&mut self) -> Option<Mode> {
        self.trouble
            .strike(|trouble| trouble.calls != Some(Calls::Graphql) && trouble.mode.is_of_files())
    }

    /// Deliveries whose time has come.
    pub fn due(&mut self, now: i64) -> Vec<Delivery> {
        let Habits {
            duplicate,
            reorder,
            hold,
        } = self.habits;
        if hold {
            return Vec::new();
        }
        for (number, shop) in self.shops.iter_mut().enumerate() {
            let deliveries = shop.deliveries(number, now, reorder);
            if duplicate {
                self.deliveries.extend(deliveries.clone());
            }
            self.deliveries.extend(deliveries);
        }
        let due: Vec<Delivery> = self
            .deliveries
            .extract_if(.., |delivery| delivery.due <= now)
            .collect();
        self.sending += due.len();
        due
    }

    /// What became of a delivery: a failed one is tried again, after the eighth its subscription is gone.
    pub fn settle_delivery(&mut self, mut delivery: Delivery, arrived: bool, now: i64) {
        self.sending -= 1;
        if arrived {
            self.delivered += 1;
            return;
        }
        self.failed += 1;
        delivery.postpone(now);
        if delivery.failures > world::MOST_FAILURES {
            self.shops[delivery.shop].unsubscribe(&delivery.subscription);
            self.deliveries
                .retain(|other| other.subscription != delivery.subscription);
        } else {
            self.deliveries.push(delivery);
        }
    }
}
