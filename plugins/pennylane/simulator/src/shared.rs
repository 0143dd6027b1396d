//! What all requests share, behind one lock: the work of a call is short.

use crate::trouble::{Mode, Trouble};
use crate::world::Company;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;
use serde_json::Value;
use simulator_kit::{Fault, Limiter, SimClock, Troublemaker};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const ALL: &[&str] = &[
    "customer_invoices:all",
    "customers:all",
    "file_attachments:all",
    "ledger_accounts:readonly",
];

const READONLY: &[&str] = &[
    "customer_invoices:readonly",
    "customers:readonly",
    "ledger_accounts:readonly",
];

/// The token of the first company that may do everything.
pub const TOKEN: &str = "demo-token-comptoir";

/// The tokens: whose they are (a place in the list of companies) and what they may do.
pub const TOKENS: [(&str, usize, &[&str]); 3] = [
    (TOKEN, 0, ALL),
    ("demo-token-comptoir-readonly", 0, READONLY),
    ("demo-token-voisin", 1, ALL),
];

/// The companies: id and name.
const COMPANIES: [(u64, &str); 2] = [(21_936_866, "Comptoir SAS"), (22_078_886, "Voisin SARL")];

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
    /// In the order of their names above.
    pub companies: Vec<Company>,
    /// Calls of a token.
    pub limiter: Limiter<&'static str>,
    /// The trouble that is switched on.
    pub trouble: Troublemaker<Trouble>,
    requests: u64,
}

/// What was asked so far and what there is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Requests since the start, refused ones included.
    pub requests: u64,
    /// Invoices and credit notes of the first company.
    pub invoices: usize,
    /// Its customers.
    pub customers: usize,
    /// Its documents, those of no invoice included.
    pub documents: usize,
    /// What is switched on.
    pub trouble: Trouble,
    /// How many calls any trouble hit.
    pub trouble_hits: u64,
}

/// What is in a company's books.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Booked {
    /// Oldest first, as the API shows them, with their lines.
    pub invoices: Vec<Value>,
    /// How many there are under each reference: one, or something is wrong.
    pub imports: BTreeMap<String, usize>,
    /// How many imports were asked for under each reference, refused ones included.
    pub attempts: BTreeMap<String, usize>,
}

impl Shared {
    /// Companies with their ledgers and `invoices` invoices each.
    pub fn new(seed: u64, invoices: usize, rate_limit: Option<u32>, clock: SimClock) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let now = clock.now();
        let companies = COMPANIES
            .iter()
            .map(|(id, name)| Company::new(*id, name, invoices, StdRng::from_rng(&mut rng), now));
        let inner = Inner {
            companies: companies.collect(),
            limiter: Limiter::new(rate_limit, Duration::from_secs(5)),
            trouble: Troublemaker::new(seed),
            requests: 0,
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

    /// Something of an invoice, or all that remains, is paid.
    pub fn pay(&self, number: &str, amount: Option<&str>) -> Result<(), String> {
        let now = self.clock.now();
        self.lock().holder(number)?.pay(number, amount, now)
    }

    /// An invoice disappears.
    pub fn delete(&self, number: &str) -> Result<(), String> {
        let now = self.clock.now();
        self.lock().holder(number)?.delete(number, now)
    }

    /// An invoice has that status from now on.
    pub fn set_status(&self, number: &str, status: &str) -> Result<(), String> {
        let now = self.clock.now();
        self.lock().holder(number)?.set_status(number, status, now)
    }

    /// What is in the first company's books.
    pub fn booked(&self) -> Booked {
        self.lock().companies[0].booked(self.clock.now())
    }

    /// The first company's customers.
    pub fn customers(&self) -> Vec<Value> {
        self.lock().companies[0].show_customers()
    }

    /// The document of an invoice.
    pub fn document(&self, number: &str) -> Option<Vec<u8>> {
        let mut inner = self.lock();
        let company = inner.holder(number).ok()?;
        company.document(number)
    }

    /// Counts of everything.
    pub fn state(&self) -> State {
        let inner = self.lock();
        let (invoices, customers, documents) = inner.companies[0].counts();
        State {
            requests: inner.requests,
            invoices,
            customers,
            documents,
            trouble: inner.trouble.current().clone(),
            trouble_hits: inner.trouble.hits(),
        }
    }
}

impl Inner {
    /// Notes a request.
    pub fn count(&mut self) {
        self.requests += 1;
    }

    /// Trouble that keeps a call from being done at all.
    pub fn before_answer(&mut self, method: &str, path: &[&str]) -> Option<Fault> {
        self.trouble
            .strike(|trouble| trouble.mode.is_early() && hits(trouble, method, path))?
            .fault()
    }

    /// Trouble with an answer that is ready.
    pub fn after_answer(&mut self, method: &str, path: &[&str], has_amount: bool) -> Option<Mode> {
        self.trouble.strike(|trouble| {
            !trouble.mode.is_early()
                && hits(trouble, method, path)
                && (has_amount || trouble.mode != Mode::BadInvoice)
        })
    }

    /// The company that has an invoice of that number.
    fn holder(&mut self, number: &str) -> Result<&mut Company, String> {
        self.companies
            .iter_mut()
            .find(|company| company.has(number))
            .ok_or_else(|| format!("number: there is no invoice {number}"))
    }
}

fn hits(trouble: &Trouble, method: &str, path: &[&str]) -> bool {
    trouble.calls.is_none_or(|calls| calls.holds(method, path))
}
