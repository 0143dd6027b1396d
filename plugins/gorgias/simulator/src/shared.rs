//! What all requests share, behind one lock: the work of a call is short.

use crate::bucket::Buckets;
use crate::trouble::{Mode, Trouble};
use crate::world::{ACCOUNTS, Account, Outcome, draw_account};
use serde::Serialize;
use simulator_kit::{Calls, Delivery, Fault, Hooks, SimClock, Troublemaker};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// In the order of [`ACCOUNTS`].
    pub accounts: Vec<Account>,
    /// The limit that all calls of an account share.
    pub buckets: Buckets,
    /// The trouble that is switched on.
    pub trouble: Troublemaker<Trouble>,
    /// An event that waits for the next one.
    late: Vec<Delivery>,
    requests: BTreeMap<String, u64>,
}

/// What was asked so far and what there is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Requests since the start, refused ones included, by account.
    pub requests: BTreeMap<String, u64>,
    /// Tickets by account.
    pub tickets: BTreeMap<&'static str, usize>,
    /// Integrations by account.
    pub integrations: BTreeMap<&'static str, usize>,
    /// Events that arrived.
    pub events_sent: u64,
    /// Events that did not.
    pub events_failed: u64,
    /// What is switched on.
    pub trouble: Trouble,
    /// How many calls and events any trouble hit.
    pub trouble_hits: u64,
}

impl Shared {
    /// Accounts of `tickets` tickets each. Needs a running Tokio.
    pub fn new(seed: u64, tickets: usize, burst: Option<u32>, clock: SimClock) -> Self {
        let now = clock.now();
        let inner = Inner {
            accounts: (0..ACCOUNTS.len())
                .map(|at| draw_account(at, seed, tickets, now))
                .collect(),
            buckets: Buckets::new(burst),
            trouble: Troublemaker::new(seed),
            late: Vec::new(),
            requests: BTreeMap::new(),
        };
        Self {
            clock,
            hooks: Hooks::start("gorgias"),
            inner: Arc::new(Mutex::new(inner)),
        }
    }

    /// The state, for one caller at a time. A panic elsewhere leaves nothing half done, so its lock is taken over.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever asked what a call set off.
    pub fn tell(&self, account: usize, outcome: &Outcome) {
        let mut inner = self.lock();
        for (trigger, ticket) in &outcome.triggers {
            for delivery in inner.accounts[account].deliveries(*trigger, *ticket) {
                for delivery in inner.troubled(delivery) {
                    self.hooks.send(delivery);
                }
            }
        }
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let inner = self.lock();
        let (events_sent, events_failed) = self.hooks.counts();
        let count = |of: fn(&Account) -> usize| {
            let accounts = inner.accounts.iter();
            accounts
                .map(|account| (account.domain, of(account)))
                .collect()
        };
        State {
            requests: inner.requests.clone(),
            tickets: count(|account| account.tickets.len()),
            integrations: count(|account| account.integrations.len()),
            events_sent,
            events_failed,
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

impl Inner {
    /// Notes a request to an account.
    pub fn count(&mut self, account: &str) {
        *self.requests.entry(account.into()).or_default() += 1;
    }

    /// Trouble that keeps a call from being done at all.
    pub fn before_answer(&mut self, calls: Calls) -> Option<Fault> {
        self.trouble
            .strike(|trouble| trouble.mode.is_early() && hits(trouble, calls))?
            .fault()
    }

    /// Trouble with an answer that is ready.
    pub fn after_answer(&mut self, calls: Calls, has_tickets: bool) -> Option<Mode> {
        self.trouble.strike(|trouble| {
            !trouble.mode.is_early()
                && !trouble.mode.is_of_hooks()
                && hits(trouble, calls)
                && (has_tickets || trouble.mode != Mode::BadTicket)
        })
    }

    /// What is really sent instead of an event, and when.
    fn troubled(&mut self, delivery: Delivery) -> Vec<Delivery> {
        let mode = self.trouble.strike(|trouble| trouble.mode.is_of_hooks());
        let mut deliveries = match mode {
            Some(Mode::HookLost) => Vec::new(),
            Some(Mode::HookTwice) => vec![delivery.clone(), delivery],
            Some(Mode::HookLate) => {
                self.late.push(delivery);
                return Vec::new();
            }
            _ => vec![delivery],
        };
        deliveries.append(&mut self.late);
        deliveries
    }
}

fn hits(trouble: &Trouble, calls: Calls) -> bool {
    trouble.calls.is_none_or(|only| only == calls)
}
