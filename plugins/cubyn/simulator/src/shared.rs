//! What all requests share, behind one lock: the work of a call is short.

use crate::clock;
use crate::parcels::{Draft, Parcel};
use crate::stock::{Inbound, Product};
use crate::trouble::{Mode, Trouble};
use chrono::{DateTime, Duration, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use serde_json::{Value, json};
use simulator_kit::{Calls, Delivery, Fault, Hooks, Limiter, SimClock, Troublemaker};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The merchants: application key and what they are called.
pub const MERCHANTS: [(&str, &str); 2] = [
    ("5f1d7a3c9e2b4d6f8a0c1e35", "Lune"),
    ("7b2e8c4d0f3a5b6c9d1e2f48", "Nova Wear"),
];

/// The simulator's state; clones are the same one.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The time that everything goes by.
    pub clock: SimClock,
    hooks: Hooks,
    inner: Arc<Mutex<Inner>>,
}

/// The state under the lock.
#[derive(Debug)]
pub struct Inner {
    /// By id, which grows.
    pub parcels: BTreeMap<u64, Parcel>,
    /// By merchant.
    pub products: Vec<Vec<Product>>,
    /// By merchant.
    pub inbounds: Vec<Vec<Inbound>>,
    /// Where each merchant's notifications go to.
    pub addresses: Vec<Option<String>>,
    /// Calls of an application key.
    pub limiter: Limiter<usize>,
    /// The trouble that is switched on.
    pub trouble: Troublemaker<Trouble>,
    requests: u64,
    next_id: u64,
}

/// What was asked so far and what there is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Requests since the start, refused ones included.
    pub requests: u64,
    /// Parcels by status.
    pub parcels: BTreeMap<String, usize>,
    /// What is switched on.
    pub trouble: Trouble,
    /// How many calls and notifications any trouble hit.
    pub trouble_hits: u64,
}

/// All that a merchant has here, each as the API shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Holdings {
    /// Oldest first.
    pub parcels: Vec<Value>,
    /// Those of the catalogue, with their stock.
    pub products: Vec<Value>,
    /// Oldest first.
    pub inbounds: Vec<Value>,
}

impl Shared {
    /// Merchants with `parcels` parcels each from the last 90 days. Needs a running Tokio.
    pub fn new(seed: u64, parcels: usize, rate_limit: Option<u32>, clock: SimClock) -> Self {
        let now = clock.now();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut inner = Inner {
            parcels: BTreeMap::new(),
            products: Vec::new(),
            inbounds: Vec::new(),
            addresses: vec![None; MERCHANTS.len()],
            limiter: Limiter::new(rate_limit, std::time::Duration::from_secs(1)),
            trouble: Troublemaker::new(seed),
            requests: 0,
            next_id: 673_847_000,
        };
        for merchant in 0..MERCHANTS.len() {
            inner.draw(merchant, parcels, &mut rng, now);
        }
        Self {
            clock,
            hooks: Hooks::start("cubyn"),
            inner: Arc::new(Mutex::new(inner)),
        }
    }

    /// The state, for one caller at a time. A panic elsewhere leaves nothing half done, so its lock is taken over.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The warehouse works: every parcel that can goes one step further, deliveries are unpacked, and whoever wants to
    /// know is told.
    pub fn work(&self) {
        let now = self.clock.now();
        let mut inner = self.lock();
        let mut moved = Vec::new();
        for parcel in inner.parcels.values_mut() {
            let before = parcel.status.clone();
            if parcel.step(now) {
                moved.push((parcel.id, before));
            }
        }
        inner.unpack(now);
        for (id, before) in moved {
            for delivery in inner.notification(id, &before, now) {
                self.hooks.send(delivery);
            }
        }
    }

    /// Gives a parcel that status and tells of it; false when there is no such parcel.
    pub fn set_status(&self, id: u64, status: &str) -> bool {
        let now = self.clock.now();
        let mut inner = self.lock();
        let Some(parcel) = inner.parcels.get_mut(&id) else {
            return false;
        };
        let before = std::mem::replace(&mut parcel.status, status.into());
        parcel.updated = now;
        for delivery in inner.notification(id, &before, now) {
            self.hooks.send(delivery);
        }
        true
    }

    /// All that the merchant with that key has here; none: no such key.
    pub fn holdings(&self, application: &str) -> Option<Holdings> {
        let merchant = MERCHANTS.iter().position(|(key, _)| *key == application)?;
        let inner = self.lock();
        let parcels = inner.parcels.values();
        Some(Holdings {
            parcels: parcels
                .filter(|parcel| parcel.merchant == merchant)
                .map(Parcel::show)
                .collect(),
            products: inner.products[merchant].iter().map(Product::show).collect(),
            inbounds: inner.inbounds[merchant].iter().map(Inbound::show).collect(),
        })
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let inner = self.lock();
        let mut parcels = BTreeMap::new();
        for parcel in inner.parcels.values() {
            *parcels.entry(parcel.status.clone()).or_default() += 1;
        }
        State {
            requests: inner.requests,
            parcels,
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

impl Inner {
    fn draw(&mut self, merchant: usize, parcels: usize, rng: &mut StdRng, now: DateTime<Utc>) {
        let prefix = ["LUNE", "NOVA"][merchant];
        let products: Vec<Product> = (1..=20)
            .map(|number| Product {
                id: self.id(),
                sku: format!("{prefix}-{number:06}-0001"),
                name: format!("Article {number}"),
                barcode: format!("376000000{number:04}"),
                stock: rng.random_range(0..300),
                created: now - Duration::days(200),
            })
            .collect();
        for number in 0..parcels {
            let age = Duration::days(90) * i32::try_from(parcels - number).unwrap_or(1)
                / i32::try_from(parcels.max(1)).unwrap_or(1);
            let sku = products[rng.random_range(0..products.len())].sku.clone();
            let draft = Draft::drawn(
                format!("{prefix}-{number}"),
                ("Camille", "Moreau"),
                &[(sku, rng.random_range(1..4))],
            );
            let (id, created) = (self.id(), now - age);
            let parcel = Parcel {
                id,
                merchant,
                status: String::new(),
                draft,
                created,
                updated: created,
            };
            let steps = usize::try_from(age.num_days()).unwrap_or(0).min(5);
            self.parcels.insert(id, parcel.at_step(steps));
        }
        let inbound = Inbound::drawn(self.id(), &products[..3], now);
        self.products.push(products);
        self.inbounds.push(vec![inbound]);
    }

    /// The next id.
    pub fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Notes a request.
    pub fn count(&mut self) {
        self.requests += 1;
    }

    /// Trouble that keeps a call from being done at all.
    pub fn before_answer(&mut self, calls: Calls) -> Option<Fault> {
        self.trouble
            .strike(|trouble| trouble.mode.is_early() && hits(trouble, calls))?
            .fault()
    }

    /// Trouble with an answer that is ready.
    pub fn after_answer(&mut self, calls: Calls, is_list: bool) -> Option<Mode> {
        self.trouble.strike(|trouble| {
            !trouble.mode.is_early()
                && !trouble.mode.is_of_hooks()
                && hits(trouble, calls)
                && (is_list || trouble.mode != Mode::BadItem)
        })
    }

    fn unpack(&mut self, now: DateTime<Utc>) {
        for merchant in 0..MERCHANTS.len() {
            let mut stored = Vec::new();
            for inbound in &mut self.inbounds[merchant] {
                stored.extend(inbound.step(now));
            }
            for (sku, name, barcode, count) in stored {
                let known = self.products[merchant]
                    .iter()
                    .position(|product| product.sku == sku);
                let at = known.unwrap_or_else(|| {
                    let id = self.id();
                    self.products[merchant].push(Product {
                        id,
                        sku,
                        name,
                        barcode,
                        stock: 0,
                        created: now,
                    });
                    self.products[merchant].len() - 1
                });
                self.products[merchant][at].stock += i64::from(count);
            }
        }
    }

    /// What the merchant is told of a parcel's new status. How Cubyn would word it is assumed.
    fn notification(&mut self, id: u64, before: &str, now: DateTime<Utc>) -> Vec<Delivery> {
        let Some(parcel) = self.parcels.get(&id) else {
            return Vec::new();
        };
        let Some(url) = self.addresses[parcel.merchant].clone() else {
            return Vec::new();
        };
        let body = json!({
            "event": "parcel.status.updated", "createdAt": clock::text(now),
            "data": { "id": id, "orderRef": parcel.draft.order_ref, "status": parcel.status,
                "previousStatus": before },
        });
        let delivery = Delivery {
            url,
            headers: BTreeMap::new(),
            body: body.to_string(),
        };
        match self.trouble.strike(|trouble| trouble.mode.is_of_hooks()) {
            Some(Mode::HookLost) => Vec::new(),
            Some(Mode::HookTwice) => vec![delivery.clone(), delivery],
            _ => vec![delivery],
        }
    }
}

fn hits(trouble: &Trouble, calls: Calls) -> bool {
    trouble.calls.is_none_or(|only| only == calls)
}
